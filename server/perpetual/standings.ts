import type { AbsenceRow, TermsRow } from '../../domain/contract/index.ts';
import type { MarginMode } from '../../domain/index.ts';
import { D } from '../../domain/index.ts';
import { Booking } from './booking.ts';
import type { HeldPosition } from './position.ts';
import type { Store } from './store.ts';
import { signed } from './store.ts';

/** How people stand in a turn: what is committed, and over it what the turn has changed. */
export class Standings {
  readonly at: number;
  readonly booking = new Booking();
  readonly #store: Store;
  /** Positions that this turn has changed; null where none is open any more. */
  readonly #positions = new Map<number, Map<string, HeldPosition | null>>();
  readonly #net = new Map<string, D>();
  readonly #terms = new Map<string, readonly [user: number, terms: TermsRow]>();
  readonly #absences = new Map<number, AbsenceRow>();

  constructor(store: Store, at: number) {
    this.#store = store;
    this.at = at;
  }

  position(user: number, market: string): HeldPosition | undefined {
    const own = this.#positions.get(user)?.get(market);
    return own === undefined ? this.#store.position(user, market) : (own ?? undefined);
  }

  positionsOf(user: number): HeldPosition[] {
    const markets = new Set([
      ...this.#store.positionsOf(user).map(({ market }) => market),
      ...(this.#positions.get(user)?.keys() ?? []),
    ]);
    return [...markets].flatMap((market) => this.position(user, market) ?? []);
  }

  /** Everybody's in a market. */
  positionsIn(market: string): HeldPosition[] {
    const users = new Set(this.#store.positionsIn(market).map(({ userId }) => userId));
    for (const [user, own] of this.#positions) if (own.has(market)) users.add(user);
    return [...users].flatMap((user) => this.position(user, market) ?? []);
  }

  /** The next state of a position: it is written, told, and what its person has from here on. */
  setPosition(next: HeldPosition): HeldPosition {
    const { userId, market, id } = next;
    const open = this.position(userId, market);
    const before = open?.id === id ? open : undefined;
    const version = (before?.version ?? 0) + 1;
    const isSameMargin = before?.margin === next.margin;
    const now = {
      ...next,
      version,
      updatedAt: this.at,
      marginRef: isSameMargin ? before.marginRef : version,
    };
    const committed = this.#store.position(userId, market);
    this.booking.position(committed?.id === id ? committed : undefined, now);
    const isOpen = now.closedAt === null;
    this.#net.set(
      market,
      this.netOf(market)
        .plus(isOpen ? signed(now) : 0)
        .minus(before ? signed(before) : 0),
    );
    const own = this.#positions.get(userId) ?? new Map<string, HeldPosition | null>();
    this.#positions.set(userId, own.set(market, isOpen ? now : null));
    return now;
  }

  terms(user: number, market: string): { readonly mode: MarginMode; readonly leverage: number } {
    return this.#terms.get(`${user} ${market}`)?.[1] ?? this.#store.terms(user, market);
  }
  setTerms(user: number, row: TermsRow): void {
    this.#terms.set(`${user} ${row.market}`, [user, row]);
    this.booking.terms(user, row);
  }
  absence(user: number): AbsenceRow | undefined {
    return this.#absences.get(user) ?? this.#store.absence(user);
  }
  setAbsence(user: number, row: AbsenceRow): void {
    this.#absences.set(user, row);
    this.booking.absence(user, row);
  }

  /** What people have together in a market, base units, signed: longs less shorts. */
  netOf(market: string): D {
    return this.#net.get(market) ?? this.#store.netOf(market);
  }

  /** Isolated margins of a person, quote. */
  margins(user: number): D {
    return this.positionsOf(user).reduce((sum, { margin }) => sum.plus(margin), new D(0));
  }

  /** What was changed of terms and absences. */
  protected get changes() {
    return { positions: this.booking.positions, terms: this.#terms.values(), absences: this.#absences };
  }
}
