import type { SchedulerLike, Subscription } from 'rxjs';
import { compareDec, toChartNumber } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import type { Caller } from '../session/caller.ts';

const WIDTH = 64;
const HEIGHT = 24;
const KEPT_MS = 5 * 60_000;
const RETRY_MS = 10_000;
const BATCH = 60;
const GATHER_MS = 50;

interface Picture {
  /** SVG path in a box of 64 by 24. */
  readonly path: string;
  readonly rises: boolean;
}
const NO_PICTURE: Picture = { path: '', rises: true };

/** Small pictures of the last day, fetched for the rows that are seen. */
export class Sparklines {
  readonly #call: Caller;
  readonly #clock: Clock;
  readonly #known = new Map<string, { picture: Picture; fetchedAt: number }>();
  readonly #wanted = new Set<string>();
  readonly #requested = new Set<string>();
  readonly #scheduler: SchedulerLike;
  #gathering: Subscription | undefined;
  /** Rises when pictures arrive. */
  version = 0;

  constructor(call: Caller, clock: Clock, scheduler: SchedulerLike) {
    this.#call = call;
    this.#clock = clock;
    this.#scheduler = scheduler;
  }

  /** A market's picture; empty until it has been fetched. */
  of(id: string): Picture {
    const known = this.#known.get(id);
    if (!known || this.#clock.monotonic() - known.fetchedAt > KEPT_MS) this.#want(id);
    return known?.picture ?? NO_PICTURE;
  }

  close(): void {
    this.#gathering?.unsubscribe();
  }

  #want(id: string): void {
    if (this.#requested.has(id)) return;
    this.#wanted.add(id);
    this.#gathering ??= this.#scheduler.schedule(() => {
      this.#gathering = undefined;
      // The newest requests: rows that were scrolled past are of no use any more.
      const ids = [...this.#wanted].slice(-BATCH);
      this.#wanted.clear();
      void this.#fetch(ids);
    }, GATHER_MS);
  }

  async #fetch(ids: string[]): Promise<void> {
    for (const id of ids) this.#requested.add(id);
    const result = await this.#call('market.sparklines', { ids });
    // What failed is requested again soon; an older picture stands meanwhile.
    const fetchedAt = this.#clock.monotonic() - (result.ok ? 0 : KEPT_MS - RETRY_MS);
    const lines = new Map(result.ok ? result.data.lines : []);
    for (const id of ids) {
      this.#requested.delete(id);
      const old = this.#known.get(id)?.picture ?? NO_PICTURE;
      this.#known.set(id, { picture: result.ok ? pictureOf(lines.get(id) ?? []) : old, fetchedAt });
    }
    this.version += 1;
  }
}

function pictureOf(values: readonly string[]): Picture {
  const first = values[0];
  const last = values.at(-1);
  return {
    path: sparklinePath(values),
    rises: first !== undefined && last !== undefined && compareDec(last, first) >= 0,
  };
}

/** A line through values from left to right, the highest at the top. @param values decimal texts, oldest first. */
export function sparklinePath(values: readonly string[]): string {
  if (values.length < 2) return '';
  const points = values.map(toChartNumber);
  const low = Math.min(...points);
  const range = Math.max(...points) - low;
  const step = WIDTH / (points.length - 1);
  return points
    .map((value, i) => {
      const y = range === 0 ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / range) * (HEIGHT - 4);
      return `${i === 0 ? 'M' : 'L'}${(i * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
