/** What is certified at each level. @see specification §6 */
export const identityLevels = [1, 2] as const;
export type IdentityLevel = (typeof identityLevels)[number];

/** What becomes of an application. Each level is applied for by itself, one at a time. */
export const applicationStates = ['pending', 'approved', 'rejected'] as const;

/** Photos of level 2. `holding`: the user with the document in hand. */
export const photoKinds = ['front', 'back', 'holding'] as const;
export type PhotoKind = (typeof photoKinds)[number];

/** What an application is made of, in the order of the form. */
export const identityFields = ['name', 'number', ...photoKinds] as const;
export type IdentityField = (typeof identityFields)[number];

/** @returns the fields of a level's application. */
export const fieldsOfLevel = (level: IdentityLevel): readonly IdentityField[] =>
  level === 1 ? ['name', 'number'] : photoKinds;

/**
 * Why a field was rejected. `mismatch`: differs from the document or from another field. `taken`: the number is
 * certified on another account. `sample`: one of the documented samples of practice. `other`: the note says it.
 */
export const rejectionReasons = [
  'unreadable',
  'cutOff',
  'mismatch',
  'expired',
  'notAccepted',
  'taken',
  'sample',
  'other',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];
