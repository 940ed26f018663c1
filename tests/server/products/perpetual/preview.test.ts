import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import type { OrderPlace, Position } from '../../../../domain/index.ts';
import {
  crossTotals,
  D,
  maxOpenSize,
  perpetualFees,
  previewOrder,
  safetyShares,
  tiersOfMarket,
  toText,
} from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import { holds } from '../../../support/holds.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

/** What of a position the rules compute with. */
const ruled = (position: Position | undefined) => {
  if (!position) return undefined;
  const { side, mode, leverage, quantity, cost, margin, realised } = position;
  return { side, mode, leverage, quantity, cost, margin, realised };
};

withDatabase('the preview of an order', (db) => {
  let x: Futures;
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    await x.stop();
  });
  /** A user's account as a client knows it: balances, positions and orders of the snapshot, and the marks. */
  const placeOf = async (i: number, market: string): Promise<OrderPlace> => {
    const { positions } = await x.state(i);
    const [posted, held] = await x.money(i);
    const margins = positions.reduce((sum, { margin }) => sum.plus(margin), new D(0));
    const valued = (id: string) => {
      const found = x.engine.orderBookOf(id)?.market;
      if (!found) throw new Error(id);
      return { mark: x.engine.marks.of(id)?.mark ?? '0', table: tiersOfMarket(found) };
    };
    return {
      balance: toText(new D(posted).minus(margins)),
      held: toText(new D(held).minus(margins)),
      position: positions.find((each) => each.market === market),
      others: positions
        .filter((each) => each.mode === 'cross' && each.market !== market)
        .map((position) => ({ position, ...valued(position.market) })),
      ...valued(market),
      feeRate: perpetualFees.taker,
    };
  };
  const step = fc.record({
    market: fc.nat(1),
    side: fc.constantFrom('long' as const, 'short' as const),
    quantity: fc.integer({ min: 1, max: 300_000 }).map((n) => new D(n).div(1_000).toFixed()),
    leverage: fc.constantFrom(2, 7, 20, 50),
    mode: fc.constantFrom('cross' as const, 'isolated' as const),
    move: fc.integer({ min: -3, max: 3 }),
  });

  it('is what the exchange does, to the last digit, on any account', async () => {
    const pairs = [perpetualPair(), perpetualPair()];
    x = await openFutures(db(), pairs, { userCount: 1, funds: '2000' });
    const ids = pairs.map(([, { id }]) => id);
    const prices = [100, 100];
    let refused = 0;
    let done = 0;
    await holds(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
        // A user who has lost everything would be refused from then on.
        if (new D((await x.money(0))[0]).lt('500')) {
          await x.give(x.users[0] ?? 0, '2000');
          x.perpetuals.received(`user:${x.users[0]}`);
        }
        for (const { market: m, side, quantity, leverage, mode, move } of steps) {
          const market = ids[m] ?? '';
          prices[m] = Math.min(140, Math.max(60, (prices[m] ?? 100) + move));
          await x.mark(String(prices[m]), { id: market });
          await codeOf(x.terms(0, { market, mode, leverage }));
          const place = await placeOf(0, market);
          const terms = x.engine.store.terms(x.users[0] ?? 0, market);
          const buys = side === 'long';
          const price = new D(prices[m] ?? 0).plus(buys ? '0.01' : '-0.01').toFixed();
          const seen = previewOrder(place, { terms, side: buys ? 'buy' : 'sell', quantity, price });
          const code = await codeOf(x.place(0, { market, side, quantity, price, tif: 'IOC' }));
          const expected =
            seen.refusal ??
            (seen.opens !== '0' && seen.liquidation?.kind === 'due' ? 'wouldLiquidate' : undefined);
          if (code === 'positionLiquidating') continue;
          expect([code, side, quantity]).toEqual([expected, side, quantity]);
          if (code) {
            refused += 1;
            continue;
          }
          done += 1;
          const after = await placeOf(0, market);
          const own = after.position?.mode === 'cross' ? [{ ...after, position: after.position }] : [];
          const { available } = crossTotals({ ...after, positions: [...own, ...after.others] });
          expect(available).toBe(seen.left);
          expect(ruled(after.position)).toEqual(ruled(seen.position));
          const [fill] = await x.fills(0);
          expect(fill?.at).toBe(x.clock.now());
        }
      }),
      { numRuns: 25 },
    );
    expect(refused).toBeGreaterThan(5);
    expect(done).toBeGreaterThan(20);
  }, 120_000);

  it('names a most that is taken, and a lot more that is not', async () => {
    const [spot, perpetual] = perpetualPair();
    x = await openFutures(db(), [[spot, perpetual]], { userCount: 1, funds: '1234.56789' });
    await x.mark('100');
    const place = await placeOf(0, x.market);
    const request = { terms: { mode: 'cross', leverage: 20 }, side: 'buy', price: '100.01' } as const;
    const most = maxOpenSize(place, request, { lot: perpetual.lot, share: safetyShares.limit });
    const more = new D(most).plus(perpetual.lot).toFixed();
    expect(await codeOf(x.place(0, { side: 'long', quantity: more, price: '100.01' }))).toBe(
      'insufficientBalance',
    );
    expect((await x.place(0, { side: 'long', quantity: most, price: '100.01' })).order.status).toBe('filled');
  });
});
