import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { MarkRow, OrderRow } from '../../../domain/contract/index.ts';
import type { Balance, Result } from '../../../domain/index.ts';
import type { FeedEvent } from '../../../feeds/index.ts';
import type { AccountEvent } from '../../../workers/streams/account.ts';
import { accountState } from '../../../workers/streams/account.ts';
import { Funds } from '../../../workers/streams/balances.ts';
import { Orders } from '../../../workers/streams/orders.ts';
import type { Positions } from '../../../workers/streams/positions/index.ts';
import { positionsIn } from '../../../workers/streams/positions/index.ts';
import { perpetualPair } from '../../support/perpetualPair.ts';
import { ID, position } from '../futuresRows.ts';
import { noFutures } from '../world.ts';
import type { Helpers } from './marbles.ts';
import { answered, change, marbles, state, streamsOn } from './marbles.ts';

const cleared: AccountEvent = { kind: 'cleared' };

describe('balances', () => {
  const balance = (asset: string, posted: string, version: number): Balance => ({
    account: 'spot',
    asset,
    posted,
    held: '0',
    version,
  });
  const values: Record<string, AccountEvent> = {
    s: state({ balances: [balance('USDT', '10', 1), balance('BTC', '1', 4)], realizedPl: '5' }),
    d: change({ type: 'balance', body: balance('USDT', '8', 2) }),
    o: change({ type: 'balance', body: balance('USDT', '9', 1) }),
    p: change({ type: 'profile', body: {} }),
    f: change({
      type: 'funding',
      body: { id: 1, market: ID, at: 0, amount: '-0.25' },
    } as Parameters<typeof change>[0]),
    r: state({ uid: 'u2', balances: [balance('USDT', '3', 1)] }),
    c: cleared,
  };
  const read = map((funds: Funds) => {
    const sums = funds.balances.map(({ asset, posted }) => `${asset} ${posted}`).join();
    return `${funds.uid ?? 'nobody'} ${sums} ${funds.realizedPl}`;
  });

  it('are whole with their snapshot, take changes, leave out older ones, and begin again with another login', () => {
    marbles(({ hot, expectObservable }) => {
      const shown$ = accountState(hot('-s-d-o-c-r', values), new Funds()).pipe(read);
      expectObservable(shown$).toBe('-s-d-o-c-r', {
        s: 'u1 USDT 10,BTC 1 5',
        d: 'u1 USDT 8,BTC 1 5',
        o: 'u1 USDT 8,BTC 1 5',
        c: 'nobody  0',
        r: 'u2 USDT 3 0',
      });
    });
  });
  it('sum what perpetuals have brought, exactly', () => {
    marbles(({ hot, expectObservable }) => {
      const shown$ = accountState(hot('-sff', values), new Funds()).pipe(map(({ realizedPl }) => realizedPl));
      expectObservable(shown$).toBe('-sab', { s: '5', a: '4.75', b: '4.5' });
    });
  });
  it('are one state for two pages, and a page that comes later has it at once', () => {
    marbles((helpers) => {
      const { streams } = streamsOn(helpers, { diagram: '-', values: {} }, { diagram: '-s-d', values });
      streams.stored$.subscribe();
      const first = map((funds: Funds) => funds.balances[0]?.posted ?? '-');
      helpers
        .expectObservable(streams.balances$.pipe(first), '^---!')
        .toBe('0s-d', { 0: '-', s: '10', d: '8' });
      helpers.expectObservable(streams.balances$.pipe(first), '--^---!').toBe('--sd', { s: '10', d: '8' });
    });
  });
});

describe('orders', () => {
  const order = (id: number, status: OrderRow['status'], version: number) =>
    ({ id, status, version, market: 'A-USDT' }) as OrderRow;
  const values: Record<string, AccountEvent> = {
    s: state({ orders: [order(1, 'open', 1), order(2, 'open', 1)] }),
    n: change({ type: 'order', body: order(3, 'open', 1) }),
    e: change({ type: 'order', body: order(1, 'filled', 3) }),
    l: change({ type: 'order', body: order(1, 'open', 2) }),
    r: state({ orders: [order(3, 'open', 2)] }),
    c: cleared,
  };
  const read = map(
    (orders: Orders) => orders.live.map(({ id, version }) => `${id}.${version}`).join() || 'none',
  );

  it('are those that may still trade, the newest first; one that has ended does not come back by a late message', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(accountState(hot('-s-n-e-l-r-c', values), new Orders()).pipe(read)).toBe(
        '-s-n-e-l-r-c',
        {
          s: '2.1,1.1',
          n: '3.1,2.1,1.1',
          e: '3.1,2.1',
          l: '3.1,2.1',
          r: '3.2',
          c: 'none',
        },
      );
    });
  });
  it('keep a newer state where a snapshot is older', () => {
    marbles(({ hot, expectObservable }) => {
      const newer = { ...values, d: change({ type: 'order', body: order(2, 'open', 5) }) };
      expectObservable(accountState(hot('-s-d-s', newer), new Orders()).pipe(read)).toBe('-s-d-t', {
        s: '2.1,1.1',
        d: '2.5,1.1',
        t: '2.5,1.1',
      });
    });
  });
});

describe('positions', () => {
  const [, listed] = perpetualPair('BTC');
  const mark = (price: string): MarkRow => [ID, price, price, '0', 0, 'live'];
  const marks = (price: string, snapshot = false): FeedEvent => ({
    kind: 'marks',
    snapshot,
    rows: [mark(price)],
    at: 0,
  });
  const feedValues: Record<string, FeedEvent> = {
    m: marks('61000', true),
    n: marks('62000'),
    l: { kind: 'lost', channel: 'mark' },
    b: marks('60000', true),
  };
  const open = state({ futures: { ...noFutures, positions: [position()] } });
  const values: Record<string, AccountEvent> = {
    s: open,
    v: change({ type: 'position', body: position({ version: 2, quantity: '0.02', cost: '1220' }) }),
    o: change({ type: 'position', body: position({ version: 1 }) }),
    e: change({ type: 'position', body: position({ version: 3, closedAt: 9, end: 'closed' }) } as Parameters<
      typeof change
    >[0]),
    c: cleared,
  };
  const read = map((positions: Positions) => {
    const { joined, profit } = positions.snapshot();
    const own = joined.get(ID);
    return own ? `${own.value} ${own.profit}` : `${positions.positions.length} ${profit ?? '-'}`;
  });
  const joinedOn = (helpers: Helpers, events: string, account: string, more = {}) => {
    const made = streamsOn(
      helpers,
      { diagram: events, values: feedValues },
      { diagram: account, values },
      more,
    );
    made.streams.rows.setMarkets([listed]);
    made.streams.stored$.subscribe();
    return { ...made, shown$: positionsIn(made.streams).pipe(read) };
  };
  const distinct = (texts: string[]) => texts.filter((text, i) => text !== texts[i - 1]);
  const seen = (helpers: Helpers, shown$: ReturnType<typeof joinedOn>['shown$']) => {
    const texts: string[] = [];
    shown$.subscribe((text) => texts.push(text));
    helpers.flush();
    return distinct(texts);
  };

  it('are joined with their marks: value and P/L of what changed, whichever of the two it is', () => {
    marbles((helpers) => {
      const { shown$ } = joinedOn(helpers, '-m---n', '---s---v-o-e');
      expect(seen(helpers, shown$)).toEqual(['0 0', '2440 0', '2480 40', '1240 20', '0 0']);
    });
  });
  it('have no figures without a mark, keep them while marks are lost, and take those of the next snapshot', () => {
    marbles((helpers) => {
      const { shown$ } = joinedOn(helpers, '---m-l-b', '-s');
      expect(seen(helpers, shown$)).toEqual(['0 0', '1 -', '2440 0', '2400 -40']);
    });
  });
  it('are forgotten with the login', () => {
    marbles((helpers) => {
      const { shown$ } = joinedOn(helpers, '-m', '---s--c');
      expect(seen(helpers, shown$)).toEqual(['0 0', '2440 0', '0 0']);
    });
  });
  it('are one state for two pages, on one channel of marks', () => {
    marbles((helpers) => {
      const { streams, shown$, openings } = joinedOn(helpers, '-m', '--s');
      expect(positionsIn(streams)).toBe(positionsIn(streams));
      helpers.expectObservable(shown$.pipe(map(() => 'x')), '100ms ^-!').toBe('100ms x');
      const first = shown$.subscribe();
      helpers.scheduler.schedule(() => first.unsubscribe(), 200);
      helpers.expectSubscriptions(openings('mark')).toBe('^ 2199ms !');
    });
  });
  it('are requested until they are known, every three seconds', () => {
    marbles((helpers) => {
      const away: Result<never> = { ok: false, error: { code: 'networkDown', message: '' } };
      const known = { ok: true, data: { ...noFutures, positions: [position()] } };
      const answers = ['-(n|)', '-(n|)', '-(k|)'];
      const requests: number[] = [];
      const { streams, shown$ } = joinedOn(helpers, 'm', '', {
        callAsUser: () => {
          requests.push(helpers.scheduler.now());
          return answered(helpers.cold(answers[requests.length - 1] ?? '-', { n: away, k: known }));
        },
      });
      streams.funds.take(state({ futures: noFutures }) as Parameters<Funds['take']>[0]);
      expect(seen(helpers, shown$).at(-1)).toBe('2440 0');
      expect(requests).toEqual([0, 3_001, 6_002]);
    });
  });
});
