import { STREAM_PATH, STREAM_VERSION } from '../../domain/contract/index.ts';
import type { FeedDeps, Inflate, MarketFeed } from '../../feeds/index.ts';
import { createTidemarkFeed } from '../../feeds/index.ts';
import type { Transport } from './caller.ts';
import { fetchRest, headersOf } from './calls.ts';
import type { PagesLanguage } from './pagesLanguage.ts';
import { createTransport } from './transport.ts';

export interface ExchangeDeps extends Omit<FeedDeps, 'post'> {
  readonly fetch: typeof fetch;
  /** Of the page, e.g. `https://exchange.example`. */
  readonly origin: string;
  readonly language: PagesLanguage;
  readonly inflate?: Inflate | undefined;
}

/** What a worker reads an exchange by: calls, and the feed, whose own questions carry a language like any other. */
export function createExchangeParts({ fetch, origin, language, ...deps }: ExchangeDeps): {
  readonly feed: MarketFeed;
  readonly transport: Transport;
} {
  const transport = createTransport(fetch);
  const feed = createTidemarkFeed({
    ...deps,
    fetchReading: async () => (await fetchRest())?.privateReading,
    post: (path, body, token) => transport(path, body, headersOf(language.current, token ?? null)),
    socketUrl: `${origin.replace(/^http/, 'ws')}${STREAM_PATH}?v=${STREAM_VERSION}`,
  });
  return { feed, transport };
}
