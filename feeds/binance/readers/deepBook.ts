import type { Book, Dec } from '../../../domain/index.ts';
import { compareDec, isCrossed } from '../../../domain/index.ts';
import type { Clock } from '../../types.ts';
import { isFields, isWhole } from '../../venues/fields.ts';
import type { ChannelReader, ReaderOutlet, ReaderStream } from '../../venues/reader.ts';
import { DepthSync } from '../depthSync.ts';
import type { DepthSnapshot } from '../normalise.ts';
import { normaliseFrame } from '../normalise.ts';
import { ReadDiff } from '../scan.ts';

export interface DeepBookPlan {
  readonly id: string;
  readonly channel: string;
  readonly levels: number;
  readonly stream: ReaderStream;
  readonly clock: Clock;
  readonly snapshot: () => Promise<DepthSnapshot>;
  /** Levels a side of a snapshot; one with fewer is the whole side. */
  readonly most: number;
}

/** Between two questions for one book. */
const ASK_MS = 2_000;

/** The part of a book that a snapshot covers; beyond it levels are known only when they change. */
interface Known {
  /** Undefined where the snapshot held the whole side. */
  readonly lowestBid: Dec | undefined;
  readonly highestAsk: Dec | undefined;
}

/** A book of many levels from one snapshot and the differences around it. */
export class DeepBookReader implements ChannelReader {
  readonly streams: readonly ReaderStream[];
  readonly #plan: DeepBookPlan;
  readonly #outlet: ReaderOutlet;
  #sync = new DepthSync();
  /** A second book that takes over when the known part of the first runs out. */
  #next: DepthSync | undefined;
  #known: Known | undefined;
  #round = 0;
  #requestedAt = Number.NEGATIVE_INFINITY;
  #stopWait: (() => void) | undefined;
  #isPublished = false;

  constructor(plan: DeepBookPlan, outlet: ReaderOutlet) {
    this.#plan = plan;
    this.#outlet = outlet;
    this.streams = [plan.stream];
  }

  begin(): void {
    this.#reset();
    this.#ask();
  }

  take(_stream: string, message: unknown): void {
    const event = message instanceof ReadDiff ? message : normaliseFrame(message);
    if (event?.kind !== 'diff') {
      this.#outlet.dropped();
      return;
    }
    this.#next?.diff(event);
    const result = this.#sync.diff(event);
    if (result === 'gap') this.#lose();
    else if (result === 'ready') this.#publish(this.#momentOf(message));
  }

  #momentOf(message: unknown): number {
    if (message instanceof ReadDiff) return message.at;
    return isFields(message) && isWhole(message['E']) ? message['E'] : this.#plan.clock.now();
  }

  lost(): void {
    this.#reset();
  }

  isValid(): boolean {
    return this.#isPublished;
  }

  close(): void {
    this.#reset();
  }

  #reset(): void {
    this.#round += 1;
    this.#stopWait?.();
    this.#sync = new DepthSync();
    this.#next = undefined;
    this.#known = undefined;
    this.#isPublished = false;
  }

  #ask(): void {
    const { clock, snapshot } = this.#plan;
    this.#stopWait?.();
    const own = ++this.#round;
    this.#stopWait = clock.after(Math.max(0, this.#requestedAt + ASK_MS - clock.monotonic()), () => {
      this.#requestedAt = clock.monotonic();
      snapshot().then(
        (answer) => own === this.#round && this.#apply(answer),
        () => own === this.#round && this.#ask(),
      );
    });
  }

  #apply(snapshot: DepthSnapshot): void {
    const target = this.#next ?? this.#sync;
    if (target.snapshot(snapshot) === 'gap') {
      this.#ask();
      return;
    }
    const worst = this.#plan.most - 1;
    this.#known = { lowestBid: snapshot.bids[worst]?.[0], highestAsk: snapshot.asks[worst]?.[0] };
    this.#sync = target;
    this.#next = undefined;
    this.#publish(this.#plan.clock.now());
  }

  /** What was emitted cannot be trusted: a new snapshot is requested, and differences are applied around it. */
  #lose(): void {
    this.#next = undefined;
    this.#isPublished = false;
    this.#outlet.resynced();
    this.#outlet.publish({ kind: 'lost', channel: this.#plan.channel });
    this.#ask();
  }

  #publish(at: number): void {
    const { id, levels } = this.#plan;
    const book = this.#sync.book(levels);
    if (isCrossed(book)) {
      this.#sync = new DepthSync();
      this.#lose();
      return;
    }
    this.#isPublished = true;
    this.#outlet.publish({ kind: 'book', id, book, at });
    if (this.#next || !this.#isBeyond(book)) return;
    this.#next = new DepthSync();
    this.#ask();
  }

  /** Whether what is shown reaches beyond what the snapshot covers. */
  #isBeyond({ bids, asks }: Book): boolean {
    const [bid] = bids.at(-1) ?? [];
    const [ask] = asks.at(-1) ?? [];
    const { lowestBid, highestAsk } = this.#known ?? {};
    return (
      (bid !== undefined && lowestBid !== undefined && compareDec(bid, lowestBid) < 0) ||
      (ask !== undefined && highestAsk !== undefined && compareDec(ask, highestAsk) > 0)
    );
  }
}
