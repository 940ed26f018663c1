/*
 * Codes of notifications on the wire. They stand apart from the rules: who only reads notifications loads these
 * alone.
 */
import { DAY_MS } from '../interval.ts';

/**
 * What has happened to a user without a tap of theirs. `trigger`: a stop or a guard acted or could not; `chase`: one ended and left
 * something open; `reduction`: a
 * liquidation closed a part; `margin`: a margin ratio has passed a level; `absence`: orders were cancelled because no page was connected; `interest`: of storage, one
 * a day; `storage`: an order ended; `reward`: of the team; `reply`: to a help ticket.
 */
export const notificationKinds = [
  'fill',
  'trigger',
  'chase',
  'liquidation',
  'reduction',
  'deleveraging',
  'margin',
  'absence',
  'deposit',
  'withdrawal',
  'cycle',
  'interest',
  'storage',
  'reward',
  'reply',
  'identity',
  'alert',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Kinds that a reader filters by together. */
export const notificationGroups = {
  trades: ['fill', 'trigger', 'chase', 'absence'],
  risk: ['liquidation', 'reduction', 'deleveraging', 'margin'],
  options: ['cycle'],
  money: ['deposit', 'withdrawal', 'interest', 'storage', 'reward'],
  account: ['reply', 'identity', 'alert'],
} as const satisfies Readonly<Record<string, readonly NotificationKind[]>>;
/** One filter of the notification list. */
export type NotificationGroup = keyof typeof notificationGroups;

/** What became of a stop or a guard whose price was reached: `stalled` waits on because nobody takes it. */
export const triggerResults = ['filled', 'placed', 'stalled', 'failed'] as const;
export type TriggerResult = (typeof triggerResults)[number];

/** `small`: too little to be credited; `reversed`: taken back by its network; `rejected`: a claim that was not found. */
export const depositResults = ['credited', 'unlocked', 'reversed', 'small', 'rejected'] as const;
export type DepositResult = (typeof depositResults)[number];

/** How long a notification is kept, ms, and how many of one user. */
export const NOTIFICATIONS_KEPT_MS = 90 * DAY_MS;
/** Most notifications that are kept for one user; older ones are deleted. */
export const NOTIFICATIONS_KEPT = 500;
