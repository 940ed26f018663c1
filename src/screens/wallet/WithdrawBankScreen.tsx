import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { login } from '../../state/login.ts';
import { useEarlyTap } from '../../state/useEarlyTap.ts';
import { Button } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BankForm } from './BankForm.tsx';
import type { ConfirmBankProps } from './ConfirmBank.tsx';
import { ConfirmBank } from './ConfirmBank.tsx';
import { useBank } from './useBank.ts';
import styles from './Wallet.module.css';
import { WaysOut } from './WaysOut.tsx';
import { RecentWithdrawals } from './Withdrawals.tsx';

/** Has a bank card paid in its own currency. */
export default function WithdrawBankScreen() {
  const { t } = useTranslation(['app', 'wallet']);
  const { token } = useSnapshot(login);
  const [attempt, setAttempt] = useState(0);
  if (token !== null) return <Bank key={attempt} onRetry={() => setAttempt((count) => count + 1)} />;
  return (
    <Screen title={t('title.withdrawBank')} up="/property">
      <SignInFirst gain={t('wallet:signedOut')} />
    </Screen>
  );
}

function Bank({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation(['app', 'wallet']);
  const control = useBank();
  const { frame, form, quote, card, fiat, amount } = control;
  /** As it stood at the tap: numbers do not change under a finger. */
  const [requested, setRequested] = useState<Pick<ConfirmBankProps, 'proof' | 'quote' | 'card'>>();
  const [receipt, setReceipt] = useState<number>();
  const canGoOn = form?.blocked === undefined && quote !== undefined && card !== undefined;
  const next = () => {
    control.touch();
    if (form && canGoOn) setRequested({ proof: form.proof, quote, card });
  };
  // A rate is locked for an amount that stays, by the exchange.
  const [isAwaited, onTap] = useEarlyTap({
    about: JSON.stringify([fiat, amount, card?.id]),
    isReady: canGoOn,
    isBlocked: form?.blocked !== undefined || control.hasError || card === undefined,
    tap: next,
  });
  return (
    <Screen
      title={t('title.withdrawBank')}
      up="/property"
      footer={
        form ? (
          <Button look="main" isWide isOff={!canGoOn} isBusy={isAwaited} onClick={onTap}>
            {t('wallet:next')}
          </Button>
        ) : null
      }
    >
      <div className={look('page lone', styles['body'])}>
        <WaysOut selected="bank" />
        {form ? <BankForm control={control} form={form} /> : null}
        {!form && frame?.failed ? <Failed onRetry={onRetry} why={frame.failed} /> : null}
        {!form && !frame?.failed ? <Skeleton rows={5} /> : null}
        <RecentWithdrawals receipt={receipt} onReceiptClosed={() => setReceipt(undefined)} />
      </div>
      {requested ? (
        <ConfirmBank
          {...requested}
          newest={quote}
          onQuote={(renewed) => setRequested({ ...requested, quote: renewed })}
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
