import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { ResultsTrade } from '../../../workers/api.ts';
import { useEndNames, usePositionSides } from '../../i18n/perpetual.ts';
import { MOST_NOTE, noteOf, storeNote, tagsInUse, tagsOf, tradeNotes } from '../../state/tradeNotes.ts';
import { Chips } from '../../ui/Chip.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { LabelledInput, LabelledText } from '../../ui/form/Field.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { TradeChart } from './TradeChart.tsx';

interface TradeSheetProps {
  readonly trade: ResultsTrade;
  readonly onClose: () => void;
}

/** One trade: its chart with entry and exit, what it brought and why, and what is noted of it. */
export function TradeSheet({ trade, onClose }: TradeSheetProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const [sides, ends] = [usePositionSides(), useEndNames()];
  return (
    <Sheet title={`${sides[trade.side]} ${trade.name} ${trade.leverage}×`} onClose={onClose}>
      <div className={look('stack3 lone')}>
        <TradeChart trade={trade} />
        <Facts>
          <Fact name={`${t('net')} · ${t('roe')}`} isWide>
            <Amount text={`${trade.net} ${SETTLEMENT_ASSET}`} direction={trade.direction} /> · {trade.roe}
          </Fact>
          <Fact name={t('entry')} text={trade.entry} isPublic />
          <Fact name={t('closePrice')} text={trade.close} isPublic />
          <Fact name={t('quantity')} text={trade.quantity} unit={trade.base} />
          <Fact name={t('priceProfit')} text={trade.profit} />
          <Fact name={t('trade:fee')} text={trade.fee} />
          <Fact name={t('interest')} text={trade.interest} />
          <Fact name={t('takeProfit')} text={trade.takeProfit} isPublic />
          <Fact name={t('stopLoss')} text={trade.stopLoss} isPublic />
          <Fact name={t('opened')} text={trade.openedAt} isPublic />
          <Fact name={t('closed')} text={trade.closedAt} isPublic />
        </Facts>
        <Note id={trade.id} />
        <p className={look('tiny')}>
          {[`#${trade.id}`, trade.end && ends[trade.end]].filter(Boolean).join(' · ')}
        </p>
      </div>
    </Sheet>
  );
}

/** What is noted of a trade, kept at each stroke. */
function Note({ id }: { readonly id: number }) {
  const { t } = useTranslation('perpetual');
  const [note, setNote] = useState(() => noteOf(id).note);
  const [tags, setTags] = useState(() => noteOf(id).tags.join(', '));
  const [isKept, setKept] = useState(true);
  const change = (nextNote: string, nextTags: string) => {
    setNote(nextNote);
    setTags(nextTags);
    setKept(storeNote(id, { note: nextNote, tags: tagsOf(nextTags) }));
  };
  const own = tagsOf(tags);
  const others = tagsInUse(tradeNotes.byId).filter((tag) => !own.includes(tag));
  return (
    <>
      <LabelledText
        label={t('results.note')}
        value={note}
        rows={3}
        maxLength={MOST_NOTE}
        error={isKept ? undefined : t('results.notKept')}
        hint={t('results.noteHint')}
        onChange={({ target }) => change(target.value, tags)}
      />
      <LabelledInput
        label={t('results.tags')}
        value={tags}
        hint={t('results.tagsHint')}
        onChange={({ target }) => change(note, target.value)}
      />
      {others.length > 0 ? (
        <Chips
          label={t('results.tags')}
          options={others.slice(0, 8).map((tag) => ({ id: tag, text: tag }))}
          selected={undefined}
          onSelect={(tag) => change(note, [...own, tag].join(', '))}
        />
      ) : null}
    </>
  );
}
