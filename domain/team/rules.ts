import type { TeamLevel } from './codes.ts';

/*
 * What earns a reward, and what does not. Nothing is ever paid for bringing users: only for trading fees that they have
 * paid. And of those not for
 *   1. own accounts: two accounts that were opened or logged in to from the same device at the same address;
 *   2. wash trades: trades with somebody close, who is an own account, the inviter, the inviter's inviter, somebody whom
 *      one of the two has invited at first or second hand, or somebody invited by the same user;
 *   3. a second level that is made: one whose middle is an own account of the inviter;
 *   4. accounts that are frozen when the day is booked;
 *   5. liquidations, which nobody trades for;
 *   6. days on which more was given back to a member than taken.
 * Rings of invitations cannot be: who invited a user is fixed when they register, and was there before.
 */

/** What is known of a user that these rules ask about. */
export interface TeamMember {
  readonly id: number;
  /** Who invited the user, and who invited that one. */
  readonly inviter: number | undefined;
  readonly second: number | undefined;
  /** Devices with their addresses that the account was opened and logged in to from. */
  readonly seen: ReadonlySet<string>;
  readonly isFrozen: boolean;
}

/** Rule 1: whether two accounts are one user's, or the same. */
export function isOwnAccount(a: TeamMember, b: TeamMember): boolean {
  return a.id === b.id || [...a.seen].some((place) => b.seen.has(place));
}

const invited = (by: TeamMember, whom: TeamMember): boolean =>
  whom.inviter === by.id || whom.second === by.id;

/** Rule 2: whether a trade between these two may be one in which nothing changes hands. */
export function isClose(a: TeamMember, b: TeamMember): boolean {
  const isSameTeam = a.inviter !== undefined && a.inviter === b.inviter;
  return isSameTeam || invited(a, b) || invited(b, a) || isOwnAccount(a, b);
}

/** Whether a member's fees earn an inviter a reward. @param middle who stands between them, on the second level. */
export function earnsReward(
  inviter: TeamMember,
  member: TeamMember,
  level: TeamLevel,
  middle?: TeamMember,
): boolean {
  if (inviter.isFrozen || member.isFrozen || isOwnAccount(inviter, member)) return false;
  if (level === 'direct') return member.inviter === inviter.id;
  const isBetween = middle !== undefined && middle.id === member.inviter && member.second === inviter.id;
  return isBetween && !isOwnAccount(inviter, middle);
}
