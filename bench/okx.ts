import { okx } from '../feeds/okx/adapter.ts';
import { readBook } from '../feeds/okx/book.ts';
import { okxConfig } from '../feeds/okx/config.ts';
import type { OkxInstrument } from '../feeds/okx/instruments.ts';
import { readInstrument } from '../feeds/okx/instruments.ts';
import { readTicker, readTrade } from '../feeds/okx/rows.ts';
import { dataOf, okxPlan } from '../feeds/okx/streams.ts';
import type { BenchVenue, Pass, VenueCase } from './openVenue.ts';
import { counted, openVenue, ownText, recordedLines } from './openVenue.ts';

const FILE = 'okx/cryptofeed-2022/OKX.ws.BTC-USDT.gz';
const plan = okxPlan(okxConfig, [], 'public');

/** An entry of the venue's `instruments`. */
export const okxEntry = (instId: string) => ({
  instType: 'SPOT',
  instId,
  baseCcy: instId.split('-')[0],
  quoteCcy: 'USDT',
  tickSz: '0.1',
  lotSz: '0.00000001',
  minSz: '0.00001',
  state: 'live',
  listTime: '1548133413000',
});
const btc = readInstrument(okxEntry('BTC-USDT'));
/** Recordings are short: their frames are replayed so many times. */
const TIMES = 20;

/** Rows of each frame, read by `read`; `read` answers with what it counts for. */
const rowsRead = (read: (row: unknown, action: unknown, instrument: OkxInstrument) => number): Pass =>
  counted((text) => {
    const frame = plan.read(text);
    if (frame?.kind !== 'data' || !btc) return 0;
    const { rows, action } = dataOf(frame.message);
    return rows.reduce((sum: number, row) => sum + read(row, action, btc), 0);
  });

function answer(url: string): unknown {
  return { code: '0', data: url.includes('instType=SPOT') ? [okxEntry('BTC-USDT')] : [] };
}
const venue: BenchVenue = {
  adapter: okx,
  answer,
  obey: (text) => {
    const { id, args } = JSON.parse(text);
    return args.map((arg: unknown) => ({ event: 'subscribe', arg, id }));
  },
};
const adapter = (channel: string) => () => openVenue(venue, channel);

const published = recordedLines(FILE)
  .filter((line) => /^\d+\.\d+: \{"arg"/.test(line))
  .map((line) => ownText(line.slice(line.indexOf(': ') + 2)));
const of = (channel: string) => published.filter((text) => text.includes(`"channel":"${channel}"`));
const books = Array.from({ length: TIMES }, () => of('books')).flat();
/** The recorded trades and tickers again and again, later each time. */
const later = (channel: string) =>
  Array.from({ length: TIMES * 3 }, (_, n) =>
    of(channel).map((text) => {
      const frame = JSON.parse(text);
      for (const row of frame.data) {
        row.ts = `${BigInt(row.ts) + BigInt(n * 20_000)}`;
        if (row.tradeId) row.tradeId = `${BigInt(row.tradeId) + BigInt(n * 1_000)}`;
      }
      return JSON.stringify(frame);
    }),
  ).flat();
const trades = later('trades');
const tickers = later('tickers');

export const okxCases: readonly VenueCase[] =
  published.length === 0
    ? []
    : [
        {
          venue: 'okx',
          kind: 'book',
          name: `okx, ${books.length} recorded messages of a book`,
          texts: books,
          normalised: rowsRead((row, action) => {
            const message = readBook(row, action);
            return message ? message.bids.length + message.asks.length : 0;
          }),
          parsed: counted((text) => {
            const [row] = JSON.parse(text).data;
            return row.bids.length + row.asks.length;
          }),
          adapter: adapter('book:BTC-USDT'),
        },
        {
          venue: 'okx',
          kind: 'trade',
          name: `okx, ${trades.length} recorded trades`,
          texts: trades,
          normalised: rowsRead((row, _action, instrument) => (readTrade(row, instrument) ? 1 : 0)),
          parsed: counted((text) => JSON.parse(text).data.length),
          adapter: adapter('trade:BTC-USDT'),
        },
        {
          venue: 'okx',
          kind: 'tickers',
          name: `okx, ${tickers.length} recorded tickers`,
          texts: tickers,
          normalised: rowsRead((row, _action, instrument) => (readTicker(row, instrument) ? 1 : 0)),
          parsed: counted((text) => JSON.parse(text).data.length),
          adapter: adapter('tick'),
        },
      ];
