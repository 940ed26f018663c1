import { useTranslation } from 'react-i18next';
import { countdownText, TOTAL_ASSET, withdrawalBounds } from '../../../domain/index.ts';
import type { BankQuoteLine } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { useSecondsUntil } from '../../state/codes.ts';
import { Blocked, Rest } from '../../ui/account/Rest.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { AmountField } from './AmountField.tsx';
import { Cards } from './Cards.tsx';
import type { BankControl, BankFormData } from './useBank.ts';
import styles from './Wallet.module.css';
import { Bounds, DayLimit, Funds } from './WithdrawForm.tsx';

interface BankFormProps {
  readonly control: BankControl;
  readonly form: BankFormData;
}

/** Currency, amount and card, with the locked rate and what arrives. */
export function BankForm({ control, form }: BankFormProps) {
  const { t } = useTranslation('wallet');
  const { fiat, amount, change, touch, error, quote } = control;
  const { limits } = form;
  return (
    <>
      {form.rest ? <Rest rest={form.rest} /> : null}
      {form.blocked && form.blocked !== 'withdrawHeld' ? <Blocked code={form.blocked} /> : null}
      <Tabs
        look="chips"
        label={t('bank.currency')}
        selected={fiat}
        onSelect={(id) => change({ fiat: id })}
        tabs={form.fiats.map((id) => ({ id, text: id }))}
      />
      <section>
        <AmountField
          value={amount}
          unit={TOTAL_ASSET}
          most={limits.mostDigits}
          error={error}
          bounds={withdrawalBounds({ ...limits, fee: form.fee }, TOTAL_ASSET)}
          hint={<Bounds limits={limits} />}
          onChange={(text) => change({ amount: text })}
          onLeave={touch}
        />
        <Funds limits={limits} unit={TOTAL_ASSET} title={t('withdrawable')} />
      </section>
      <Received quote={quote} form={form} fiat={fiat} />
      <Cards control={control} verifiedName={form.verifiedName} />
      <Facts>
        <Fact name={t('fee')}>{`${form.fee} ${TOTAL_ASSET}`}</Fact>
        <DayLimit limits={limits} unit={TOTAL_ASSET} />
        <Fact name={t('bank.dayLeft')}>{`${form.fiatLeft} / ${form.fiatMost} BTC`}</Fact>
      </Facts>
    </>
  );
}

interface ReceivedProps {
  readonly quote: BankQuoteLine | undefined;
  readonly form: BankFormData;
  readonly fiat: string;
}

const NONE = '--';

/** What arrives at the locked rate, and how long it stays locked. */
function Received({ quote, form, fiat }: ReceivedProps) {
  const { t } = useTranslation('wallet');
  const { ofRefusal } = useRefusalWords();
  return (
    <section>
      <p className={look('between pad ground1 round3', styles['sum'])}>
        <span className={look('quiet')}>{t('received')}</span>
        <b className={look('pushed title breaks right')}>
          {quote?.received ?? NONE} <small className={look('small light')}>{fiat}</small>
        </b>
      </p>
      {quote ? <Rate quote={quote} /> : null}
      {form.quoteFailed ? <p role="alert">{ofRefusal(form.quoteFailed)}</p> : null}
    </section>
  );
}

/** A locked rate beside the market's own, with the time that it is locked for. */
export function Rate({ quote }: { readonly quote: BankQuoteLine }) {
  const { t } = useTranslation('wallet');
  const seconds = useSecondsUntil(quote.expiresAt);
  return (
    <Facts>
      <Fact name={t('bank.rate')}>{`${quote.rate} ${quote.fiat}`}</Fact>
      <Fact name={t('bank.market')}>{`${quote.market} ${quote.fiat}`}</Fact>
      <Fact name={t('bank.locked')}>
        <span role="timer">{countdownText(seconds * 1_000)}</span>
      </Fact>
    </Facts>
  );
}
