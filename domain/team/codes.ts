/** Invited by the user; invited by one of those. */
export const teamLevels = ['direct', 'second'] as const;
export type TeamLevel = (typeof teamLevels)[number];

/** How far a member has come: `verified` once the identity is, `traded` after the first trade of any kind. */
export const memberStates = ['registered', 'verified', 'traded'] as const;
export type MemberState = (typeof memberStates)[number];
