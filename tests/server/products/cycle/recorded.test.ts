import { afterEach, describe, expect, it } from 'vitest';
import type { CycleRow } from '../../../../domain/contract/index.ts';
import type { CycleDirection, Dec } from '../../../../domain/index.ts';
import { D, verifyReceipt } from '../../../../domain/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { receiptOf } from '../../../../server/products/cycle/receipt.ts';
import type { CycleWorld } from '../../../support/cycle.ts';
import { cycleFlaws, newCycleMarket, openCycle } from '../../../support/cycle.ts';
import { withDatabase } from '../../../support/databases.ts';
import { isLong } from '../../../support/often.ts';
import { runOps } from '../../../support/ops.ts';
import { isRecorded, recordedCrude, recordedFolder, recordedGold } from '../../../support/recordedPaths.ts';
import { codeOf } from '../../../support/spot.ts';

/** None of them has more contracts at once than one user may. */
const USERS = 3;

/** What a contract of 30 s that is bought after second i must become, by whole numbers alone. */
function expected(prices: readonly Dec[], i: number, direction: CycleDirection): string {
  const whole = (text: Dec): bigint => BigInt(new D(text).times(1e6).toFixed());
  const entry = whole(prices[i + 1] ?? '');
  const window = [28, 29, 30].map((n) => whole(prices[i + n] ?? ''));
  const moved = window.reduce((sum, each) => sum + each, 0n) - 3n * entry;
  if (moved === 0n) return 'tie';
  return moved > 0n === (direction === 'up') ? 'win' : 'lose';
}

describe.skipIf(!isRecorded)(`on recordings in ${recordedFolder} (skipped when the folder is absent)`, () => {
  withDatabase('contracts', (db) => {
    const worlds: CycleWorld[] = [];
    afterEach(async () => {
      for (const x of worlds.splice(0)) {
        expect(x.logged).toEqual([]);
        await x.close();
      }
      expect(await cycleFlaws(db())).toEqual([]);
      expect(await verifyLedger(db())).toEqual([]);
    });
    /** One price a second; both directions are bought after every few of them. */
    async function play(prices: readonly Dec[], everySeconds: number) {
      const market = newCycleMarket({ asset: 'commodity' });
      const x = await openCycle(db(), [market], { userCount: USERS });
      worlds.push(x);
      const bought: { i: number; row: CycleRow }[] = [];
      const refused = new Map<number, string>();
      for (const [i, price] of prices.entries()) {
        x.play([price]);
        await x.settled();
        if (i % everySeconds !== 0 || i + 31 >= prices.length) continue;
        const code = await codeOf(x.quote(0, '30s'));
        if (code !== undefined) refused.set(i, code);
        else
          for (const direction of ['up', 'down'] as const)
            bought.push({ i, row: await x.buy(i % USERS, direction, '30s', '10') });
      }
      const settled = await Promise.all(
        bought.map(async ({ i, row }) => ({ i, row: await x.contract(row.id) })),
      );
      return { x, market, settled, refused };
    }

    it('of gold end as the recording says', async () => {
      const prices = recordedGold(5).slice(0, isLong ? 600 : 80);
      const { settled } = await play(prices, 4);
      expect(settled.length).toBeGreaterThan(prices.length * 0.3);
      for (const { i, row } of settled) {
        expect(row.entry?.price).toBe(prices[i + 1]);
        expect([i, row.outcome]).toEqual([i, expected(prices, i, row.direction)]);
      }
      const outcomes = new Set(settled.map(({ row }) => row.outcome));
      expect(outcomes).toEqual(new Set(['win', 'lose']));
    }, 480_000);

    it('of crude end as the recording says, through the day on which it cost less than nothing', async () => {
      const path = recordedCrude();
      const prices = path.map(({ price }) => price);
      const below = path.findIndex(({ day }) => day === '2020-04-20');
      expect(prices[below]).toBe('-36.98');
      const { settled, refused, market } = await play(prices, 1);
      // Nobody can buy while the index is not above zero; contracts bought before it go on by the rule.
      expect([...refused]).toContainEqual([below, 'indexNotPositive']);
      for (const { i, row } of settled)
        expect([i, row.direction, row.outcome]).toEqual([
          i,
          row.direction,
          expected(prices, i, row.direction),
        ]);
      const entered = settled.filter(({ row }) => row.entry?.price === '-36.98');
      expect(entered.map(({ row }) => [row.direction, row.outcome])).toEqual([
        ['up', 'win'],
        ['down', 'lose'],
      ]);
      const ended = settled.filter(({ i }) => i + 28 <= below && below <= i + 30);
      expect(ended.some(({ row }) => row.settlementPrice?.startsWith('-'))).toBe(true);
      for (const { row } of [...entered, ...ended]) {
        expect(verifyReceipt(await receiptOf(db(), row.id))).toEqual({ ok: true, failed: [], isWhole: true });
        const { ok } = await runOps(
          { db: db(), clock: { now: () => 0 } as never, published: () => undefined },
          'cycle verify',
          [`${row.id}`],
        );
        expect(ok, market.id).toBe(true);
      }
    }, 480_000);
  });
});
