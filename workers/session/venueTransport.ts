import type { CandleRow } from '../../domain/contract/index.ts';
import { API_BASE, firstCalls } from '../../domain/contract/index.ts';
import type { Candle } from '../../domain/index.ts';
import { coinIconId, RuleError } from '../../domain/index.ts';
import type { VenueCandleQuery, VenueFeed } from '../../feeds/index.ts';
import type { Transport } from './caller.ts';

const SPARKLINES_MOST = 60;
type Answer = (body: never) => Promise<unknown>;

/** Answers the calls of a page that has no exchange: what is about markets by its venues, and nothing else. */
export function createVenueTransport(feed: Pick<VenueFeed, 'markets' | 'history' | 'listing'>): Transport {
  const answers: Readonly<Record<string, Answer>> = {
    [firstCalls['market.list'].path]: async () => {
      const listed = await feed.markets();
      if (listed.length === 0) throw new RuleError('venueAway');
      const markets = listed.map((market) => ({ ...market, iconId: coinIconId(market.base) }));
      return { version: `${feed.listing}`, markets };
    },
    [firstCalls['market.candles'].path]: async (query: VenueCandleQuery) => {
      const page = await (await feed.history(query.id)).page(query);
      return { candles: page.candles.map(rowOf), more: page.more };
    },
    [firstCalls['market.sparklines'].path]: async ({ ids }: { readonly ids: readonly string[] }) => {
      const lineOf = async (id: string) => [id, await (await feed.history(id)).sparkline(id)];
      return { lines: await Promise.all(ids.slice(0, SPARKLINES_MOST).map(lineOf)) };
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
