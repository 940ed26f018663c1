import type { CallName, Calls, ParsedRequestOf, ResponseOf, WapConfig } from '../../domain/contract/index.ts';
import type { Candle, MarketKind } from '../../domain/index.ts';
import { RuleError } from '../../domain/index.ts';
import type { Caller } from '../accounts/deps.ts';
import type { MarketSource } from '../market/source.ts';
import type { Hub } from '../realtime/hub.ts';

/** Answers of all calls: a call of the contract without an answer does not compile. */
export type Handlers = {
  readonly [Name in CallName]: (
    request: ParsedRequestOf<Calls[Name]>,
    caller: Caller,
  ) => Promise<ResponseOf<Calls[Name]>>;
};

export interface MarketHandlerDeps {
  readonly source: MarketSource;
  readonly hub: Hub;
  readonly config: WapConfig;
  /** Takes an internal error that a page reports. */
  readonly report: (report: ParsedRequestOf<Calls['common.report']>) => void;
}

type MarketNames = Extract<CallName, `market.${string}` | 'common.loadWapConfig' | 'common.report'>;

/** The market, and the page's own matters. */
export function marketHandlers({
  source,
  hub,
  config,
  report,
}: MarketHandlerDeps): Pick<Handlers, MarketNames> {
  const known = (id: string) => source.markets().some((market) => market.id === id);
  return {
    'common.loadWapConfig': async () => config,
    'common.report': async (request) => {
      report(request);
      return {};
    },
    'market.list': async () => ({
      version: source.version,
      markets: source.markets().map((market) => ({ ...market })),
    }),
    'market.candles': async ({ id, interval, before, limit }) => {
      if (!known(id)) throw new RuleError('marketUnknown');
      const page = await source.candles({ id, interval, limit, ...(before === undefined ? {} : { before }) });
      return { candles: page.candles.map(candleRow), more: page.more };
    },
    'market.sparklines': async ({ ids }) => ({
      lines: await Promise.all(
        [...new Set(ids)]
          .filter(known)
          .map(async (id): Promise<[string, string[]]> => [id, [...(await source.sparkline(id))]]),
      ),
    }),
    'market.snapshot': async ({ ch }) => {
      const snaps = await Promise.all([...new Set(ch)].map((name) => hub.poll(name)));
      return { now: hub.now(), snaps };
    },
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
