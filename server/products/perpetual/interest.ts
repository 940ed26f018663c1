import type { Dec, PositionSide } from '../../../domain/index.ts';
import {
  D,
  DAY_MS,
  openInterestOf,
  positionValue,
  printedSteps,
  RuleError,
  toText,
} from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { plain } from '../../books/ledger/ledger.ts';
import type { Answer } from './batch/calls.ts';
import type { PerpetualEngine } from './engine/engine.ts';

type InterestAnswer = Answer<'perpetual.interest'>;
type Interest = NonNullable<InterestAnswer['interest']>;

/** One count serves all readers of a market for this long, ms. */
const KEEP_MS = 1_000;
/** Liquidations that are listed. */
const LISTED = 20;

/** What stands open in a market and what was liquidated in it: of all accounts together, and of none by name. */
export class MarketInterest {
  readonly #engine: PerpetualEngine;
  /** By market: at most one for each that is listed. */
  readonly #kept = new Map<string, { readonly at: number; readonly answer: Promise<InterestAnswer> }>();

  constructor(engine: PerpetualEngine) {
    this.#engine = engine;
  }

  /** @throws {RuleError} `marketUnknown`. */
  async of(market: string): Promise<InterestAnswer> {
    const at = this.#engine.deps.clock.now();
    if (!this.#engine.orderBookOf(market)) throw new RuleError('marketUnknown');
    const kept = this.#kept.get(market);
    if (kept && at >= kept.at && at - kept.at < KEEP_MS) return kept.answer;
    const answer = this.#count(market, at);
    this.#kept.set(market, { at, answer });
    // What failed is no answer for the next reader.
    answer.catch(() => this.#kept.delete(market));
    return answer;
  }

  async #count(market: string, at: number): Promise<InterestAnswer> {
    const { deps, store, marks } = this.#engine;
    if (deps.source.origin === 'live') return { at, interest: null };
    const { quantity, long, short } = openInterestOf(store.positionsIn(market));
    const mark = marks.of(market)?.mark;
    const value = mark === undefined ? null : positionValue(quantity, mark);
    return {
      at,
      interest: { quantity, value, long, short, ...(await liquidationsIn(deps.db, market, at - DAY_MS)) },
    };
  }
}

async function liquidationsIn(
  db: Queries,
  market: string,
  since: number,
): Promise<Pick<Interest, 'liquidations' | 'liquidated'>> {
  const within = 'from futures_liquidation where market = $1 and at >= $2 and step = any($3::text[])';
  const params = [market, since, printedSteps];
  const sums = await db.query<{ side: PositionSide; count: number; value: Dec }>(
    `select side, count(*)::int as count, sum(quantity * price)::text as value ${within} group by side`,
    params,
  );
  const rows = await db.query<Interest['liquidations'][number]>(
    `select at, side, quantity::text, price::text ${within} order by at desc, id desc limit ${LISTED}`,
    params,
  );
  const sumOf = (side: PositionSide): Interest['liquidated']['long'] => {
    const sum = sums.find((each) => each.side === side);
    return { count: sum?.count ?? 0, value: toText(new D(sum?.value ?? 0)) };
  };
  return {
    liquidations: rows.map((row) => ({ ...row, quantity: plain(row.quantity), price: plain(row.price) })),
    liquidated: { long: sumOf('long'), short: sumOf('short') },
  };
}
