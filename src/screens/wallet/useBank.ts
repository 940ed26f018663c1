import { useMemo, useState } from 'react';
import type { FiatCurrency } from '../../../domain/index.ts';
import { fiatCurrencies } from '../../../domain/index.ts';
import type { WalletBankFrame, WalletBankView } from '../../../workers/api.ts';
import { useAsk } from '../../state/useAsk.ts';
import { useStoredState } from '../../state/useStoredState.ts';
import { useUserView } from '../../state/useUserView.ts';

const START = { fiat: '', amount: '', card: '' };

/** What is typed and chosen, and what the worker says of it. */
export function useBank() {
  const [typed, change, empty] = useStoredState('withdrawBank', START);
  const [isTouched, setTouched] = useState(false);
  const fiat = fiatCurrencies.find((each) => each === typed.fiat) ?? fiatCurrencies[0];
  const { amount } = typed;
  const view = useMemo<WalletBankView>(() => ({ kind: 'walletBank', fiat, amount }), [fiat, amount]);
  const frame = useUserView(view);
  const isOld = JSON.stringify(frame?.view) !== JSON.stringify(view);
  const { data, refusal, reload } = useAsk('withdraw.cards', {});
  const cards = data?.cards;
  return {
    fiat,
    amount,
    frame,
    form: frame?.form,
    cards,
    card: cards?.find(({ id }) => `${id}` === typed.card) ?? cards?.[0],
    /** Why it is not known which cards there are. */
    cardsRefusal: cards ? undefined : refusal,
    reloadCards: reload,
    change: (next: { fiat?: FiatCurrency; amount?: string; card?: string }) => change(next),
    touch: () => setTouched(true),
    error: isTouched && !isOld ? frame?.form?.errors.amount : undefined,
    hasError: !isOld && frame?.form?.errors.amount !== undefined,
    /** Of exactly what is typed. */
    quote: isOld ? undefined : frame?.form?.quote,
    reset: () => {
      empty({ amount: '' });
      setTouched(false);
    },
  };
}

export type BankControl = ReturnType<typeof useBank>;
export type BankFormData = NonNullable<WalletBankFrame['form']>;
