import { useMemo, useState } from 'react';
import type { WalletWithdrawFrame, WalletWithdrawView } from '../../../workers/api.ts';
import { useStoredState } from '../../state/useStoredState.ts';
import { useUserView } from '../../state/useUserView.ts';

const START = { currency: '', chain: '', address: '', amount: '' };
type WithdrawInput = typeof START;
type Field = 'address' | 'amount';
const BOTH: ReadonlySet<Field> = new Set(['address', 'amount']);

/** What is typed, what the worker says of it, and which fields the user has been at. */
export function useWithdraw() {
  const [typed, change, empty] = useStoredState<WithdrawInput>('withdraw', START);
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set());
  const view = useMemo<WalletWithdrawView>(() => ({ kind: 'walletWithdraw', ...typed }), [typed]);
  const frame = useUserView(view);
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
      // A text that is a whole address is checked at once; one that is still typed, when it is left.
      const isWhole = field === 'address' && frame?.form?.reading.family !== undefined;
      return (touched.has(field) || isWhole) && !isOld ? frame?.form?.errors[field] : undefined;
    },
    order: isOld ? undefined : frame?.form?.order,
    reset: () => {
      empty({ address: '', amount: '' });
      setTouched(new Set());
    },
  };
}

export type WithdrawControl = ReturnType<typeof useWithdraw>;
export type WithdrawFormData = NonNullable<WalletWithdrawFrame['form']>;
