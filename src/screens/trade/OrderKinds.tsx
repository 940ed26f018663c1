import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ticketTypes, timesInForce } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { ChoiceSheet, choiceOf, DropChip } from '../../ui/form/ChoiceSheet.tsx';
import { look } from '../../ui/look.ts';
import { ExpiryChip } from '../../ui/ticket/ExpiryChip.tsx';
import { ScaledSheet } from '../../ui/ticket/ScaledSheet.tsx';
import styles from '../../ui/ticket/Ticket.module.css';
import type { TicketControl } from './useTicket.ts';

interface OrderKindsProps {
  readonly control: TicketControl;
  readonly head: MarketHead | undefined;
}

/** What kind of order it is and how long it lives, each with the sheet to change it. */
export function OrderKinds({ control: { ticket, change, market }, head }: OrderKindsProps) {
  const { t } = useTranslation('trade');
  const { sides, types, tifs } = useOrderNames();
  const [isScaled, setScaled] = useState(false);
  const { type, tif, postOnly } = ticket;
  const life = postOnly ? 'post' : tif;
  const lives = { ...tifs, post: t('postOnly') };
  return (
    <div className={look('flex wrap', styles['head'])}>
      <DropChip text={types[type]} label={`${t('type.label')}: ${types[type]}`}>
        {(close) => (
          <ChoiceSheet
            title={t('type.label')}
            choices={[
              choiceOf({
                label: t('type.label'),
                options: [
                  ...ticketTypes.map((id) => ({ id, text: types[id] })),
                  { id: 'scaled' as const, text: t('scaled.title') },
                ],
                selected: type,
                onSelect: (next) =>
                  next === 'scaled' ? setScaled(true) : change({ type: next, tif: 'GTC', postOnly: false }),
              }),
            ]}
            onClose={close}
          />
        )}
      </DropChip>
      {type === 'limit' || type === 'stopLimit' ? (
        <DropChip text={postOnly ? lives.post : tif} label={`${t('tif.label')}: ${lives[life]}`}>
          {(close) => (
            <ChoiceSheet
              title={t('tif.label')}
              choices={[
                choiceOf({
                  label: t('tif.label'),
                  options: ([...timesInForce, 'post'] as const).map((id) => ({ id, text: lives[id] })),
                  selected: life,
                  onSelect: (next) =>
                    change({ tif: next === 'post' ? 'GTC' : next, postOnly: next === 'post' }),
                }),
              ]}
              onClose={close}
            />
          )}
        </DropChip>
      ) : null}
      {(type === 'limit' || type === 'stopLimit') && tif === 'GTD' ? (
        <ExpiryChip expiry={ticket.expiry} onChoose={(expiry) => change({ expiry })} />
      ) : null}
      {isScaled ? (
        <ScaledSheet
          {...{ id: market, market: head, sides, side: ticket.side }}
          product="spot"
          onClose={() => setScaled(false)}
        />
      ) : null}
    </div>
  );
}
