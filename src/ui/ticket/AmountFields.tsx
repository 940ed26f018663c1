import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { NO_FIGURE } from '../../../domain/index.ts';
import type { TicketFrame } from '../../../workers/api.ts';
import { settings } from '../../state/settings.ts';
import { Chips } from '../Chip.tsx';
import { plainDigits, shownDigits } from '../form/digits.ts';
import { NumberField } from '../form/NumberField.tsx';
import { StopsRange } from '../form/StopsRange.tsx';
import { look } from '../look.ts';
import { usePercent } from '../usePercent.ts';
import { FieldButton } from './FieldParts.tsx';
import styles from './Ticket.module.css';
import { toPercent } from './ticket.ts';
import type { TicketTexts } from './useTicketControl.ts';

/** `risk`: per cent of equity that may be lost at the stop-loss. */
type Unit = 'base' | 'quote' | 'risk';

/** What of a ticket its amount needs: spot and perpetuals have it alike. */
interface AmountControl {
  readonly ticket: TicketTexts;
  readonly frame: Pick<TicketFrame, 'most'> | undefined;
  readonly amount: string;
  readonly change: (next: Partial<TicketTexts>) => void;
  readonly touch: (field: 'amount') => void;
  readonly errorOf: (field: 'amount') => string | undefined;
}

interface AmountFieldsProps {
  readonly control: AmountControl;
  /** What the amount is of: one of the two assets, or a share that may be lost. */
  readonly unit: Unit;
  /** The unit that a tap goes on to. An amount of one is none of the other. */
  readonly next: Unit;
  readonly onUnit: (next: Unit) => void;
  readonly base: string;
  readonly quote: string;
  /** What it comes to in the other one. */
  readonly inOther: string | undefined;
  /** Where what is wrong is said. */
  readonly errorId: string;
}

/** Letters of an asset beyond which it stands in the name of its field: after it, the digits would lack the room. */
const LONG_NAME = 6;
/** Widths of a typed digit and of a small one beside it, and the room that both have in the narrowest ticket: px. */
const ROOM = { typed: 10, beside: 7, all: 130 };

/** Whether what an amount comes to has its place beside it: cut off, a figure would be another one. */
const fitsBeside = (written: string, other: string): boolean =>
  written.length * ROOM.typed + other.length * ROOM.beside <= ROOM.all;

/** How much: by quantity or by total, typed or as a share of what is available. */
export function AmountFields(props: AmountFieldsProps) {
  const { control, unit, next, onUnit, base, quote, inOther, errorId } = props;
  const { t } = useTranslation('trade');
  const { amount, change, touch, errorOf } = control;
  const { language } = useSnapshot(settings);
  const plain = plainDigits(amount);
  const written = plain === undefined ? amount : shownDigits(plain, language);
  const names = { base, quote, risk: '%' };
  const labels = { base: t('quantity'), quote: t('total'), risk: t('risk.amount') };
  const [own, label] = [names[unit], labels[unit]];
  const other = unit === 'base' ? quote : base;
  const isLong = own.length > LONG_NAME;
  const hasOther =
    inOther !== undefined && inOther !== NO_FIGURE && amount !== '' && fitsBeside(written, inOther);
  return (
    <>
      <NumberField
        name="amount"
        label={isLong ? `${label} (${own})` : label}
        value={amount}
        error={errorOf('amount')}
        errorId={errorId}
        onChange={(text) => change({ amount: text, percent: '' })}
        onLeave={() => touch('amount')}
        after={
          <FieldButton
            aria-label={next === 'risk' ? t('risk.by') : t('inUnit', { asset: names[next] })}
            onClick={() => onUnit(next)}
          >
            <span className={look('flex middle gap1')}>
              {isLong ? null : own}
              <ArrowLeftRight size={12} aria-hidden="true" />
            </span>
            {hasOther ? <small>{other.length > LONG_NAME ? inOther : `${inOther} ${other}`}</small> : null}
          </FieldButton>
        }
      />
      <Share control={control} />
    </>
  );
}

const SHARES = [25, 50, 75, 100];

/** By a share of what is available: a slider, and where it would be too short, its stops. */
function Share({ control: { ticket, frame, change, touch } }: Pick<AmountFieldsProps, 'control'>) {
  const { t } = useTranslation('trade');
  const words = usePercent();
  const percent = toPercent(ticket.percent);
  const take = (next: number) => {
    change({ percent: `${next}`, amount: '' });
    touch('amount');
  };
  return (
    <div className={styles['share']} title={frame?.most}>
      <StopsRange label={t('share')} valueText={words(percent)} value={percent} onChange={take} />
      <Chips
        label={t('share')}
        options={SHARES.map((id) => ({ id, text: id === 100 ? t('max') : words(id) }))}
        selected={ticket.percent === '' ? undefined : percent}
        onSelect={take}
      />
    </div>
  );
}
