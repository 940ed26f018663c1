import type {
  AbsenceRow,
  FuturesOrderRow,
  FuturesState,
  MarkRow,
  PositionRow,
} from '../../../domain/contract/index.ts';
import type { OpeningTerms, Refusal } from '../../../domain/index.ts';
import { defaultTerms, isLiveStatus, openingTermsOf } from '../../../domain/index.ts';
import type { FeedEvent, MarketFeed } from '../../../feeds/index.ts';
import type { ViewDeps } from '../view.ts';
import { openChannel, openMarks } from '../view.ts';
import type { Snapshot } from './snapshot.ts';
import { Snapshots } from './snapshot.ts';
import { Versioned } from './versioned.ts';

type PrivateEvent = Extract<FeedEvent, { kind: 'private' }>;
type PrivateRow = Extract<PrivateEvent, { row: unknown }>['row'];

/** ms after which a question that failed is asked again. */
const AGAIN_MS = 3_000;

/**
 * Positions, orders and terms of whoever is logged in, and every mark. All views of all pages look at this one, so
 * that no two of them disagree.
 */
export class Desk {
  readonly #deps: ViewDeps;
  readonly #positions = new Versioned<PositionRow>(({ closedAt }) => closedAt === null);
  readonly #orders = new Versioned<FuturesOrderRow>(({ status }) => isLiveStatus(status));
  readonly #terms = new Map<string, OpeningTerms>();
  readonly #snapshots: Snapshots;
  readonly #stops: readonly (() => void)[];
  #owner: string | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #version = 0;
  absence: AbsenceRow | undefined;
  isKnown = false;
  failed: Refusal | undefined;
  /** Rises with what the person's history would tell. */
  pastVersion = 0;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
    this.#snapshots = new Snapshots(this, deps);
    const listening = deps.feed.events$.subscribe((event) => this.#take(event));
    this.#stops = [
      openMarks(deps),
      openChannel(deps, 'tick'),
      deps.beats.follow('me'),
      () => listening.unsubscribe(),
    ];
  }

  /** Rises with each change. */
  get version(): number {
    return this.#version;
  }
  /** Open ones, the newest first. */
  get positions(): readonly PositionRow[] {
    return this.#positions.live;
  }
  /** Open orders, guards too, the newest first. */
  get orders(): readonly FuturesOrderRow[] {
    return this.#orders.live;
  }

  markOf(market: string): MarkRow | undefined {
    return this.#deps.rows.marks.of(market);
  }

  /** Hours between settlements of funding, where the source tells them by market. */
  fundingHoursOf(market: string): number | undefined {
    return this.#deps.rows.marks.fundingHoursOf(market);
  }

  positionOf(market: string): PositionRow | undefined {
    return this.positions.find((each) => each.market === market);
  }

  /** How a market is traded: by its position, else as the person chose. */
  termsOf(market: string): OpeningTerms {
    const position = this.positionOf(market);
    return position ? openingTermsOf(position) : (this.#terms.get(market) ?? defaultTerms);
  }

  /** Everything joined, made once for all that changed: the same object until something changes. */
  snapshot(): Snapshot {
    this.#look();
    return this.#snapshots.now();
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  /** Asks for what has not been told. */
  #look(): void {
    const { funds, clock } = this.#deps;
    if (funds.uid !== this.#owner) this.#forget(funds.uid);
    if (funds.uid === undefined || this.isKnown || clock.monotonic() - this.#askedAt < AGAIN_MS) return;
    void this.#load(funds.uid);
  }

  #forget(owner: string | undefined): void {
    this.#owner = owner;
    this.#positions.clear();
    this.#orders.clear();
    this.#terms.clear();
    this.absence = undefined;
    this.isKnown = false;
    this.failed = undefined;
    this.#askedAt = Number.NEGATIVE_INFINITY;
    this.#changed();
  }

  async #load(owner: string): Promise<void> {
    this.#askedAt = this.#deps.clock.monotonic();
    const before = { positions: this.positions, orders: this.orders };
    const result = await this.#deps.call('perpetual.state', {});
    if (owner !== this.#owner || this.isKnown) return;
    this.failed = result.ok ? undefined : result.error;
    if (result.ok) this.#takeState(result.data, before);
    this.#changed();
  }

  #take(event: FeedEvent): void {
    if (event.kind === 'marks') this.#changed();
    else if (event.kind === 'private') this.#takePrivate(event);
  }

  #takePrivate(event: PrivateEvent): void {
    const { uid } = 'snapshot' in event ? event.snapshot : this.#deps.funds;
    if (uid !== this.#owner) this.#forget(uid);
    if ('snapshot' in event)
      this.#takeState(event.snapshot.futures, { positions: this.positions, orders: this.orders });
    else this.#takeRow(event.row);
    this.pastVersion += 1;
    this.#changed();
  }

  /** @param before what was known when it was asked for: of that, what it does not name is gone. */
  #takeState(
    { positions, orders, terms, absence }: FuturesState,
    before: { readonly positions: readonly PositionRow[]; readonly orders: readonly FuturesOrderRow[] },
  ): void {
    this.#positions.replace(positions, before.positions);
    this.#orders.replace(orders, before.orders);
    for (const { market, mode, leverage } of terms) this.#terms.set(market, { mode, leverage });
    if (absence.version >= (this.absence?.version ?? -1)) this.absence = absence;
    this.isKnown = true;
    this.failed = undefined;
  }

  #takeRow(row: PrivateRow): void {
    if (row.type === 'position') this.#positions.put(row.body);
    else if (row.type === 'futuresOrder') this.#orders.put(row.body);
    else if (row.type === 'terms')
      this.#terms.set(row.body.market, { mode: row.body.mode, leverage: row.body.leverage });
    else if (row.type === 'absence' && row.body.version >= (this.absence?.version ?? -1))
      this.absence = row.body;
  }

  #changed(): void {
    this.#version += 1;
  }
}

/** One desk for all that look at the same feed, for as long as anybody looks. */
const desks = new WeakMap<MarketFeed, { readonly desk: Desk; count: number }>();

/** @returns the desk, and the undo of looking at it. */
export function openDesk(deps: ViewDeps): { readonly desk: Desk; readonly leave: () => void } {
  const known = desks.get(deps.feed) ?? { desk: new Desk(deps), count: 0 };
  desks.set(deps.feed, known);
  known.count += 1;
  return {
    desk: known.desk,
    leave: () => {
      known.count -= 1;
      if (known.count > 0) return;
      known.desk.close();
      desks.delete(deps.feed);
    },
  };
}
