import type { IdentityField, IdentityLevel, RejectionReason } from './codes.ts';

/** How long the reviewer of practice takes, ms. */
export const PRACTICE_REVIEW_MS = 5_000;

/** What the reviewer of practice rejects, so that a user can see how it goes. */
export interface PracticeSample {
  /** ID numbers that begin with this. */
  readonly prefix: string;
  readonly level: IdentityLevel;
  readonly field: IdentityField;
  readonly reason: RejectionReason;
}

/** The documented samples: each is rejected the first time, and approved when it is sent again. */
export const practiceSamples: readonly PracticeSample[] = [
  { prefix: 'REJECT1', level: 1, field: 'number', reason: 'sample' },
  { prefix: 'REJECT2', level: 2, field: 'front', reason: 'unreadable' },
];

/**
 * What the reviewer of practice finds wrong with an application; undefined when it approves.
 * @param number in its one writing. @param rejections how often this level was rejected before.
 */
export function practiceFinding(
  level: IdentityLevel,
  number: string,
  rejections: number,
): PracticeSample | undefined {
  if (rejections > 0) return undefined;
  return practiceSamples.find((sample) => sample.level === level && number.startsWith(sample.prefix));
}
