import * as v from 'valibot';
import { notificationKinds } from '../notifications/notificationCodes.ts';
import { defineCall } from './call.ts';
import { Count, Id } from './fields.ts';
import { NotificationRow } from './notificationRows.ts';
import { NotificationSummary } from './notificationSummary.ts';

/** Notifications of the user; `readTo` is the highest id that was read. */
export const listNotifications = /*#__PURE__*/ defineCall({
  path: '/xb/v1/notification/list',
  access: 'user',
  request: v.strictObject({
    /** Only these. */
    kinds: v.exactOptional(v.pipe(v.array(v.picklist(notificationKinds)), v.minLength(1), v.maxLength(20))),
    /** `next` of the page before. */
    before: v.exactOptional(Id),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(200)), 50),
  }),
  /** Newest first. */
  response: v.object({ rows: v.array(NotificationRow), next: v.nullable(Id), readTo: Count }),
});

/** Moves the read and seen marks forward and returns the counts that remain. */
export const markNotifications = /*#__PURE__*/ defineCall({
  path: '/xb/v1/notification/mark',
  access: 'user',
  /** Up to which id the user has read the list, or has been shown that there is something. Neither goes back. */
  request: v.strictObject({ read: v.exactOptional(Count), seen: v.exactOptional(Count) }),
  response: NotificationSummary,
});

/** Reads or changes whether mails about liquidations are sent to the user. */
export const notificationSettings = /*#__PURE__*/ defineCall({
  path: '/xb/v1/notification/settings',
  access: 'user',
  /** Without a field: as it stands. */
  request: v.strictObject({ mails: v.exactOptional(v.boolean()) }),
  /** Whether mails go out of what ended or reduced a position against its owner's will. */
  response: v.object({ mails: v.boolean() }),
});
