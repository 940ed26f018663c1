import type {
  CallName,
  Calls,
  ParsedRequestOf,
  TradingNotice,
  WapConfig,
} from '../../../domain/contract/index.ts';
import type { Candle, MarketKind } from '../../../domain/index.ts';
import { barStart, defined, feesInForce, RuleError } from '../../../domain/index.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import type { MarketSource } from '../../market/source.ts';
import type { Hub } from '../realtime/hub.ts';
import { pollAll } from '../realtime/polls.ts';
import type { CacheTerms } from './answerCache.ts';

export interface MarketHandlerDeps {
  readonly source: MarketSource;
  /** What operators have stopped, trading as a whole first. */
  readonly notices: () => readonly TradingNotice[];
  readonly hub: Hub;
  readonly config: WapConfig;
  /** Takes an internal error that a page reports. */
  readonly report: (report: ParsedRequestOf<Calls['common.report']>) => void;
}

type MarketNames = Extract<CallName, `market.${string}` | 'common.loadWapConfig' | 'common.report'>;

/** The market, and the page's own matters. */
export function marketHandlers({
  source,
  notices,
  hub,
  config,
  report,
}: MarketHandlerDeps): Pick<Handlers, MarketNames> {
  const known = marketsOf(source);
  const lineOf = storedLines(source);
  return {
    'common.loadWapConfig': async () => config,
    'common.report': async (request) => {
      report(request);
      return {};
    },
    'market.list': async () => ({
      version: source.version,
      markets: source.markets().map((market) => ({ ...market })),
      notices: notices().map((notice) => ({ ...notice })),
      fees: feeRows(),
    }),
    'market.candles': async ({ id, interval, before, limit }, { gone }) => {
      if (!known(id)) throw new RuleError('marketUnknown');
      const query = { id, interval, limit, ...defined({ before }) };
      const page = await source.candles(gone ? { ...query, gone } : query);
      return { candles: page.candles.map(candleRow), more: page.more };
    },
    'market.sparklines': async ({ ids }, { gone }) => {
      const lines: [string, string[]][] = [];
      for (const id of new Set(ids)) if (known(id)) lines.push([id, [...(await lineOf(id, gone))]]);
      return { lines };
    },
    'market.snapshot': async ({ ch }, { who, gone }) => ({
      now: hub.now(),
      snaps: await pollAll(hub, ch, who ?? '', gone),
    }),
  };
}

/** What a fill costs now. */
function feeRows() {
  const { spot, perpetual } = feesInForce();
  return { spot: { ...spot }, perpetual: { ...perpetual } };
}

/** Whether there is a market, without going through all of them each time. */
function marketsOf(source: MarketSource): (id: string) => boolean {
  let version: string | undefined;
  let ids: ReadonlySet<string> = new Set();
  return (id) => {
    if (version !== source.version) {
      version = source.version;
      ids = new Set(source.markets().map((market) => market.id));
    }
    return ids.has(id);
  };
}

/** Hourly closes are a small picture in a list: they may be somewhat old. */
const LINE_KEPT_MS = 30_000;

function storedLines(source: MarketSource): (id: string, gone?: AbortSignal) => Promise<readonly string[]> {
  const lines = new Map<string, { readonly line: readonly string[]; readonly at: number }>();
  return async (id, gone) => {
    const known = lines.get(id);
    const now = source.now();
    // Either way, as a clock may be set back.
    if (known && Math.abs(now - known.at) < LINE_KEPT_MS) return known.line;
    const line = await source.sparkline(id, gone);
    lines.set(id, { line, at: now });
    return line;
  };
}

/** How long a page of bars is cached: one whose last bar is closed, and one with the running bar. */
const CLOSED_KEPT_MS = 60_000;
const RUNNING_KEPT_MS = 1_000;

/** The cache keys of public responses. */
export function cacheTermsOfMarket(
  source: MarketSource,
): (name: CallName, request: unknown) => CacheTerms | undefined {
  return (name, request) => {
    if (name === 'market.list') return { key: `list ${source.version}`, cachedMs: CLOSED_KEPT_MS };
    if (name !== 'market.candles') return undefined;
    const { id, interval, before, limit } = request as ParsedRequestOf<Calls['market.candles']>;
    const running = barStart(source.now(), interval);
    // All moments of a bar ask for the same bars.
    const last = before === undefined ? running : Math.min(running, barStart(before - 1, interval));
    const cachedMs = last < running ? CLOSED_KEPT_MS : RUNNING_KEPT_MS;
    return { key: `candles ${id} ${interval} ${last} ${limit}`, cachedMs };
  };
}

function candleRow({
  at,
  open,
  high,
  low,
  close,
  volume,
}: Candle): [number, string, string, string, string, string] {
  return [at, open, high, low, close, volume];
}

/** Words for the kinds of markets in the start-up line. */
export function countByKind(source: MarketSource): Readonly<Record<MarketKind, number>> {
  const counts = { spot: 0, perpetual: 0, futures: 0 };
  for (const { kind } of source.markets()) counts[kind] += 1;
  return counts;
}
