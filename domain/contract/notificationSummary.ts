import * as v from 'valibot';
import { Count, SignedAmount } from './fields.ts';

/** What a user has not read, and of it what they have not even seen. */
export const NotificationSummary = /*#__PURE__*/ v.object({
  /** Up to which id the list was read; 0 before. */
  readTo: Count,
  /** The highest id; 0 without any. */
  newest: Count,
  unread: Count,
  /** Unread ones that were not shown as live news or as a summary either; a newer exchange may know more kinds. */
  unseen: v.array(v.object({ kind: v.string(), count: Count })),
  /** What the cycle contracts among the unseen came to after fees, USDT. */
  cycleNet: SignedAmount,
});
export type NotificationSummary = v.InferOutput<typeof NotificationSummary>;
