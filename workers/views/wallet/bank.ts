import type { Observable } from 'rxjs';
import { combineLatest, connect, distinctUntilChanged, map, of, switchMap } from 'rxjs';
import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { RefusalCode } from '../../../domain/index.ts';
import {
  amountText,
  BANK_DECIMALS,
  isRefusalCode,
  TOTAL_ASSET,
  typedAmount,
  withdrawRefusal,
} from '../../../domain/index.ts';
import type { BankQuoteLine, WalletBankFrame, WalletBankView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { forEachOwner } from '../owner.ts';
import type { Answer } from '../requested.ts';
import { isUndecided, NO_ANSWER, polled } from '../requested.ts';
import type { ViewDeps } from '../view.ts';
import { projected } from '../view.ts';
import type { Infos } from './bounds.ts';
import { blockedOf, boundsOf, limitsOf, restOf, withdrawInfos } from './bounds.ts';
import { fiatText } from './texts.ts';

type Quote = ResponseOf<Calls['withdraw.bankQuote']>;

/** Typing has come to rest after this time: a rate is locked for an amount that stays. */
const REST_MS = 500;
/** A rate is renewed while it still has this long to go, so that one is always there to be taken. */
const RENEW_MS = 5_000;
/** After this time a request that did not get through is sent again. */
const RETRY_MS = 5_000;

type BankState = readonly [infos: Answer<Infos>, quote: Answer<Quote>];

/** A withdrawal to a bank card: its bounds, and a locked rate for exactly what is typed. */
export const bankView = projected<WalletBankView, BankState, WalletBankFrame>({
  state: (view$, deps) =>
    forEachOwner(
      withdrawInfos(deps).pipe(connect((infos$) => combineLatest([infos$, quoteIn(view$, infos$, deps)]))),
      deps,
    ),
  frame(view, [{ data, failed }, quote], deps) {
    const form = data && formOf(view, data, quote, deps);
    return { kind: 'walletBank', view, ...(failed ? { failed } : {}), ...(form ? { form } : {}) };
  },
});

/** What is typed, and whether it may be withdrawn. */
function checkedOf({ amount }: WalletBankView, infos: Infos) {
  const currency = infos.currencies.find((each) => each.currency === TOTAL_ASSET);
  if (!currency) return undefined;
  const bounds = boundsOf(currency, infos.bank.fee, BANK_DECIMALS);
  const typed = typedAmount(amount);
  const refusal = bounds && withdrawRefusal(typed ?? '', bounds);
  const blocked = bankBlocked(infos) ?? blockedOf(infos, currency);
  return { currency, bounds, refusal, blocked, valid: bounds && !refusal && !blocked ? typed : undefined };
}

/** A rate for what is typed, requested once it rests, and again before the rate ends. */
function quoteIn(
  view$: Observable<WalletBankView>,
  infos$: Observable<Answer<Infos>>,
  deps: ViewDeps,
): Observable<Answer<Quote>> {
  const { call, clock } = deps;
  return combineLatest([view$, infos$]).pipe(
    map(([view, { data }]) => ({ fiat: view.fiat, amount: data && checkedOf(view, data)?.valid })),
    distinctUntilChanged((a, b) => a.fiat === b.fiat && a.amount === b.amount),
    switchMap(({ fiat, amount }) => {
      if (amount === undefined) return of(NO_ANSWER);
      const typedAt = clock.monotonic();
      return polled(of(amount), deps, {
        request: () => call('withdraw.bankQuote', { fiat, amount }),
        isDue(_, { data, failed, endedAt }, now) {
          if (failed) return (data !== undefined || isUndecided(failed)) && now - endedAt >= RETRY_MS;
          // By how long it has been here: a clock that is set back would have it stand for as much longer.
          if (data) return now - endedAt > data.expiresAt - data.now - RENEW_MS;
          return now - typedAt >= REST_MS;
        },
      });
    }),
  );
}

function formOf(
  view: WalletBankView,
  infos: Infos,
  quote: Answer<Quote>,
  deps: ViewDeps,
): WalletBankFrame['form'] {
  const checked = checkedOf(view, infos);
  if (!checked) return undefined;
  const { currency, bounds, refusal, blocked } = checked;
  const { bank, level, proof } = infos;
  const words = deps.words();
  return {
    fiats: bank.currencies,
    limits: limitsOf(currency, bounds, level, words),
    fee: amountText(bank.fee, words.style),
    fiatLeft: amountText(bank.day.left, words.style),
    fiatMost: amountText(bank.day.most, words.style),
    verifiedName: bank.verifiedName,
    errors: refusal ? { amount: refusal } : {},
    ...restOf(infos),
    ...(blocked ? { blocked } : {}),
    proof,
    ...quoted(quote, words),
  };
}

function quoted(
  { data, at, failed }: Answer<Quote>,
  { style }: Words,
): Pick<NonNullable<WalletBankFrame['form']>, 'quote' | 'quoteFailed'> {
  if (!data) return failed ? { quoteFailed: failed } : {};
  const quote: BankQuoteLine = {
    id: data.id,
    fiat: data.fiat,
    amount: amountText(data.amount, style),
    amountExact: data.amount,
    fee: amountText(data.fee, style),
    rate: amountText(data.rate, style),
    market: amountText(data.market, style),
    received: fiatText(data.received, data.fiat, style),
    expiresAt: at + data.expiresAt - data.now,
  };
  return { quote };
}

function bankBlocked({ bank }: Infos): RefusalCode | undefined {
  if (bank.blocked === null) return undefined;
  return isRefusalCode(bank.blocked) ? bank.blocked : 'unavailable';
}
