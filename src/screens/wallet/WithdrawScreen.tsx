import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { WalletWithdrawFrame, WalletWithdrawView } from '../../../workers/api.ts';
import { login } from '../../state/login.ts';
import { useKept } from '../../state/useKept.ts';
import { usePersonView } from '../../state/usePersonView.ts';
import { Button } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { ConfirmProps } from './ConfirmWithdrawal.tsx';
import { ConfirmWithdrawal } from './ConfirmWithdrawal.tsx';
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

const START = { currency: '', chain: '', address: '', amount: '' };
type Typed = typeof START;
type Field = 'address' | 'amount';
const BOTH: ReadonlySet<Field> = new Set(['address', 'amount']);

/** What is typed, what the worker says of it, and which fields the person has been at. */
function useWithdraw() {
  const [typed, change] = useKept<Typed>('withdraw', START);
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set());
  const view = useMemo<WalletWithdrawView>(() => ({ kind: 'walletWithdraw', ...typed }), [typed]);
  const frame = usePersonView(view);
  // What was said of another text says nothing of this one.
  const isOld = JSON.stringify(frame?.view) !== JSON.stringify(view);
  return {
    typed,
    change,
    frame,
    form: frame?.form,
    isOld,
    touch: (field: Field) => setTouched((before) => new Set([...before, field])),
    touchAll: () => setTouched(BOTH),
    errorOf: (field: Field) => {
      // A text that is a whole address is told at once; one that is still typed, when it is left.
      const isWhole = field === 'address' && frame?.form?.reading.family !== undefined;
      return (touched.has(field) || isWhole) && !isOld ? frame?.form?.errors[field] : undefined;
    },
    order: isOld ? undefined : frame?.form?.order,
    reset: () => {
      change({ address: '', amount: '' });
      setTouched(new Set());
    },
  };
}
export type WithdrawControl = ReturnType<typeof useWithdraw>;
export type WithdrawFormData = NonNullable<WalletWithdrawFrame['form']>;

function Withdraw({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation(['app', 'wallet']);
  const control = useWithdraw();
  const { frame, form, order } = control;
  /** As it stood at the tap: numbers do not change under a finger. */
  const [asked, setAsked] = useState<Pick<ConfirmProps, 'form' | 'order'>>();
  const [receipt, setReceipt] = useState<number>();
  const next = () => {
    control.touchAll();
    if (form && order) setAsked({ form, order });
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
      {asked ? (
        <ConfirmWithdrawal
          {...asked}
          onClose={() => setAsked(undefined)}
          onSent={(id) => {
            setAsked(undefined);
            control.reset();
            setReceipt(id);
          }}
        />
      ) : null}
    </Screen>
  );
}
