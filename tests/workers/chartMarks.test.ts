import { BehaviorSubject, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../domain/contract/index.ts';
import type { Result } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import { createWords } from '../../workers/session/words.ts';
import type { Fill } from '../../workers/views/chartFills.ts';
import { fillsOf } from '../../workers/views/chartFills.ts';
import { marksFrame } from '../../workers/views/marksView.ts';
import { futuresMarksFrame } from '../../workers/views/perpetual/marks.ts';
import { settle } from '../support/fakeClock.ts';
import { order as futuresOrder, ID, position } from './futuresRows.ts';

const { style } = createWords('de');
const fills: readonly Fill[] = [{ at: 5_999, side: 'sell', price: '9.5' }];

const order = (change: Partial<OrderRow>): OrderRow =>
  ({
    ...{ id: 1, market: 'AAA-USDT', side: 'buy', type: 'limit', price: '9', quantity: '1234.5' },
    ...{ status: 'open', partner: null, stopPrice: null, total: null },
    ...change,
  }) as OrderRow;

describe('marks on the chart of a pair', () => {
  it('are its orders that have a price, in the language of the page, and its fills', () => {
    const orders = [order({}), order({ id: 2, price: null }), order({ id: 3, market: 'BBB-USDT' })];
    expect(marksFrame({ kind: 'marks', market: 'AAA-USDT' }, orders, fills, style)).toEqual({
      kind: 'marks',
      orders: [{ id: 1, side: 'buy', price: 9, text: '1.234,50' }],
      fills: [{ time: 5, side: 'sell', price: 9.5 }],
    });
  });
});

describe('marks on the chart of a perpetual', () => {
  const view = { kind: 'futuresMarks', market: ID } as const;
  it('are its orders, entry and liquidation; without a known mark there are no levels', () => {
    const shown = { kind: 'at', price: '58000' } as const;
    const joined = new Map([[ID, { row: position(), shown, profit: '-12.5' }]]);
    const orders = [futuresOrder(), futuresOrder({ id: 8, market: 'ETH-USDT-PERP' })];
    const frame = futuresMarksFrame(view, orders, joined, fills, style);
    expect(frame.orders).toEqual([{ id: 7, side: 'buy', price: 60000.5, text: '0,02' }]);
    expect(frame.levels).toEqual([
      { level: 'entry', price: 61000, profit: '−12,50', direction: -1 },
      { level: 'liquidation', price: 58000 },
    ]);
    expect(frame.fills).toEqual([{ time: 5, side: 'sell', price: 9.5 }]);
    expect(futuresMarksFrame(view, [], new Map(), [], style)).toEqual({
      ...{ kind: 'marks', orders: [], levels: [], fills: [] },
    });
  });
});

describe('the fills of a chart', () => {
  type Answer = Result<{ readonly rows: readonly Fill[] }>;
  const fill = (at: number): Fill => ({ at, side: 'buy', price: '1' });
  const page = (...ats: number[]): Answer => ({ ok: true, data: { rows: ats.map(fill) } });

  function started(version: number | undefined) {
    const version$ = new BehaviorSubject(version);
    const beat$ = new Subject<void>();
    const answers: ((answer: Answer) => void)[] = [];
    const seen: number[][] = [];
    const now = { ms: 0 };
    const clock = { now: () => now.ms, monotonic: () => now.ms } as unknown as Clock;
    const request = () => new Promise<Answer>((resolve) => answers.push(resolve));
    const deps = { time$: beat$, clock };
    fillsOf(version$, deps, request).subscribe((all) => seen.push(all.map(({ at }) => at)));
    return { version$, beat$, answers, seen, now };
  }

  it('are requested once a beat, however often something trades, and stay where a request fails', async () => {
    const { version$, beat$, answers, seen } = started(1);
    expect(answers).toHaveLength(0);
    beat$.next();
    answers[0]?.(page(3, 2));
    await settle();
    for (const version of [2, 3, 4]) version$.next(version);
    beat$.next();
    beat$.next();
    expect(answers).toHaveLength(2);
    answers[1]?.({ ok: false, error: { code: 'networkDown', message: '' } });
    await settle();
    expect(seen).toEqual([[], [2, 3]]);
  });

  it.each(['networkDown', 'unavailable'] as const)(
    'are requested again after a pause where %s left none, though nothing trades any more',
    async (code) => {
      const { beat$, answers, seen, now } = started(1);
      beat$.next();
      answers[0]?.({ ok: false, error: { code, message: '' } });
      await settle();
      now.ms = 4_999;
      beat$.next();
      expect(answers).toHaveLength(1);
      now.ms = 5_000;
      beat$.next();
      answers[1]?.(page(7));
      await settle();
      expect(seen).toEqual([[], [7]]);
    },
  );

  it('are those of the newest version, and none of somebody who has logged out, whatever comes late', async () => {
    const { version$, beat$, answers, seen } = started(1);
    beat$.next();
    version$.next(2);
    beat$.next();
    answers[0]?.(page(1));
    await settle();
    beat$.next();
    answers[1]?.(page(9));
    await settle();
    expect(seen).toEqual([[], [1], [9]]);
    version$.next(3);
    beat$.next();
    version$.next(undefined);
    answers[2]?.(page(4));
    await settle();
    expect(seen.slice(3)).toEqual([[]]);
  });
});
