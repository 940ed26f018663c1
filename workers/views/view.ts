import type { Clock, MarketFeed } from '../../feeds/index.ts';
import type { BarLegend, Frame, Freshness, View } from '../protocol.ts';
import type { Caller } from '../session/calls.ts';
import type { Keep } from '../session/keep.ts';
import type { Submitter } from '../session/submitter.ts';
import type { Words } from '../session/words.ts';
import type { Heartbeats } from '../streams/freshness.ts';
import type { Funds } from '../streams/funds.ts';
import type { Inbox } from '../streams/inbox.ts';
import type { MarketRows } from '../streams/marketRows.ts';
import type { Orders } from '../streams/orders.ts';
import type { Sparklines } from '../streams/sparklines.ts';

/** What views are made from. */
export interface ViewDeps {
  readonly feed: MarketFeed;
  readonly rows: MarketRows;
  readonly beats: Heartbeats;
  readonly sparklines: Sparklines;
  readonly funds: Funds;
  readonly orders: Orders;
  readonly inbox: Inbox;
  readonly submitter: Pick<Submitter, 'isLasting' | 'told' | 'version' | 'acknowledged'>;
  readonly call: Caller;
  readonly clock: Clock;
  /** What outlives a visit. */
  readonly keep: Keep;
  /** Another each time: what is sent twice under one is done once. */
  readonly newKey: () => string;
  /** The language of the page that looks. */
  readonly words: () => Words;
  /** ms between two looks at a list's order while prices move. */
  readonly orderMs: () => number;
  /** Whether prices are those of the last visit, not yet confirmed. */
  readonly isCached: () => boolean;
}

/** One open view: asked for a frame when the page can take one. */
export interface LiveView<V extends View = View> {
  update(view: V): void;
  /** What changed since the last frame, or undefined. */
  frame(): Frame | undefined;
  /** Texts have to be made anew: the language changed, or the page came back. */
  refresh(): void;
  legendAt?(time: number): BarLegend | undefined;
  close(): void;
}

/** Wants a channel for a view until undone. */
export function openChannel({ feed, beats }: Pick<ViewDeps, 'feed' | 'beats'>, channel: string): () => void {
  const stops = [feed.open(channel), beats.follow(channel)];
  return () => {
    for (const stop of stops.splice(0)) stop();
  };
}

/** Wants mark, index and funding of every perpetual until undone. */
export function openMarks(deps: Pick<ViewDeps, 'feed' | 'beats' | 'rows' | 'clock'>): () => void {
  const stops = [openChannel(deps, 'mark'), deps.rows.marks.read(() => deps.clock.monotonic())];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Whether a reader would see a difference between two ages: while values are live their age is not shown. */
export function isSameFreshness(a: Freshness | undefined, b: Freshness): boolean {
  return a !== undefined && a.state === b.state && (b.state === 'live' || a.ageText === b.ageText);
}

/** A view keeps its kind for life; an update of another kind is left out. */
export function keepKind<K extends View['kind']>(
  kind: K,
  live: LiveView<Extract<View, { kind: K }>>,
): LiveView {
  return {
    update(view) {
      if (view.kind === kind) live.update(view as Extract<View, { kind: K }>);
    },
    frame: () => live.frame(),
    refresh: () => live.refresh(),
    legendAt: (time) => live.legendAt?.(time),
    close: () => live.close(),
  };
}
