import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { perpetualTimes, triggerSources } from '../../../domain/index.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import {
  conditionalOf,
  useConditionalNames,
  usePositionSides,
  useSourceNames,
} from '../../i18n/perpetual.ts';
import type { Choice } from '../../ui/form/ChoiceSheet.tsx';
import { ChoiceSheet, choiceOf, DropChip } from '../../ui/form/ChoiceSheet.tsx';
import { ExpiryChip } from '../../ui/ticket/ExpiryChip.tsx';
import { ScaledSheet } from '../../ui/ticket/ScaledSheet.tsx';
import type { FuturesControl, PanelProps } from './useFuturesTicket.ts';

const KINDS = ['limit', 'market', 'stopLimit', 'stopMarket', 'profitLimit', 'profitMarket', 'trail'] as const;

/** What kind of order it is, with what belongs to that kind in the same sheet. */
export function FuturesKinds({ control, market }: PanelProps) {
  const { t } = useTranslation(['trade', 'perpetual']);
  const { types } = useOrderNames();
  const { ticket, change } = control;
  const { long: buy, short: sell } = usePositionSides();
  const [isScaled, setScaled] = useState(false);
  const names = { ...types, ...useConditionalNames(), trail: t('perpetual:trailing.name') };
  const conditional = conditionalOf(ticket.stopKind, ticket.type);
  const kind = ticket.trail === '' ? (ticket.isStop ? conditional : ticket.type) : 'trail';
  const kinds = choiceOf({
    label: t('type.label'),
    options: [
      ...KINDS.map((id) => ({ id, text: names[id] })),
      { id: 'scaled' as const, text: t('scaled.title') },
    ],
    selected: kind,
    onSelect: (next) =>
      next === 'scaled'
        ? setScaled(true)
        : change({
            type: next === 'limit' || next === 'stopLimit' || next === 'profitLimit' ? 'limit' : 'market',
            isStop: next !== 'limit' && next !== 'market',
            stopKind: next === 'profitLimit' || next === 'profitMarket' ? 'profit' : 'stop',
            // One that follows has something to close.
            ...(next === 'trail' ? { trail: 'rate', reduceOnly: true } : { trail: '' }),
            tif: 'GTC',
            postOnly: false,
          }),
  });
  const more = useMore(control);
  return (
    <>
      <DropChip text={names[kind]} label={`${t('type.label')}: ${names[kind]}`}>
        {(close) => <ChoiceSheet title={t('type.label')} choices={[kinds, ...more]} onClose={close} />}
      </DropChip>
      {ticket.type === 'limit' && ticket.tif === 'GTD' ? (
        <ExpiryChip isAlone expiry={ticket.expiry} onChoose={(expiry) => change({ expiry })} />
      ) : null}
      {isScaled ? (
        <ScaledSheet
          {...{ id: control.market, market, sides: { buy, sell } }}
          side={ticket.side === 'long' ? 'buy' : 'sell'}
          product="perpetual"
          onClose={() => setScaled(false)}
        />
      ) : null}
    </>
  );
}

/** How long a limit lives, and what sets a stop off. */
function useMore({ ticket, change }: FuturesControl): readonly Choice[] {
  const { t } = useTranslation(['trade', 'perpetual']);
  const { tifs } = useOrderNames();
  const sources = useSourceNames();
  const lives = { GTC: tifs.GTC, GTD: tifs.GTD, IOC: tifs.IOC, post: t('postOnly') };
  const life = choiceOf({
    label: t('tif.label'),
    options: ([...perpetualTimes, 'post'] as const).map((id) => ({ id, text: lives[id] })),
    selected: ticket.postOnly ? 'post' : ticket.tif,
    onSelect: (next) => change({ tif: next === 'post' ? 'GTC' : next, postOnly: next === 'post' }),
  });
  const source = choiceOf({
    label: t('perpetual:source.label'),
    options: triggerSources.map((id) => ({ id, text: sources[id] })),
    selected: ticket.source,
    onSelect: (next) => change({ source: next }),
  });
  return [...(ticket.type === 'limit' ? [life] : []), ...(ticket.isStop ? [source] : [])];
}
