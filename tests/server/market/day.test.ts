import { describe, expect, it } from 'vitest';
import type { TickRow } from '../../../domain/contract/index.ts';
import type { Trade } from '../../../domain/index.ts';
import { D, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/index.ts';
import type { Caller } from '../../../server/books/users/context.ts';
import { marketHandlers } from '../../../server/edge/http/marketHandlers.ts';
import { Hub } from '../../../server/edge/realtime/hub.ts';
import { createReplaySource } from '../../../server/market/replay/index.ts';
import type { RecordedMinute } from '../../../server/market/replay/recordings.ts';
import { catalogue } from '../../../server/market/simulated/catalogue.ts';
import { tapeAt } from '../../../server/market/simulated/fills.ts';
import { createSimulatedSource } from '../../../server/market/simulated/index.ts';
import { eachMinute } from '../../../server/market/simulated/minute.ts';
import type { SimulatedMarket } from '../../../server/market/simulated/plan.ts';
import type { MarketSource } from '../../../server/market/source.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { isLong } from '../../support/often.ts';

/** Tuesday, a moment within a quarter-hour. */
const START = Date.UTC(2026, 10, 17, 9, 52, 10);
const WEEKEND = Date.UTC(2026, 10, 21, 3, 7);
/** Markets: some of every kind. */
const SOME = isLong ? 40 : 20;
const nobody = {} as Caller;
let callers = 0;

/** The calls of a market, as they are answered over HTTP. */
function callsOf(source: MarketSource, clock: FakeClock) {
  const hub = new Hub({ source, clock, newEpoch: () => 'e' });
  const handlers = marketHandlers({
    notices: () => [],
    source,
    hub,
    config: { openH5AppDownload: false, downloadUrl: '' },
    report: () => undefined,
  });
  return {
    async rows() {
      // Another client each time: one that polls again within a moment waits for it to pass.
      const caller = { ...nobody, who: `caller ${++callers}` };
      const { snaps } = await handlers['market.snapshot']({ ch: ['tick'] }, caller);
      return snaps[0]?.d as TickRow[];
    },
    /** The minutes from the one that holds the moment 24 hours ago up to the running one. */
    async day(id: string, now: number) {
      const from = Math.floor(now / MINUTE_MS) * MINUTE_MS - DAY_MS;
      const ask = async (before?: number) =>
        (
          await handlers['market.candles'](
            { id, interval: '1m', limit: 1_000, ...(before === undefined ? {} : { before }) },
            nobody,
          )
        ).candles;
      const newest = await ask();
      const older = await ask(newest[0]?.[0] ?? now);
      return [...older, ...newest].filter(([at]) => at >= from);
    },
  };
}
type Calls = ReturnType<typeof callsOf>;

/** What the day's numbers of a market are by its own minutes. */
async function byMinutes(calls: Calls, id: string, now: number) {
  const bars = await calls.day(id, now);
  const texts = (place: 2 | 3) => bars.map((bar) => new D(bar[place]));
  return {
    open24: bars[0]?.[1],
    high24: D.max(...texts(2)).toFixed(),
    low24: D.min(...texts(3)).toFixed(),
  };
}

async function expectSame(calls: Calls, now: number, count: number) {
  const rows = await calls.rows();
  expect(rows).toHaveLength(count);
  for (const [id, , open24, , high24, low24] of rows) {
    const own = await byMinutes(calls, id, now);
    const published = { open24, high24: new D(high24).toFixed(), low24: new D(low24).toFixed() };
    expect({ id, ...published }).toEqual({ id, ...own });
  }
}

const simulated = (start: number) => {
  const clock = new FakeClock(start);
  const source = createSimulatedSource({ seed: 1, symbols: SOME, speed: 1, clock });
  return { clock, source, calls: callsOf(source, clock) };
};

/** What all fills of the last 24 hours are worth, price by price and lot by lot. */
function worthOfFills({ shape, path, tickDecimals, lotDecimals }: SimulatedMarket, now: number) {
  const last = Math.floor(now / MINUTE_MS);
  let sum = 0n;
  for (let day = Math.floor((last - 1_440) / 1_440); day <= Math.floor(last / 1_440); day++) {
    eachMinute(shape, path.day(day), day, 0, 1_440, (minute, bar) => {
      const at = day * 1_440 + minute;
      if (at < last - 1_440 || at > last) return;
      const tape = tapeAt(shape, at, bar);
      tape.price.forEach((price, i) => {
        const isPast = at * MINUTE_MS + (tape.at[i] ?? 0) <= now;
        if (isPast) sum += BigInt(price) * BigInt(tape.lots[i] ?? 0);
      });
    });
  }
  return new D(sum.toString()).div(new D(10).pow(tickDecimals + lotDecimals)).toFixed();
}

describe('the 24 hours of a simulated market', () => {
  it('are those of its own minutes, for every market, whenever one looks', async () => {
    const { clock, calls } = simulated(START);
    await expectSame(calls, clock.now(), SOME);
    await clock.advance(300);
    await expectSame(calls, clock.now(), SOME);
    // Minutes into the next quarter-hour, and hours that were slept through.
    for (const sleep of [9 * MINUTE_MS, 7 * HOUR_MS + 13_000]) {
      clock.jump(sleep);
      await clock.advance(300);
      await expectSame(calls, clock.now(), SOME);
    }
  });

  it('go on while a market is closed', async () => {
    const { clock, calls } = simulated(WEEKEND);
    const before = (await calls.rows()).find(([id]) => id === 'XAU-USD');
    clock.jump(3 * HOUR_MS);
    await clock.advance(300);
    const after = (await calls.rows()).find(([id]) => id === 'XAU-USD');
    await expectSame(calls, clock.now(), SOME);
    expect(after?.[1]).toBe(before?.[1]);
    expect(new D(after?.[3] ?? 0).lt(before?.[3] ?? 0)).toBe(true);
  });

  it('have traded what price times quantity of every fill is, in all digits', async () => {
    const { clock, calls } = simulated(START);
    const quiet = catalogue(1, SOME).filter(({ shape }) => shape.minuteOrders < 100);
    expect(quiet.length).toBeGreaterThan(2);
    for (const wait of isLong ? [0, 16 * MINUTE_MS + 7_000] : [16 * MINUTE_MS + 7_000]) {
      clock.jump(wait);
      await clock.advance(300);
      const volumes = new Map((await calls.rows()).map((row) => [row[0], row[3]]));
      for (const market of quiet) {
        const published = new D(volumes.get(market.market.id) ?? 0).toFixed();
        expect([market.market.id, published]).toEqual([market.market.id, worthOfFills(market, clock.now())]);
      }
    }
  }, 30_000);
});

/** Two days and a quarter of minutes; some are missing, as in real recordings. */
const recorded = Array.from({ length: 3_240 }, (_, i): RecordedMinute => {
  const open = 100 + (i % 37);
  const close = 100 + ((i * 7) % 41);
  const high = Math.max(open, close) + 0.5;
  const low = Math.min(open, close) - 0.25;
  return [
    Date.UTC(2021, 0, 1) + i * MINUTE_MS,
    `${open}`,
    `${high}`,
    `${low}`,
    `${close}`,
    `${1 + (i % 5)}.123`,
  ];
}).filter((_, i) => i % 11 !== 3);

describe('the 24 hours of a replay', () => {
  const market = createSimulatedSource({
    seed: 1,
    symbols: 20,
    speed: 1,
    clock: new FakeClock(),
  }).markets()[0];
  if (!market) throw new Error('no market');
  const replay = () => {
    const clock = new FakeClock(START);
    const recordings = { frames: [], flights: [], minutes: [{ market, minutes: recorded }] };
    const source = createReplaySource({ recordings, speed: 1, loop: true, clock });
    return { clock, calls: callsOf(source, clock), source };
  };

  it('are those of its own minutes, also while nothing is played', async () => {
    const { clock, calls } = replay();
    for (const wait of [0, 7 * MINUTE_MS, 3 * HOUR_MS]) {
      clock.jump(wait);
      await clock.advance(300);
      await expectSame(calls, clock.now(), 1);
    }
  });

  it('have traded what price times quantity of every trade is, in all digits', async () => {
    const { clock, calls, source } = replay();
    const received: Trade[] = [];
    source.subscribe((event) => event.kind === 'trades' && received.push(...event.trades));
    clock.jump(26 * HOUR_MS);
    await clock.advance(300);
    const [row] = await calls.rows();
    const from = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS - DAY_MS;
    const worth = received
      .filter(({ at }) => at >= from)
      .reduce((sum, { price, quantity }) => sum.plus(new D(price).times(quantity)), new D(0));
    expect(worth.gt(0)).toBe(true);
    expect(new D(row?.[3] ?? 0).toFixed()).toBe(worth.toFixed());
  });
});
