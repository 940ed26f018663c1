import type { Dec } from '../../domain/index.ts';
import { intervalMs, RuleError } from '../../domain/index.ts';
import type { Clock } from '../types.ts';
import { Turns } from './turns.ts';
import type { Venue, VenueCandlePage, VenueCandleQuery } from './types.ts';

const SPARKLINE_HOURS = 24;
const SPARKLINE_KEPT_MS = 30 * 60_000;
/** Of one that could not be had: rows would otherwise request it at every scroll. */
const SPARKLINE_RETRY_MS = 60_000;
/** Pages of bars that are over. */
const MOST_PAGES = 2_000;
/** Questions of pictures under way at a time; a user who waits for a chart comes between them. */
const PICTURES_AT_ONCE = 3;
const MOST_PICTURES_WAITING = 300;

/** A venue's bars: those that are over are requested once. */
export class VenueHistory {
  readonly #venue: Venue;
  readonly #clock: Clock;
  readonly #pages = new Map<string, Promise<VenueCandlePage>>();
  readonly #lines = new Map<string, { readonly line: readonly Dec[]; readonly until: number }>();
  readonly #requested = new Map<string, Promise<readonly Dec[]>>();
  readonly #turns = new Turns(PICTURES_AT_ONCE, MOST_PICTURES_WAITING);

  constructor(venue: Venue, clock: Clock) {
    this.#venue = venue;
    this.#clock = clock;
  }

  /** @throws {RuleError} `venueAway` when the venue does not answer, or asks for a pause. */
  async page(query: VenueCandleQuery): Promise<VenueCandlePage> {
    const isOver =
      query.before !== undefined && query.before <= this.#clock.now() - 2 * intervalMs(query.interval);
    try {
      return await (isOver ? this.#kept(query) : this.#venue.candles(query));
    } catch (cause) {
      throw new RuleError('venueAway', { cause });
    }
  }

  /** Hourly closes of the last 24 hours; empty while they cannot be had. */
  async sparkline(id: string): Promise<readonly Dec[]> {
    const known = this.#lines.get(id);
    if (known && this.#clock.monotonic() < known.until) return known.line;
    const requested = this.#requested.get(id) ?? this.#askLine(id, known?.line ?? []);
    this.#requested.set(id, requested);
    return requested;
  }

  async #askLine(id: string, before: readonly Dec[]): Promise<readonly Dec[]> {
    const page = await this.#turns
      .take(() => this.#venue.candles({ id, interval: '1h', limit: SPARKLINE_HOURS }))
      .catch(() => undefined);
    const line = page?.candles.map(({ close }) => close) ?? before;
    const until = this.#clock.monotonic() + (page ? SPARKLINE_KEPT_MS : SPARKLINE_RETRY_MS);
    this.#lines.set(id, { line, until });
    this.#requested.delete(id);
    return line;
  }

  #kept(query: VenueCandleQuery): Promise<VenueCandlePage> {
    const key = `${query.id}:${query.interval}:${query.before}:${query.limit}`;
    const known = this.#pages.get(key);
    if (known) return known;
    const page = this.#venue.candles(query);
    this.#pages.set(key, page);
    page.catch(() => this.#pages.delete(key));
    const oldest = this.#pages.keys().next();
    if (this.#pages.size > MOST_PAGES && !oldest.done) this.#pages.delete(oldest.value);
    return page;
  }
}
