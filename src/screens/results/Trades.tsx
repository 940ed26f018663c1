import { ChevronRight, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { ResultsFrame, ResultsTrade } from '../../../workers/api.ts';
import { usePositionSides } from '../../i18n/perpetual.ts';
import { tradeNotes } from '../../state/tradeNotes.ts';
import { Chip } from '../../ui/Chip.tsx';
import { useDayName } from '../../ui/form/ResultCalendar.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { PairName } from '../../ui/market/PairName.tsx';
import { Press } from '../../ui/Press.tsx';
import { EndlessList } from '../../ui/records/EndlessList.tsx';
import { Narrowed } from '../../ui/records/Filters.tsx';
import { TwoLines } from '../../ui/records/RecordLine.tsx';
import type { Want } from '../../ui/records/useWant.ts';
import { TradeSheet } from './TradeSheet.tsx';

interface TradesProps {
  readonly frame: ResultsFrame;
  readonly want: Want;
  /** The day that is listed alone. */
  readonly day: string | undefined;
  readonly onAll: () => void;
}

/** Every trade that is counted, the one that ended last first; a tap opens it on its own chart. */
export function Trades({ frame, want, day, onAll }: TradesProps) {
  const { t } = useTranslation('perpetual');
  const dayName = useDayName();
  const [open, setOpen] = useState<ResultsTrade>();
  return (
    <section aria-label={t('results.list')}>
      <h2 className={look('inset normal top3')}>{t('results.list')}</h2>
      {day === undefined ? null : <Narrowed text={dayName(day)} onRemove={onAll} />}
      <EndlessList frame={frame} lines={frame.lines} want={want} onRetry={want.again} empty={null} rowPx={56}>
        {(line) => <Row line={line} onOpen={() => setOpen(line)} />}
      </EndlessList>
      {open ? <TradeSheet trade={open} onClose={() => setOpen(undefined)} /> : null}
    </section>
  );
}

function Row({ line, onOpen }: { readonly line: ResultsTrade; readonly onOpen: () => void }) {
  const { t } = useTranslation('perpetual');
  const sides = usePositionSides();
  const { byId } = useSnapshot(tradeNotes);
  const kept = byId[line.id];
  return (
    <Press look="row" className={look('under')} aria-haspopup="dialog" onClick={onOpen}>
      <TwoLines
        head={
          <>
            <Chip tone={line.side === 'long' ? 'up' : 'down'}>{sides[line.side]}</Chip>
            <PairName name={line.name} />
            <small>{line.leverage}×</small>
          </>
        }
        figure={<Amount text={line.net} direction={line.direction} />}
        foot={`${line.entry} → ${line.close}`}
        aside={line.roe}
      >
        {kept ? (
          <span className={look('row wrap tiny')}>
            {kept.note === '' ? null : <StickyNote size={14} role="img" aria-label={t('results.note')} />}
            {kept.tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </span>
        ) : null}
      </TwoLines>
      <ChevronRight size={18} aria-hidden="true" />
    </Press>
  );
}
