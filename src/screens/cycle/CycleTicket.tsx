import { useTranslation } from 'react-i18next';
import { useLengthNames } from '../../i18n/cycle.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import layout from '../../ui/layout.module.css';
import styles from './CycleTicket.module.css';
import type { CycleTicketControl } from './useCycleTicket.ts';

/** Stakes that one tap types. */
const COMMON = ['10', '50', '100', '500'] as const;

interface CycleTicketProps {
  readonly control: CycleTicketControl;
}

/** How long and how much, and what comes of it. */
export function CycleTicket({ control }: CycleTicketProps) {
  const { t } = useTranslation('cycle');
  const { ticket, frame, change, touch, error } = control;
  return (
    <section className={`${layout['stack']} ${styles['ticket']}`} data-area="ticket">
      <Lengths control={control} />
      <NumberField
        name="amount"
        label={t('amount')}
        value={ticket.amount}
        error={error}
        onChange={(amount) => change({ amount })}
        onLeave={touch}
        after={<span className={`${layout['tiny']} ${styles['unit']}`}>{frame?.stakeAsset}</span>}
      />
      <CommonAmounts control={control} />
      <TicketTerms control={control} />
    </section>
  );
}

function Lengths({ control: { ticket, frame, change } }: CycleTicketProps) {
  const { t } = useTranslation('cycle');
  const names = useLengthNames();
  const lengths = frame?.cycles ?? [];
  return (
    <fieldset className={styles['lengths']}>
      <legend className="visually-hidden">{t('length.label')}</legend>
      {lengths.map(({ id, isOpen }) => (
        <button
          key={id}
          type="button"
          aria-pressed={ticket.cycle === id}
          disabled={!isOpen}
          onClick={() => change({ cycle: id })}
        >
          {names[id]}
        </button>
      ))}
    </fieldset>
  );
}

function CommonAmounts({ control: { frame, change, touch } }: CycleTicketProps) {
  const { t } = useTranslation('cycle');
  const most = frame?.mostDigits;
  const take = (amount: string) => {
    change({ amount });
    touch();
  };
  return (
    <fieldset className={styles['amounts']}>
      <legend className="visually-hidden">{t('amounts')}</legend>
      {COMMON.map((amount) => (
        <button key={amount} type="button" onClick={() => take(amount)}>
          {amount}
        </button>
      ))}
      <button type="button" disabled={most === undefined} onClick={() => most !== undefined && take(most)}>
        {t('max')}
      </button>
    </fieldset>
  );
}

/** All that a contract comes to, before the tap that buys it. */
function TicketTerms({ control: { frame } }: CycleTicketProps) {
  const { t } = useTranslation('cycle');
  if (!frame) return null;
  const { stakeAsset, stake, available, least, most, windowSeconds } = frame;
  return (
    <Facts look="framed">
      <Fact name={t('terms.win')}>
        <Returns frame={frame} />
      </Fact>
      <Fact name={t('terms.lose')}>{`${stake} ${stakeAsset}`}</Fact>
      <Fact name={t('terms.tie')}>{t('terms.tieText')}</Fact>
      <Fact name={t('terms.entry')}>{t('terms.entryText')}</Fact>
      <Fact name={t('terms.settles')}>{t('terms.settlesText', { seconds: windowSeconds })}</Fact>
      <Fact name={t('terms.fee')}>{`${frame.fee} ${stakeAsset}`}</Fact>
      <Fact name={t('terms.quote')}>{t('terms.quoteText')}</Fact>
      <Fact name={t('terms.limits')}>{`${least} – ${most} ${stakeAsset}`}</Fact>
      <Fact name={t('terms.available')}>
        <Amount text={available} /> {stakeAsset}
      </Fact>
    </Facts>
  );
}

function Returns({ frame }: { readonly frame: NonNullable<CycleTicketControl['frame']> }) {
  const { up, down, stakeAsset } = frame;
  const text = up.payout === down.payout ? up.payout : `▲ ${up.payout} ▼ ${down.payout}`;
  return <b>{`${text} ${stakeAsset}`}</b>;
}
