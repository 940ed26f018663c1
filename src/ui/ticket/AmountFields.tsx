import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NO_FIGURE } from '../../../domain/index.ts';
import type { TicketFrame } from '../../../workers/api.ts';
import { Chips } from '../Chip.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { StopsRange } from '../form/StopsRange.tsx';
import { usePercent } from '../usePercent.ts';
import { FieldButton } from './FieldParts.tsx';
import styles from './Ticket.module.css';
import { toPercent } from './ticket.ts';
import type { TicketTexts } from './useTicketControl.ts';

type Unit = 'base' | 'quote';

/** What of a ticket its amount needs: spot and perpetuals have it alike. */
interface AmountControl {
  readonly ticket: TicketTexts;
  readonly frame: Pick<TicketFrame, 'most'> | undefined;
  readonly amount: string;
  readonly change: (next: Partial<TicketTexts> & { readonly unit?: Unit }) => void;
  readonly touch: (field: 'amount') => void;
  readonly errorOf: (field: 'amount') => string | undefined;
}

interface AmountFieldsProps {
  readonly control: AmountControl;
  /** The one of the two assets that the amount is of. */
  readonly unit: Unit;
  readonly base: string;
  readonly quote: string;
  /** What it comes to in the other one. */
  readonly inOther: string | undefined;
  /** Where what is wrong is said. */
  readonly errorId: string;
}

/** Letters of an asset beyond which it stands in the name of its field: after it, the digits would lack the room. */
const LONG_NAME = 6;
/** Digits beyond which an amount needs all of its field. */
const LONG_AMOUNT = 8;

/** How much: by quantity or by total, typed or as a share of what is available. */
export function AmountFields({ control, unit, base, quote, inOther, errorId }: AmountFieldsProps) {
  const { t } = useTranslation('trade');
  const { amount, change, touch, errorOf } = control;
  const isBase = unit === 'base';
  const [own, other] = isBase ? [base, quote] : [quote, base];
  const label = isBase ? t('quantity') : t('total');
  const isLong = own.length > LONG_NAME;
  const hasOther =
    inOther !== undefined && inOther !== NO_FIGURE && amount !== '' && amount.length <= LONG_AMOUNT;
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
            aria-label={t('inUnit', { asset: other })}
            // An amount of one asset is none of the other.
            onClick={() => change({ unit: isBase ? 'quote' : 'base', amount: '' })}
          >
            <span>
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
