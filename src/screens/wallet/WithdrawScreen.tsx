import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { login } from '../../state/login.ts';
import { Button } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { ConfirmProps } from './ConfirmWithdrawal.tsx';
import { ConfirmWithdrawal } from './ConfirmWithdrawal.tsx';
import { useWithdraw } from './useWithdraw.ts';
import styles from './Wallet.module.css';
import { WaysOut } from './WaysOut.tsx';
import { RecentWithdrawals } from './Withdrawals.tsx';
import { WithdrawForm } from './WithdrawForm.tsx';

/** Sends coins to an address. */
export default function WithdrawScreen() {
  const { t } = useTranslation(['app', 'wallet']);
  const { token } = useSnapshot(login);
  const [attempt, setAttempt] = useState(0);
  if (token !== null) return <Withdraw key={attempt} onRetry={() => setAttempt((count) => count + 1)} />;
  return (
    <Screen title={t('title.withdraw')} up="/property">
      <SignInFirst gain={t('wallet:signedOut')} />
    </Screen>
  );
}

function Withdraw({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation(['app', 'wallet']);
  const control = useWithdraw();
  const { frame, form, order } = control;
  /** As it stood at the tap: numbers do not change under a finger. */
  const [requested, setRequested] = useState<Pick<ConfirmProps, 'form' | 'order'>>();
  const [receipt, setReceipt] = useState<number>();
  const next = () => {
    control.touchAll();
    if (form && order) setRequested({ form, order });
  };
  return (
    <Screen
      title={t('title.withdraw')}
      up="/property"
      footer={
        form ? (
          <Button look="main" isWide aria-disabled={form.blocked !== undefined} onClick={next}>
            {t('wallet:next')}
          </Button>
        ) : null
      }
    >
      <div className={look('page lone', styles['body'])}>
        <WaysOut selected="crypto" />
        {form ? <WithdrawForm control={control} form={form} /> : null}
        {!form && frame?.failed ? <Failed onRetry={onRetry} why={frame.failed} /> : null}
        {!form && !frame?.failed ? <Skeleton rows={5} /> : null}
        <RecentWithdrawals receipt={receipt} onReceiptClosed={() => setReceipt(undefined)} />
      </div>
      {requested ? (
        <ConfirmWithdrawal
          {...requested}
          onClose={() => setRequested(undefined)}
          onSent={(id) => {
            // Another one may have been opened since.
            setRequested((now) => (now === requested ? undefined : now));
            control.reset();
            setReceipt(id);
          }}
        />
      ) : null}
    </Screen>
  );
}
