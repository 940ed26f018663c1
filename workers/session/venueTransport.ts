import type { CandleRow } from '../../domain/contract/index.ts';
import { API_BASE, firstCalls } from '../../domain/contract/index.ts';
import type { Candle, Market } from '../../domain/index.ts';
import { coinIconId, RuleError } from '../../domain/index.ts';
import type { Clock, Venue, VenueCandleQuery } from '../../feeds/index.ts';
import { VenueHistory } from '../../feeds/index.ts';
import type { Transport } from './calls.ts';

const SPARKLINES_MOST = 60;
type Answer = (body: never) => Promise<unknown>;

/** Answers the calls of a page that has no exchange: what is about markets by a venue, and nothing else. */
export function createVenueTransport(venue: Promise<Venue>, clock: Clock): Transport {
  const history = venue.then((each) => new VenueHistory(each, clock));
  const list = new ListedMarkets(venue);
  const answers: Readonly<Record<string, Answer>> = {
    [firstCalls['market.list'].path]: () => list.ask(),
    [firstCalls['market.candles'].path]: async (query: VenueCandleQuery) => {
      const page = await (await history).page(query);
      return { candles: page.candles.map(rowOf), more: page.more };
    },
    [firstCalls['market.sparklines'].path]: async ({ ids }: { readonly ids: readonly string[] }) => {
      const known = await history;
      const wanted = ids.slice(0, SPARKLINES_MOST);
      return { lines: await Promise.all(wanted.map(async (id) => [id, await known.sparkline(id)])) };
    },
    [firstCalls['common.loadWapConfig'].path]: async () => ({ openH5AppDownload: false, downloadUrl: '' }),
    // Nobody is there to read it.
    [firstCalls['common.report'].path]: async () => ({}),
  };
  return async (path, body) => {
    const answer = answers[path.slice(API_BASE.length)];
    if (!answer) return envelope('noExchange');
    try {
      return envelope(200, await answer(body as never));
    } catch (error) {
      return envelope(error instanceof RuleError ? error.code : 'venueAway');
    }
  };
}

const envelope = (code: 200 | string, data: unknown = null) => ({ code, message: '', data, requestId: '' });

const rowOf = ({ at, open, high, low, close, volume }: Candle): CandleRow => [
  at,
  open,
  high,
  low,
  close,
  volume,
];

/** A venue's list with its pictures, and a version that changes when the list does. */
class ListedMarkets {
  readonly #venue: Promise<Venue>;
  #text = '';
  #version = 0;

  constructor(venue: Promise<Venue>) {
    this.#venue = venue;
  }

  async ask(): Promise<{ readonly version: string; readonly markets: readonly Market[] }> {
    const listed = await (await this.#venue).markets();
    const markets = listed.map((market) => ({ ...market, iconId: coinIconId(market.base) }));
    const text = JSON.stringify(markets);
    if (text !== this.#text) this.#version += 1;
    this.#text = text;
    return { version: `${this.#version}`, markets };
  }
}
