import type { ConversionRow, calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { AssetPrice, Dec } from '../../../domain/index.ts';
import {
  amountRefusal,
  available,
  CONVERT_ASSET,
  CONVERT_LIFE_MS,
  convertMarketId,
  convertNeed,
  convertPrice,
  convertRefusal,
  convertResult,
  isSmall,
  isWithinTolerance,
  RuleError,
  SMALL_WORTH,
  throwRefusal,
  UNIT_PRICE,
} from '../../../domain/index.ts';
import type { Command, CommandDeps, Transaction } from '../../base/commands/command.ts';
import { runOnce } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';
import { QuoteStore, stood } from '../../base/quoteStore.ts';
import { asRule, balancesOf, keyOf } from '../../books/ledger/ledger.ts';
import type { MarketSource } from '../../market/source.ts';
import { Quotes } from '../../matching/quotes.ts';
import { accountsOf, mustBeWithinExposure, openPurses } from './inventory.ts';
import { findPrice, priceOf } from './prices.ts';
import type { ConvertTerms, Leg } from './terms.ts';

type Calls = typeof calls;

export interface ConvertDeps extends CommandDeps {
  readonly source: MarketSource;
  /** A number that nobody can guess, for quotes. */
  readonly newId: () => string;
}

/** Most small balances of one quote. */
const MOST_SMALL = 100;

/** Exchanges one asset for another at a quote, against the house's inventory. */
export class ConvertService {
  readonly deps: ConvertDeps;
  readonly #quotes: QuoteStore<ConvertTerms>;
  readonly #prices: Quotes;
  readonly #stop: () => void;

  constructor(deps: ConvertDeps) {
    this.deps = deps;
    this.#quotes = new QuoteStore(deps.newId, CONVERT_LIFE_MS);
    this.#prices = new Quotes(deps.source, deps.clock, ['spot']);
    this.#stop = this.#prices.start();
  }

  close(): void {
    this.#stop();
  }

  /** @throws {RuleError} why this cannot be converted now. */
  quote(
    userId: number,
    { from, to, side, amount }: ParsedRequestOf<Calls['convert.quote']>,
  ): ResponseOf<Calls['convert.quote']> {
    if (from === to) throw new RuleError('convertSame');
    throwRefusal(amountRefusal(amount));
    const prices = { from: priceOf(this.#prices, from), to: priceOf(this.#prices, to) };
    const leg = legOf(from, to, prices, side === 'from' ? { given: amount } : { wanted: amount });
    throwRefusal(convertRefusal(leg.fromAmount));
    if (leg.toAmount === '0') throw new RuleError('convertZero');
    const now = this.deps.clock.now();
    const subject = `${from} ${to}`;
    const { id, expiresAt } = this.#quotes.issue({ userId, subject, kind: 'quote', legs: [leg] }, now);
    const { fromAmount, toAmount, price, reference } = leg;
    return { id, from, to, fromAmount, toAmount, price, reference, now, expiresAt };
  }

  /**
   * What is free and small in the spot account, each with what it becomes. Left out is what would become nothing, and
   * what has no live price while others have one: a quote that names it could not be taken.
   * @throws {RuleError} `marketStale` while nothing has a live price.
   */
  async small(userId: number): Promise<ResponseOf<Calls['convert.small']>> {
    const small: Leg[] = [];
    for (const balance of await balancesOf(this.deps.db, userId)) {
      const { account, asset } = balance;
      const from = asset === CONVERT_ASSET ? undefined : findPrice(this.#prices, asset);
      const given = available(balance);
      if (account !== 'spot' || !from || !isSmall(given, from.last)) continue;
      const leg = legOf(asset, CONVERT_ASSET, { from, to: UNIT_PRICE }, { given });
      if (leg.toAmount !== '0') small.push(leg);
    }
    const now = this.deps.clock.now();
    const head = { to: CONVERT_ASSET, below: SMALL_WORTH, now };
    if (small.length > 0 && this.#prices.isStale) throw new RuleError('marketStale');
    const legs = small.filter(({ from }) => !this.#prices.isStaleOf(convertMarketId(from)));
    if (legs.length === 0) return { ...head, id: '', rows: [], expiresAt: now };
    const shown = legs.slice(0, MOST_SMALL);
    const terms = { userId, subject: 'small', kind: 'small', legs: shown } as const;
    const { id, expiresAt } = this.#quotes.issue(terms, now);
    const rows = shown.map(({ from, fromAmount, toAmount, price, reference }) => ({
      asset: from,
      amount: fromAmount,
      toAmount,
      price,
      reference,
    }));
    return { ...head, id, rows, expiresAt };
  }

  async accept(
    command: Command,
    { quote }: ParsedRequestOf<Calls['convert.accept']>,
  ): Promise<ResponseOf<Calls['convert.accept']>> {
    return { conversion: singleRow(await this.#take(command, 'quote', quote, (legs) => legs)) };
  }

  async acceptSmall(
    command: Command,
    { quote, assets }: ParsedRequestOf<Calls['convert.acceptSmall']>,
  ): Promise<ResponseOf<Calls['convert.acceptSmall']>> {
    const wanted = new Set(assets);
    const conversions = await this.#take(command, 'small', quote, (legs) => {
      const chosen = legs.filter(({ from }) => wanted.has(from));
      if (chosen.length !== wanted.size) throw new RuleError('assetUnknown');
      return chosen;
    });
    return { conversions };
  }

  /** Books what was quoted, once, after a last look. When its command came in decides whether it still stood. */
  #take(
    command: Command,
    kind: ConvertTerms['kind'],
    quoteId: string,
    choose: (legs: readonly Leg[]) => readonly Leg[],
  ): Promise<ConversionRow[]> {
    const { userId } = command;
    const arrived = this.deps.clock.now();
    // A newer quote may end this one while its turn comes: that it stood when it was taken decides.
    const quote = this.#quotes.find(quoteId, userId);
    return runOnce(this.deps, command, async (work) => {
      if (quote?.kind !== kind || !stood(quote, arrived, work.at)) throw new RuleError('quoteExpired');
      const legs = choose(quote.legs);
      for (const leg of legs) this.#checkPrice(leg);
      return book(work, userId, quote, legs);
    });
  }

  /**
   * @throws {RuleError} `quoteMoved` when the price has moved too far in either direction; why there is none.
   */
  #checkPrice({ from, to, price }: Leg): void {
    const prices = { from: priceOf(this.#prices, from), to: priceOf(this.#prices, to) };
    if (!isWithinTolerance(price, convertPrice(from, to, prices).price)) throw new RuleError('quoteMoved');
  }
}

async function book(
  work: Transaction,
  userId: number,
  { id, kind }: { readonly id: string; readonly kind: ConvertTerms['kind'] },
  legs: readonly Leg[],
): Promise<ConversionRow[]> {
  const { tx, at } = work;
  const numbers = await openPurses(tx, userId, legs, at);
  await mustBeWithinExposure(tx, legs);
  const rows = legs.map((leg) => {
    const [ownFrom, houseFrom, houseTo, ownTo] = accountsOf(userId, leg).map((each) =>
      numbers.get(keyOf(each)),
    );
    return { ...leg, own_from: ownFrom, house_from: houseFrom, house_to: houseTo, own_to: ownTo };
  });
  const [written] = await asRule(() =>
    tx.query<{ rows: ConversionRow[] | null }>(
      'select convert_write(p_user => $1, p_quote => $2, p_kind => $3, p_rows => $4::jsonb, p_at => $5) as rows',
      [userId, id, kind, JSON.stringify(rows), at],
    ),
  );
  if (!written?.rows) throw new RuleError('quoteUsed');
  await work.publishBalances(userId);
  return written.rows;
}

function legOf(
  from: string,
  to: string,
  prices: { readonly from: AssetPrice; readonly to: AssetPrice },
  typed: { readonly given: Dec } | { readonly wanted: Dec },
): Leg {
  const made = convertPrice(from, to, prices);
  const isNothing = made.price === '0';
  const fromAmount = 'given' in typed ? typed.given : isNothing ? '0' : convertNeed(typed.wanted, made.price);
  return {
    ...made,
    from,
    to,
    fromAmount,
    toAmount: convertResult(fromAmount, made.price),
    fromLast: prices.from.last,
    toLast: prices.to.last,
  };
}
