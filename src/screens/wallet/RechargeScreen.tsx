import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { WalletDepositView } from '../../../workers/api.ts';
import { login } from '../../state/login.ts';
import { useStoredState } from '../../state/useStoredState.ts';
import { useUserView } from '../../state/useUserView.ts';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Deposit } from './Deposit.tsx';
import { RecentDeposits } from './Deposits.tsx';
import styles from './Wallet.module.css';

/** Brings money in. */
export default function RechargeScreen() {
  const { t } = useTranslation(['app', 'wallet']);
  const { token } = useSnapshot(login);
  const [attempt, setAttempt] = useState(0);
  return (
    <Screen title={t('title.recharge')} up="/property">
      {token === null ? (
        <SignInFirst gain={t('wallet:signedOut')} />
      ) : (
        <Recharge key={attempt} onRetry={() => setAttempt((count) => count + 1)} />
      )}
    </Screen>
  );
}

function Recharge({ onRetry }: { readonly onRetry: () => void }) {
  const [{ chain }, change] = useStoredState('recharge', { chain: '' });
  const view = useMemo<WalletDepositView>(() => ({ kind: 'walletDeposit', chain }), [chain]);
  const frame = useUserView(view);
  const form = frame?.form;
  return (
    <div className={look('page lone', styles['body'])}>
      {form ? <Deposit form={form} onChain={(next) => change({ chain: next })} onRetry={onRetry} /> : null}
      {!form && frame?.failed ? <Failed onRetry={onRetry} /> : null}
      {!form && !frame?.failed ? <Skeleton rows={5} /> : null}
      <RecentDeposits />
    </div>
  );
}
