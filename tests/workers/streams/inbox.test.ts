import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { AccountEvent } from '../../../workers/streams/account.ts';
import { accountState } from '../../../workers/streams/account.ts';
import { Inbox, LIVE_MS } from '../../../workers/streams/inbox.ts';
import { News } from '../../../workers/streams/news.ts';
import { noNews } from '../world.ts';
import { change, marbles, NOON, state } from './marbles.ts';

const cleared: AccountEvent = { kind: 'cleared' };
type Row = Parameters<typeof change>[0];
const notified = (id: number, kind = 'filled', body: object = {}, at = NOON): AccountEvent =>
  change({ type: 'notification', body: { id, kind, body } } as unknown as Row, at);
const read = (readTo: number, newest: number, unread: number): AccountEvent =>
  change({ type: 'notificationState', body: { ...noNews, readTo, newest, unread } } as unknown as Row);

describe('the inbox', () => {
  const values: Record<string, AccountEvent> = {
    s: state({ notifications: { ...noNews, newest: 4, readTo: 3, unread: 1 } }),
    a: state({
      notifications: {
        ...noNews,
        ...{ newest: 9, readTo: 3, unread: 6, cycleNet: '1.25' },
        unseen: [{ kind: 'cycle', count: 2 }],
      },
    }),
    k: notified(4),
    n: notified(5),
    l: notified(10, 'cycle', { net: '-0.3' }, NOON - LIVE_MS - 1),
    m: notified(11, 'filled', {}, NOON - LIVE_MS - 1),
    r: read(5, 5, 0),
    p: change({ type: 'profile', body: {} } as unknown as Row),
    c: cleared,
  };
  const unread = map(({ unread, readTo }: Inbox) => `${unread} after ${readTo}`);
  const away = map(({ away }: Inbox) =>
    away ? `${away.kinds.map(({ kind, count }) => `${count} ${kind}`).join()} ${away.cycleNet}` : 'nothing',
  );

  it('counts what is new, what it knows already never, and all of it anew when it is read or somebody else comes', () => {
    marbles(({ hot, expectObservable }) => {
      const inbox$ = accountState(hot('-sknrc', values), new Inbox(() => NOON));
      expectObservable(inbox$.pipe(unread)).toBe('-sknrc', {
        s: '1 after 3',
        k: '1 after 3',
        n: '2 after 3',
        r: '0 after 5',
        c: '0 after 0',
      });
    });
  });
  it('sums what came while no page was there, exactly, also what comes late; live news are none of it', () => {
    marbles(({ hot, expectObservable }) => {
      const inbox$ = accountState(hot('-snalmr', values), new Inbox(() => NOON));
      expectObservable(inbox$.pipe(away)).toBe('-snalmr', {
        s: 'nothing',
        n: 'nothing',
        a: '2 cycle 1.25',
        l: '3 cycle 0.95',
        m: '3 cycle,1 filled 0.95',
        r: 'nothing',
      });
    });
  });
  it('is another version with each of its rows alone', () => {
    marbles(({ hot, flush }) => {
      const inbox = new Inbox(() => NOON);
      const versions: number[] = [];
      accountState(hot('-spnc', values), inbox).subscribe(({ version }) => versions.push(version));
      flush();
      expect(versions).toEqual([1, 1, 2, 3]);
    });
  });
});

describe('news of the private channel', () => {
  const values: Record<string, AccountEvent> = {
    s: state(),
    o: change({ type: 'order', body: {} } as unknown as Row),
    b: change({ type: 'cycle', body: { outcome: null } } as unknown as Row),
    e: change({ type: 'cycle', body: { outcome: 'up' } } as unknown as Row),
    c: cleared,
  };
  it('are another number for the kind that was published, and for all when rows may have been missed', () => {
    marbles(({ hot, expectObservable }) => {
      const shown = map((news: News) =>
        (['order', 'cycle', 'cycleEnded'] as const).map((kind) => news.of(kind)).join(),
      );
      expectObservable(accountState(hot('-sobec', values), new News()).pipe(shown)).toBe('-sobec', {
        s: '1,1,1',
        o: '2,1,1',
        b: '2,2,1',
        e: '2,2,2',
        c: '3,3,3',
      });
    });
  });
});
