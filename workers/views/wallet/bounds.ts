import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, RefusalCode, WithdrawBounds } from '../../../domain/index.ts';
import { amountText, mostWithdrawal, NO_FIGURE } from '../../../domain/index.ts';
import type { WithdrawLimits, WithdrawRest } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';

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

/** Changes when the rest has ended: what is known is asked for anew then. @param now the exchange's clock. */
export function restKey(infos: Infos | undefined, now: number): string {
  return infos?.held && now >= infos.held.until ? 'over' : '';
}

export function restOf({ held }: Infos): { readonly rest?: WithdrawRest } {
  return held ? { rest: held } : {};
}

export function limitsOf(
  { available, withdrawable, locked }: Currency,
  bounds: WithdrawBounds | undefined,
  level: number,
  { style }: Words,
): WithdrawLimits {
  const text = (amount: Dec | undefined) => (amount === undefined ? NO_FIGURE : amountText(amount, style));
  return {
    available: text(available),
    withdrawable: text(withdrawable),
    locked: /[1-9]/.test(locked) ? text(locked) : '',
    least: text(bounds?.least),
    most: text(bounds?.most),
    level,
    levelMost: text(bounds?.levelMost),
    dayLeft: text(bounds?.dayLeft),
    mostDigits: bounds ? mostWithdrawal(bounds) : '0',
  };
}
