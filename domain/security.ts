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
/** Withdrawals rest this long after a password, the e-mail or the time-based codes changed. */
export const CHANGE_HOLD_MS = 24 * 3_600_000;
