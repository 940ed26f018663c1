import { afterEach, expect, it } from 'vitest';
import { DAY_MS } from '../../../../domain/index.ts';
import { accountsOf } from '../../../../server/products/perpetual/accounts.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

const HOUR = 3_600_000;

withDatabase('accounts with a position at past moments', (db) => {
  let x: Futures;
  afterEach(() => x.stop());
  const counted = async (more: object = {}) =>
    (await accountsOf(x.engine, { market: x.market, period: '1h', limit: 4, ...more })).rows;
  /** On to the next whole hour and a little further, without its prices. */
  const nextHour = async (): Promise<void> => {
    await x.pass(HOUR - (x.clock.now() % HOUR) + 1);
    await x.mark('100');
  };

  it('are those that were open then, a turned one once and on its new side', async () => {
    x = await openFutures(db(), [perpetualPair()], { userCount: 3 });
    await x.mark('100');
    await nextHour();
    const [begin] = (await counted({ limit: 1 })) ?? [];
    expect(begin).toMatchObject({ long: 0, short: 0 });
    const at = (hours: number): number => (begin?.at ?? 0) + hours * HOUR;
    await x.place(0, { side: 'long', quantity: '3' });
    await x.place(1, { side: 'long', quantity: '1' });
    await nextHour();
    await x.place(1, { side: 'short', quantity: '2' });
    await x.place(2, { side: 'short', quantity: '2' });
    // Within one period, it is not seen.
    await x.closeAll(2);
    await nextHour();
    await x.closeAll(0);
    await nextHour();
    const rows = [
      { at: at(0), long: 0, short: 0 },
      { at: at(1), long: 2, short: 0 },
      { at: at(2), long: 1, short: 1 },
      { at: at(3), long: 0, short: 1 },
    ];
    expect(await counted()).toEqual(rows);
    expect(await counted({ limit: 2, to: at(2) + 5 })).toEqual(rows.slice(1, 3));
    expect(await counted({ period: '2h', limit: 500 })).toContainEqual(
      rows.find((row) => row.at % (2 * HOUR) === 0),
    );
  });
  it('reach 30 days back, are not said of a live venue, nor of a market that is not there', async () => {
    x = await openFutures(db(), [perpetualPair()]);
    await x.mark('100');
    expect(await counted({ period: '1d', limit: 500 })).toHaveLength(30);
    expect(await counted({ to: x.clock.now() - 31 * DAY_MS })).toEqual([]);
    expect(await codeOf(counted({ market: 'NONE-PERP' }))).toBe('marketUnknown');
    Object.assign(x.source, { origin: 'live' });
    expect(await counted()).toBeNull();
  });
});
