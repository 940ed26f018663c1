import * as v from 'valibot';
import { NotificationRow } from '../../../domain/contract/index.ts';
import { notificationGroups } from '../../../domain/index.ts';
import type { NotificationsFrame, NotificationsView } from '../../protocol.ts';
import { pagedView } from '../pagedView.ts';
import { sampled } from '../view.ts';
import { notificationLine } from './lines.ts';

/** The account's notifications, newest first. */
export const notificationsView = pagedView<number>()({
  request: ({ group }: NotificationsView) =>
    group === undefined ? {} : { kinds: [...notificationGroups[group]] },
  async page({ call }, request) {
    const result = await call('notification.list', request);
    if (!result.ok) return result;
    // A kind that a newer exchange knows has no words here.
    const rows = result.data.rows.filter((row) => v.is(NotificationRow, row));
    return { ok: true, data: { rows, next: result.data.next } };
  },
  version$: (deps) => sampled(deps, () => deps.streams.news.of('notification')),
  frame: (rows, end, deps): NotificationsFrame => ({
    ...end,
    kind: 'notifications',
    lines: rows.map((row) => notificationLine(row, deps)),
  }),
});
