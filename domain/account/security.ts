import { DAY_MS } from '../interval.ts';

/** What makes an account hard to take, in the order in which it is best done. */
export const securityMeasures = ['email', 'fundPassword', 'totp', 'phone', 'antiPhishing'] as const;
export type SecurityMeasure = (typeof securityMeasures)[number];

const POINTS: Record<SecurityMeasure, number> = {
  email: 20,
  fundPassword: 20,
  totp: 30,
  phone: 10,
  antiPhishing: 10,
};
/** Every account has a password. */
const PASSWORD_POINTS = 10;

/** How well an account is protected; 80 points are `high`, 50 `medium`. */
export interface SecurityScore {
  /** 0 to 100. */
  readonly points: number;
  readonly level: 'low' | 'medium' | 'high';
  /** What to do next; undefined when all is done. */
  readonly next: SecurityMeasure | undefined;
}

/** How safe an account is by what its owner has set up. */
export function securityScore(done: Readonly<Record<SecurityMeasure, boolean>>): SecurityScore {
  const points = securityMeasures.reduce(
    (sum, measure) => sum + (done[measure] ? POINTS[measure] : 0),
    PASSWORD_POINTS,
  );
  return {
    points,
    level: points >= 80 ? 'high' : points >= 50 ? 'medium' : 'low',
    next: securityMeasures.find((measure) => !done[measure]),
  };
}

/** Credit score of a new account. It moves by documented rules only. */
export const CREDIT_SCORE_START = 100;
/** Withdrawals rest this long after a change that somebody who stole a login would make. */
export const CHANGE_HOLD_MS = DAY_MS;

/** What of an account can be set, changed or taken away. `phone` and `email`: bound or changed. */
export type AccountChange = 'password' | 'fundPassword' | 'phone' | 'email' | 'totpOn' | 'totpOff';

/**
 * Whether withdrawals rest after a change. What changes or takes away a protection rests them, and so does what makes
 * codes go elsewhere: a first e-mail address takes them over from the phone. What only adds one does not: a first
 * phone, time-based codes, and the funding password that is chosen on the day of the account's opening.
 * @param account as it is before. @param at ms UTC.
 */
export function restsWithdrawals(
  change: AccountChange,
  account: { readonly hasPhone: boolean; readonly hasFundPassword: boolean; readonly createdAt: number },
  at: number,
): boolean {
  if (change === 'totpOn') return false;
  if (change === 'phone') return account.hasPhone;
  if (change === 'fundPassword') return account.hasFundPassword || at - account.createdAt >= CHANGE_HOLD_MS;
  return true;
}
