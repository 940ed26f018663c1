import { hyperliquid } from '../feeds/hyperliquid/adapter.ts';
import { hyperliquidConfig } from '../feeds/hyperliquid/config.ts';
import { contextsOfDex, readBook, readContext, readTrade } from '../feeds/hyperliquid/rows.ts';
import { hyperliquidPlan } from '../feeds/hyperliquid/streams.ts';
import type { BenchVenue, Pass, VenueCase } from './openVenue.ts';
import { counted, openVenue, ownText, recordedLines } from './openVenue.ts';

const plan = hyperliquidPlan(hyperliquidConfig, []);
/** Recordings are short: their frames are replayed so many times. */
const TIMES = 60;

const context = {
  markPx: '105000.0',
  midPx: '105000.0',
  prevDayPx: '104000.0',
  dayNtlVlm: '1000.0',
  oraclePx: '105000.0',
  funding: '0.0000125',
};
/** Answers of a venue that has one market. */
function answer(_url: string, body = '{}'): unknown {
  const { type } = JSON.parse(body);
  if (type === 'metaAndAssetCtxs') return [{ universe: [{ name: 'BTC', szDecimals: 5 }] }, [context]];
  return type === 'spotMetaAndAssetCtxs' ? [{ tokens: [], universe: [] }, []] : [];
}
const venue: BenchVenue = {
  adapter: hyperliquid,
  answer,
  obey: (text) => [{ channel: 'subscriptionResponse', data: JSON.parse(text) }],
};
const adapter = (channel: string) => () => openVenue(venue, channel);

const published = recordedLines('hyperliquid/raw-ws-20250126/btc_l2book_trades.gz').map((line) =>
  ownText(line.slice(line.indexOf(' ') + 1)),
);
/** The recorded frames again and again, later each time. */
const later = (channel: string) =>
  Array.from({ length: TIMES }, (_, n) =>
    published
      .filter((text) => text.startsWith(`{"channel":"${channel}"`))
      .map((text) => {
        const frame = JSON.parse(text);
        for (const row of [frame.data].flat()) {
          row.time += n * 100_000;
          if (row.tid) row.tid += n * 1_000;
        }
        return JSON.stringify(frame);
      }),
  ).flat();
const all = recordedLines('hyperliquid/ws_all_dexs_asset_ctxs.json.gz').join('');
const contexts = all === '' ? [] : Array.from({ length: TIMES }, () => JSON.stringify(JSON.parse(all)));

const read = (one: (message: unknown) => number): Pass =>
  counted((text) => {
    const frame = plan.read(text);
    return frame?.kind === 'data' ? one(frame.message) : 0;
  });
const count = (rows: readonly unknown[], each: (row: unknown) => unknown): number =>
  rows.reduce((sum: number, row) => (each(row) === undefined ? sum : sum + 1), 0);

const books = later('l2Book');
const trades = later('trades');

export const hyperliquidCases: readonly VenueCase[] =
  published.length === 0
    ? []
    : [
        {
          venue: 'hyperliquid',
          kind: 'book',
          name: `hyperliquid, ${books.length} recorded books`,
          texts: books,
          normalised: read((message) => {
            const news = readBook(message);
            return news ? news.book.bids.length + news.book.asks.length : 0;
          }),
          parsed: counted((text) => {
            const [bids, asks] = JSON.parse(text).data.levels;
            return bids.length + asks.length;
          }),
          adapter: adapter('book:BTC-USDC-PERP'),
        },
        {
          venue: 'hyperliquid',
          kind: 'trade',
          name: `hyperliquid, ${trades.length} recorded messages of trades`,
          texts: trades,
          normalised: read((message) => (Array.isArray(message) ? count(message, readTrade) : 0)),
          parsed: counted((text) => JSON.parse(text).data.length),
          adapter: adapter('trade:BTC-USDC-PERP'),
        },
        {
          venue: 'hyperliquid',
          kind: 'marks',
          name: `hyperliquid, ${contexts.length} recorded messages of all contexts`,
          texts: contexts,
          normalised: read((message) => count(contextsOfDex(message, '') ?? [], readContext)),
          parsed: counted((text) => JSON.parse(text).data.ctxs[0][1].length),
          adapter: adapter('mark'),
        },
      ];
