import * as v from 'valibot';
import { NotificationRow } from '../../../domain/contract/index.ts';
import { notificationGroups } from '../../../domain/index.ts';
import type { NotificationsFrame, NotificationsView } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import { PagedViewer } from '../pagedView.ts';
import type { ViewDeps } from '../view.ts';
import { notificationLine } from './lines.ts';

const request = ({ group }: NotificationsView) =>
  group === undefined ? {} : { kinds: [...notificationGroups[group]] };

/** A person's notifications, newest first; new ones come at the top. */
export function openNotifications(view: NotificationsView, deps: ViewDeps): LiveView<NotificationsView> {
  return new PagedViewer<NotificationsView, NotificationRow, number>(view, {
    asked: request,
    page: async (filter, part) => {
      const result = await deps.call('notification.list', { ...request(filter), ...part });
      if (!result.ok) return result;
      // A kind that a newer exchange knows has no words here.
      const rows = result.data.rows.filter((row) => v.is(NotificationRow, row));
      return { ok: true, data: { rows, next: result.data.next } };
    },
    version: () => deps.streams.news.of('notification'),
    frame: (rows, end): NotificationsFrame => ({
      kind: 'notifications',
      lines: rows.map((row) => notificationLine(row, deps)),
      ...end,
    }),
  });
}
