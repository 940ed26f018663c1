import { setFees, setLimits, usualFees, usualLimits } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Transaction } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import type { RereadDeps } from './rereadState.ts';
import { RereadState } from './rereadState.ts';
import type { MarketTerms, Terms, TermsKind } from './termsForm.ts';

const ALL_MARKETS: MarketTerms = { without: [] };
export const usualTerms: Terms = { fees: usualFees, limits: usualLimits, markets: ALL_MARKETS };

/** One that was said. */
export interface TermsRow {
  readonly id: number;
  readonly kind: TermsKind;
  readonly at: number;
  readonly since: number;
  readonly origin: 'command' | 'file';
  readonly terms: Terms[TermsKind];
}

/** What holds at a time, of each kind that anything was said of. */
export const termsAt = (db: Queries, now: number): Promise<readonly TermsRow[]> =>
  db.query<TermsRow>(
    `select distinct on (kind) id, kind, at, since, origin, terms from venue_terms where since <= $1
     order by kind, since desc, id desc`,
    [now],
  );

/** What holds of one kind. */
export async function termsInForce<Kind extends TermsKind>(
  db: Queries,
  kind: Kind,
  now: number,
): Promise<Terms[Kind]> {
  const row = (await termsAt(db, now)).find((each) => each.kind === kind);
  return (row?.terms ?? usualTerms[kind]) as Terms[Kind];
}

/** What is to hold of one kind later than at a time, the soonest first. */
export const termsAfter = (db: Queries, kind: TermsKind, at: number): Promise<readonly TermsRow[]> =>
  db.query<TermsRow>(
    `select distinct on (since) id, kind, at, since, origin, terms from venue_terms where kind = $1 and since > $2
     order by since, id desc`,
    [kind, at],
  );

/** Writes down what is to hold. @param since ms UTC, not before now. */
export async function addTerms(
  { tx, at }: Pick<Transaction, 'tx' | 'at'>,
  row: Pick<TermsRow, 'kind' | 'terms' | 'origin'> & { readonly since?: number | undefined },
): Promise<void> {
  await tx.query(
    'insert into venue_terms (at, since, kind, terms, origin) values ($1, $2, $3, $4::jsonb, $5)',
    [at, Math.max(at, row.since ?? at), row.kind, JSON.stringify(row.terms), row.origin],
  );
}

export interface VenueTermsDeps extends RereadDeps {
  readonly db: Queries;
  readonly clock: Pick<ServerClock, 'every' | 'now'>;
}

/** Keeps what the venue charges and allows as it was said last, for the rules of this process. */
export class VenueTerms extends RereadState {
  readonly #deps: VenueTermsDeps;
  #version = '';
  #only: ReadonlySet<string> | undefined;
  #without: ReadonlySet<string> = new Set();

  private constructor(deps: VenueTermsDeps) {
    super(deps, 'venue terms');
    this.#deps = deps;
  }

  /** Reads what holds; until then, and where nothing was said, the usual holds. */
  static async open(deps: VenueTermsDeps): Promise<VenueTerms> {
    setFees(usualFees);
    setLimits(usualLimits);
    const opened = new VenueTerms(deps);
    await opened.refresh();
    return opened;
  }

  /** Another text after each change. */
  get version(): string {
    return this.#version;
  }

  /** Whether the venue has all markets of its source. */
  get isWhole(): boolean {
    return this.#only === undefined && this.#without.size === 0;
  }

  isListed(market: string): boolean {
    return (this.#only === undefined || this.#only.has(market)) && !this.#without.has(market);
  }

  protected async read(): Promise<void> {
    const { db, clock } = this.#deps;
    const rows = await termsAt(db, clock.now());
    const version = rows.map(({ id }) => id).join('-');
    if (version === this.#version) return;
    const of = <Kind extends TermsKind>(kind: Kind): Terms[Kind] =>
      (rows.find((row) => row.kind === kind)?.terms ?? usualTerms[kind]) as Terms[Kind];
    setFees(of('fees'));
    setLimits(of('limits'));
    const { only, without } = of('markets');
    this.#only = only && new Set(only);
    this.#without = new Set(without);
    this.#version = version;
  }
}
