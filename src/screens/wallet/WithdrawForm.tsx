import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusalCode, withdrawalBounds } from '../../../domain/index.ts';
import type { WithdrawLimits } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { chainName } from '../../i18n/wallet.ts';
import { Blocked, Rest } from '../../ui/account/Rest.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { AddressField } from './AddressField.tsx';
import { AmountField } from './AmountField.tsx';
import { BookSheet } from './BookSheet.tsx';
import { Networks } from './Networks.tsx';
import type { WithdrawControl, WithdrawFormData } from './useWithdraw.ts';
import styles from './Wallet.module.css';

interface WithdrawFormProps {
  readonly control: WithdrawControl;
  readonly form: WithdrawFormData;
}

/** Coin, network, address and amount, with what they come to. */
export function WithdrawForm({ control, form }: WithdrawFormProps) {
  const { t } = useTranslation('wallet');
  const { change } = control;
  return (
    <>
      {form.rest ? <Rest rest={form.rest} /> : null}
      {form.blocked && form.blocked !== 'withdrawHeld' ? <Blocked code={form.blocked} /> : null}
      <Tabs
        look="chips"
        label={t('coin')}
        selected={form.currency}
        onSelect={(currency) => change({ currency, chain: '', amount: '' })}
        tabs={form.currencies.map(({ currency }) => ({ id: currency, text: currency }))}
      />
      <Networks
        chosen={form.chain}
        onChoose={(chain) => change({ chain })}
        networks={form.chains.map(({ chain, fee }) => ({
          chain,
          name: chainName(chain),
          note: t('feeOf', { fee: `${fee} ${form.currency}` }),
        }))}
      />
      <To control={control} form={form} />
      <HowMuch control={control} form={form} />
      <p className={look('between pad ground1 round3', styles['sum'])}>
        <span className={look('quiet')}>{t('received')}</span>
        <b className={look('pushed title breaks right')}>
          {form.received} <small className={look('small light')}>{form.currency}</small>
        </b>
      </p>
      <Facts>
        <Fact name={t('fee')}>{`${form.fee} ${form.currency}`}</Fact>
        <DayLimit limits={form.limits} unit={form.currency} />
      </Facts>
    </>
  );
}

function To({ control, form }: WithdrawFormProps) {
  const { ofCode } = useRefusalWords();
  const { typed, change, touch, errorOf, isOld } = control;
  const [isChoosing, setChoosing] = useState(false);
  const error = errorOf('address');
  return (
    <>
      <AddressField
        value={typed.address}
        onChange={(address) => change({ address })}
        onLeave={() => touch('address')}
        error={ofCode(error !== undefined && isRefusalCode(error) ? error : undefined)}
        reading={isOld ? undefined : form.reading}
        label={form.label}
        onBook={() => setChoosing(true)}
      />
      {isChoosing ? (
        <BookSheet
          lines={form.book}
          whitelist={form.whitelist}
          onClose={() => setChoosing(false)}
          onChoose={(address) => {
            change({ address });
            touch('address');
            setChoosing(false);
          }}
        />
      ) : null}
    </>
  );
}

function HowMuch({ control, form }: WithdrawFormProps) {
  const { t } = useTranslation('wallet');
  const { typed, change, touch, errorOf } = control;
  const { limits, currency } = form;
  return (
    <section>
      <AmountField
        value={typed.amount}
        unit={currency}
        most={limits.mostDigits}
        error={errorOf('amount')}
        bounds={withdrawalBounds({ ...limits, fee: form.fee }, currency)}
        hint={<Bounds limits={limits} />}
        onChange={(amount) => change({ amount })}
        onLeave={() => touch('amount')}
      />
      <Funds limits={limits} unit={currency} title={t('withdrawable')} />
    </section>
  );
}

interface LimitsProps {
  readonly limits: WithdrawLimits;
  readonly unit: string;
}

/** What can leave, and what waits for its confirmations. */
export function Funds({ limits, unit, title }: LimitsProps & { readonly title: string }) {
  const { t } = useTranslation('wallet');
  return (
    <Facts>
      <Fact name={title}>
        <Amount text={limits.withdrawable} /> {unit}
      </Fact>
      {limits.locked === '' ? null : (
        <Fact name={t('locked')}>
          <Amount text={limits.locked} /> {unit}
        </Fact>
      )}
    </Facts>
  );
}

/** The least and the most of one withdrawal, at the field: no level allows more than a request may be for. */
export function Bounds({ limits: { least, level, levelMost } }: Pick<LimitsProps, 'limits'>) {
  const { t } = useTranslation('wallet');
  return <>{t('range', { least, most: levelMost, level })}</>;
}

/** What is left of the day. */
export function DayLimit({ limits, unit }: LimitsProps) {
  const { t } = useTranslation('wallet');
  return <Fact name={t('perDay')}>{`${limits.dayLeft} ${unit}`}</Fact>;
}
