import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TicketFrame } from '../../../workers/api.ts';
import { NumberField } from '../form/NumberField.tsx';
import { Range } from '../form/Range.tsx';
import layout from '../layout.module.css';
import { usePercent } from '../usePercent.ts';
import styles from './Ticket.module.css';
import { toPercent } from './ticket.ts';
import type { TicketTexts } from './useTicketControl.ts';

interface Chosen extends TicketTexts {
  readonly unit: 'base' | 'quote';
}

/** What of a ticket its amount needs: spot and perpetuals have it alike. */
interface AmountControl {
  readonly ticket: Chosen;
  readonly frame: Pick<TicketFrame, 'most'> | undefined;
  readonly amount: string;
  readonly change: (next: Partial<Chosen>) => void;
  readonly touch: (field: 'amount') => void;
  readonly errorOf: (field: 'amount') => string | undefined;
}

interface AmountFieldsProps {
  readonly control: AmountControl;
  /** The two assets that an amount can be of. */
  readonly base: string;
  readonly quote: string;
}

/** Letters of an asset beyond which it stands in the name of its field: after it, the digits would lack the room. */
const LONG_NAME = 6;

/** How much: by quantity or by total, typed or as a share of what is available. */
export function AmountFields({ control, base, quote }: AmountFieldsProps) {
  const { t } = useTranslation('trade');
  const { ticket, amount, change, touch, errorOf } = control;
  const isBase = ticket.unit === 'base';
  const [own, other] = isBase ? [base, quote] : [quote, base];
  const label = isBase ? t('quantity') : t('total');
  const isLong = own.length > LONG_NAME;
  return (
    <>
      <NumberField
        name="amount"
        label={isLong ? `${label} (${own})` : label}
        value={amount}
        error={errorOf('amount')}
        onChange={(text) => change({ amount: text, percent: '' })}
        onLeave={() => touch('amount')}
        after={
          <button
            type="button"
            className={styles['swap']}
            aria-label={t('inUnit', { asset: other })}
            // An amount of one asset is none of the other.
            onClick={() => change({ unit: isBase ? 'quote' : 'base', amount: '' })}
          >
            {isLong ? null : own}
            <ArrowLeftRight size={14} aria-hidden="true" />
          </button>
        }
      />
      <Share control={control} />
    </>
  );
}

function Share({ control: { ticket, frame, change, touch } }: Pick<AmountFieldsProps, 'control'>) {
  const { t } = useTranslation('trade');
  const words = usePercent();
  const percent = toPercent(ticket.percent);
  const take = (next: string) => {
    change({ percent: next, amount: '' });
    touch('amount');
  };
  return (
    <div className={`${layout['stack']} ${styles['share']}`}>
      <Range
        label={t('share')}
        valueText={words(percent)}
        min={0}
        max={100}
        value={percent}
        onChange={(next) => take(`${next}`)}
      />
      <button type="button" title={frame?.most} onClick={() => take('100')}>
        {t('max')}
      </button>
    </div>
  );
}
