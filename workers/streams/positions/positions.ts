import type {
  AbsenceRow,
  FuturesOrderRow,
  FuturesState,
  MarkRow,
  PositionRow,
} from '../../../domain/contract/index.ts';
import type { OpeningTerms, Refusal } from '../../../domain/index.ts';
import { defaultTerms, isLiveStatus, openingTermsOf } from '../../../domain/index.ts';
import type { PrivateEvent } from '../account.ts';
import { Marks } from '../marks.ts';
import { Versioned } from '../versioned.ts';
import type { Snapshot, SnapshotDeps } from './snapshot.ts';
import { Snapshots } from './snapshot.ts';

type PrivateRow = Extract<PrivateEvent, { row: unknown }>['row'];

/** Positions, orders and terms of the logged-in user, joined with every mark. */
export class Positions {
  readonly #positions = new Versioned<PositionRow>(({ closedAt }) => closedAt === null);
  readonly #orders = new Versioned<FuturesOrderRow>(({ status }) => isLiveStatus(status));
  readonly #terms = new Map<string, OpeningTerms>();
  readonly #snapshots: Snapshots;
  #owner: string | undefined;
  #version = 0;
  marks = new Marks();
  absence: AbsenceRow | undefined;
  isKnown = false;
  failed: Refusal | undefined;
  /** Rises with each change of the user's history. */
  pastVersion = 0;

  constructor(deps: SnapshotDeps) {
    this.#snapshots = new Snapshots(this, deps);
  }

  /** Rises with each change. */
  get version(): number {
    return this.#version + this.marks.version;
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
    return this.marks.of(market);
  }

  /** Hours between settlements of funding, where the source has them by market. */
  fundingHoursOf(market: string): number | undefined {
    return this.marks.fundingHoursOf(market);
  }

  positionOf(market: string): PositionRow | undefined {
    return this.positions.find((each) => each.market === market);
  }

  /** How a market is traded: by its position, else as the user chose. */
  termsOf(market: string): OpeningTerms {
    const position = this.positionOf(market);
    return position ? openingTermsOf(position) : (this.#terms.get(market) ?? defaultTerms);
  }

  /** Everything joined, made once for all that changed: the same object until something changes. */
  snapshot(): Snapshot {
    return this.#snapshots.now();
  }

  /** Whose they are from here on; what was known of somebody else is forgotten. */
  own(owner: string | undefined): void {
    if (owner === this.#owner) return;
    this.#owner = owner;
    this.#positions.clear();
    this.#orders.clear();
    this.#terms.clear();
    this.absence = undefined;
    this.isKnown = false;
    this.failed = undefined;
    this.#version += 1;
  }

  /** What the exchange has answered. @param before what was known when it was requested. */
  answer(state: FuturesState | Refusal, before: Known): void {
    if (this.isKnown) return;
    if ('positions' in state) this.#takeState(state, before);
    else this.failed = state;
    this.#version += 1;
  }

  /** What is known now, for an answer that is still to come. */
  known(): Known {
    return { positions: this.positions, orders: this.orders };
  }

  take(event: PrivateEvent): void {
    if ('snapshot' in event) this.#takeState(event.snapshot.futures, this.known());
    else this.#takeRow(event.row);
    this.pastVersion += 1;
    this.#version += 1;
  }

  /** @param before what was known when it was requested: of that, what it does not name is gone. */
  #takeState({ positions, orders, terms, absence }: FuturesState, before: Known): void {
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
}

interface Known {
  readonly positions: readonly PositionRow[];
  readonly orders: readonly FuturesOrderRow[];
}
