import { beforeEach, expect, it } from 'vitest';
import { RuleError } from '../../../../domain/index.ts';
import { NumberedBooks } from '../../../../server/edge/compat/market/books.ts';
import { Instruments } from '../../../../server/edge/compat/market/instruments.ts';
import { StreamFeeds } from '../../../../server/edge/compat/streams/feeds.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';

const ID = 'AAA-USDT';
let clock: FakeClock;
let source: FakeSource;
let feeds: StreamFeeds;
beforeEach(() => {
  clock = new FakeClock();
  source = new FakeSource(clock);
  const instruments = new Instruments(source, 'spot');
  feeds = new StreamFeeds({
    ...{ source, clock, marks: undefined, liquidations: undefined },
    ...{ books: new NumberedBooks(source, clock), instruments: { spot: instruments, futures: instruments } },
  });
});

/** Closes and volumes that a stream of bars has sent. */
function readBars() {
  const bars: (readonly [close: string, volume: string])[] = [];
  const leave = feeds.open('spot', 'aaausdt@kline_1m', (text) => {
    const { k } = JSON.parse(text);
    bars.push([k.c, k.v]);
  });
  return { bars, leave };
}
const bar = (close: string, volume: string) => ({
  ...{ at: clock.now(), open: '9', high: '12', low: '8' },
  ...{ close, volume },
});

it('a stream of bars whose venue is away at its beginning begins when the venue is back', async () => {
  const { candles } = source;
  source.candles = async () => {
    throw new RuleError('venueAway');
  };
  const { bars, leave } = readBars();
  await clock.advance(60_000);
  expect(bars).toEqual([]);
  source.candles = candles;
  source.minutes = [bar('10', '5')];
  await clock.advance(30_000);
  expect(bars[0]).toEqual(['10', '5']);
  const other = readBars();
  expect(other.bars).toEqual(bars.slice(-1));
  leave?.();
  other.leave?.();
  feeds.close();
});

it('a stream of bars asks no more once nobody reads it', async () => {
  let requests = 0;
  source.candles = async () => {
    requests += 1;
    throw new RuleError('venueAway');
  };
  const { leave } = readBars();
  await clock.advance(5_000);
  leave?.();
  const before = requests;
  await clock.advance(600_000);
  expect([before > 0, requests - before]).toEqual([true, 0]);
});

it('a stream of bars takes in what was traded while its market was lost', async () => {
  source.minutes = [bar('10', '5')];
  const { bars } = readBars();
  await clock.advance(100);
  source.minutes = [bar('11', '8')];
  source.audience.publish({ kind: 'reset', id: ID });
  await clock.advance(500);
  source.trade(ID, '12', '2');
  await clock.advance(500);
  expect(bars.at(-1)).toEqual(['12', '10']);
});
