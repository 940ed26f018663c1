import type { Observable } from 'rxjs';
import { of } from 'rxjs';
import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, RefusalCode, WithdrawBounds } from '../../../domain/index.ts';
import { amountText, heldText, mostWithdrawal, NO_FIGURE } from '../../../domain/index.ts';
import type { WithdrawLimits, WithdrawRest } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { Answer } from '../requested.ts';
import { requested } from '../requested.ts';
import type { ViewDeps } from '../view.ts';

export type Infos = ResponseOf<Calls['withdraw.infos']>;
export type Currency = Infos['currencies'][number];

/** @param fee flat, in the currency. @param decimals of an amount. @returns undefined without a fresh price. */
export function boundsOf(currency: Currency, fee: Dec, decimals: number): WithdrawBounds | undefined {
  const { bounds, available, withdrawable } = currency;
  return bounds ? { ...bounds, available, withdrawable, fee, decimals } : undefined;
}

/** Why nothing can be withdrawn now, whatever is typed. */
export function blockedOf(
  { paused, held, proof, pending }: Infos,
  { bounds }: Currency,
): RefusalCode | undefined {
  if (paused) return 'withdrawalsPaused';
  if (proof.code === null) return 'contactMissing';
  if (!proof.fundPassword && !proof.passkey) return 'fundPasswordMissing';
  if (held) return 'withdrawHeld';
  if (pending.count >= pending.most) return 'withdrawalsTooMany';
  return bounds ? undefined : 'rateMissing';
}

/** How long it holds, ms: a day begins, a price comes back, and a pause ends without a movement of money. */
const FRESH_MS = 60_000;

/** What bounds withdrawals; requested again when money moves, when the rest after a change has ended, and now and then. */
export const withdrawInfos = (deps: ViewDeps): Observable<Answer<Infos>> =>
  requested(of(undefined), deps, {
    request: () => deps.call('withdraw.infos', {}),
    key(_, answer) {
      const { data } = answer;
      const hasRested = data?.held && exchangeNow(answer, deps) >= data.held.until;
      const minute = Math.floor(deps.clock.monotonic() / FRESH_MS);
      return `${deps.funds.version} ${deps.funds.walletVersion} ${hasRested === true} ${minute}`;
    },
  });

/** The exchange's clock as its answer set it, ms UTC. */
export const exchangeNow = ({ data, at }: Answer<Infos>, { clock }: Pick<ViewDeps, 'clock'>): number =>
  (data?.now ?? at) + clock.now() - at;

export function restOf({ held }: Infos): { readonly rest?: WithdrawRest } {
  return held ? { rest: held } : {};
}

export function limitsOf(
  { currency, available, withdrawable, locked }: Currency,
  bounds: WithdrawBounds | undefined,
  level: number,
  { style }: Words,
): WithdrawLimits {
  const text = (amount: Dec | undefined) => (amount === undefined ? NO_FIGURE : amountText(amount, style));
  return {
    available: heldText(available, currency, style),
    withdrawable: heldText(withdrawable, currency, style),
    locked: /[1-9]/.test(locked) ? text(locked) : '',
    least: text(bounds?.least),
    most: text(bounds?.most),
    level,
    levelMost: text(bounds?.levelMost),
    dayLeft: text(bounds?.dayLeft),
    mostDigits: bounds ? mostWithdrawal(bounds) : '0',
  };
}
