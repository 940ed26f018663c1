import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusalCode } from '../../../domain/index.ts';
import type { DepositForm } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { Networks } from './Networks.tsx';
import { Notices } from './Notices.tsx';
import { OwnAddress } from './OwnAddress.tsx';
import { TestMoney } from './TestMoney.tsx';

interface DepositProps {
  readonly form: DepositForm;
  readonly onChain: (chain: string) => void;
  readonly onRetry: () => void;
}

/** Which coin on which network, and the address that takes it. */
export function Deposit({ form, onChain, onRetry }: DepositProps) {
  const { t } = useTranslation('wallet');
  const [asset, setAsset] = useState(form.asset);
  const coin = form.coins.find((each) => each.asset === asset);
  return (
    <>
      <Tabs
        look="chips"
        label={t('coin')}
        selected={asset}
        onSelect={setAsset}
        tabs={form.coins.map((each) => ({ id: each.asset, text: each.asset }))}
      />
      {coin && coin.refusal !== null ? (
        <DepositRefused asset={asset} refusal={coin.refusal} />
      ) : (
        <OpenDeposit form={form} onChain={onChain} onRetry={onRetry} />
      )}
    </>
  );
}

/** Why a coin cannot come in here, and how to have it all the same. */
function DepositRefused({ asset, refusal }: { readonly asset: string; readonly refusal: string }) {
  const { t } = useTranslation('wallet');
  const { ofCode } = useRefusalWords();
  return (
    <div className={look('note')}>
      <p>
        <b>{ofCode(isRefusalCode(refusal) ? refusal : 'depositAsset')}</b>
      </p>
      <p>{t('notTaken', { asset })}</p>
      <ButtonLink look="link" size="s" to="/convert">
        {t('toConvert')}
      </ButtonLink>
    </div>
  );
}

function OpenDeposit({ form, onChain, onRetry }: DepositProps) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <Networks
        chosen={form.chain}
        onChoose={onChain}
        networks={form.networks.map(({ chain, name, standard, isLate }) => ({
          chain,
          name: `${name} (${standard})`,
          note: isLate ? t('late') : t('open'),
          isLate,
        }))}
      />
      {form.silence === '' ? null : <p className={look('warn')}>{t('lateText', { age: form.silence })}</p>}
      <OwnAddress form={form} onRetry={onRetry} />
      <Figures form={form} />
      {form.test ? <TestMoney chain={form.chain} asset={form.asset} bounds={form.test} /> : null}
      <Notices form={form} />
    </>
  );
}

function Figures({ form }: { readonly form: DepositForm }) {
  const { t } = useTranslation('wallet');
  const { asset, least, creditAt, unlockAt, arrival, unlocking, locked, debt } = form;
  return (
    <>
      {debt === '' ? null : <p className={look('warn')}>{t('debtText', { amount: `${debt} ${asset}` })}</p>}
      <Facts>
        <Fact name={t('least')}>{`${least} ${asset}`}</Fact>
        <Fact name={t('creditedAfter', { number: creditAt })}>{t('about', { time: arrival })}</Fact>
        <Fact name={t('unlockedAfter', { number: unlockAt })}>{t('about', { time: unlocking })}</Fact>
        {locked === '' ? null : (
          <Fact name={t('locked')}>
            <Amount text={`${locked} ${asset}`} />
          </Fact>
        )}
      </Facts>
    </>
  );
}
