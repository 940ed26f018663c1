import { expect, it } from 'vitest';
import type { TickerPart } from '../../../feeds/binance/readers/tickers.ts';
import { createTickersReader } from '../../../feeds/binance/readers/tickers.ts';
import type { VenueEvent } from '../../../feeds/venues/types.ts';
import { settle } from '../../support/fakeClock.ts';
import { fakeMarket } from '../../support/fakeSource.ts';

const row = (s: string, c: string) => ({ s, c, o: '100', h: '120', l: '90', q: '550', E: 1 });

it('what a stream has sent is newer than the answer, also when another kind of market begins in between', async () => {
  const events: VenueEvent[] = [];
  let answer: (rows: readonly unknown[]) => void = () => undefined;
  const part = (stream: string, id: string, all: TickerPart['all']): TickerPart => ({
    kind: stream === 'spot' ? 'spot' : 'perpetual',
    stream: { pool: stream, stream },
    market: () => fakeMarket(id),
    all,
  });
  const reader = createTickersReader(
    [
      part('spot', 'BTC-USDT', () => new Promise((resolve) => (answer = resolve))),
      part('futures', 'BTC-USDT-PERP', async () => []),
    ],
    () => 1,
    {
      publish: (event) => void events.push(event),
      dropped: () => undefined,
      resynced: () => undefined,
      renew: () => undefined,
      add: () => undefined,
    },
  );
  reader.begin('spot');
  reader.take('spot', [row('BTCUSDT', '110')]);
  reader.begin('futures');
  answer([row('BTCUSDT', '105')]);
  await settle();
  const lasts = events
    .flatMap((event) => (event.kind === 'tickers' ? event.rows : []))
    .map(({ last }) => last);
  expect(lasts).toEqual(['110', '110']);
});
