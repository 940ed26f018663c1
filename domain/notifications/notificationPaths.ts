import type { NotificationKind } from './notificationCodes.ts';

/** What of a notification its route depends on. */
interface NotificationSubject {
  readonly kind: NotificationKind;
  /** Of fills and triggers. */
  readonly product?: 'spot' | 'perpetual';
  readonly order?: number;
  /** Of alerts. */
  readonly market?: string;
  /** Of replies. */
  readonly ticket?: number;
}

const RECORDS = '/contractRecord/all';

const paths: Readonly<Record<NotificationKind, string | ((about: NotificationSubject) => string)>> = {
  fill: orderPath,
  trigger: orderPath,
  chase: RECORDS,
  liquidation: RECORDS,
  reduction: RECORDS,
  deleveraging: RECORDS,
  absence: RECORDS,
  margin: '/trade?kind=perpetual',
  deposit: '/property/deposits',
  withdrawal: '/property/withdrawals',
  cycle: '/contractRecord/all?kind=cycle',
  interest: '/lockRecord',
  storage: '/lockRecord',
  reward: '/mine/myTeam',
  reply: ({ ticket }) => `/mine/questionRecord?ticket=${ticket}`,
  identity: '/mine/identity',
  alert: ({ market }) => `/coinDetail/${market}`,
};

function orderPath({ product, order }: NotificationSubject): string {
  return product === 'spot' ? `/tradDetail/${order}` : RECORDS;
}

/** The route on which more of a notification is to be seen. */
export function notificationPath(about: NotificationSubject): string {
  const path = paths[about.kind];
  return typeof path === 'string' ? path : path(about);
}
