import { MINUTE_MS } from '../../../../domain/index.ts';
import { Recent } from './recent.ts';

/** The browser tells nothing of taps that are painted faster. */
const LEAST_MS = 16;
const TAPS_MS = 10 * MINUTE_MS;

/** What the browser tells of long tasks and of taps, from the first look on, on every screen. */
export interface Felt {
  /** ms of the long tasks of the last minute. */
  readonly longTasks: Recent;
  /** ms from each tap or key to its next paint, of the last ten minutes. */
  readonly taps: Recent;
}

interface EventTiming extends PerformanceEntry {
  /** 0 of what is no tap or key. */
  readonly interactionId?: number;
}

let felt: Felt | undefined;

/** This page's, which goes on once it was asked for: what is felt is felt on other screens. */
export function feltByNow(): Felt {
  felt ??= startFelt();
  return felt;
}

function startFelt(): Felt {
  const longTasks = new Recent(MINUTE_MS);
  const taps = new Recent(TAPS_MS);
  const seen = new Map<number, number>();
  watch({ type: 'longtask', buffered: true }, ({ startTime, duration }) =>
    longTasks.add(startTime + duration, duration),
  );
  watch({ type: 'event', buffered: true, durationThreshold: LEAST_MS }, (entry: EventTiming) => {
    const { interactionId = 0, duration, startTime } = entry;
    // A tap is several events; the first that is told is as long as the others or a little shorter.
    if (interactionId === 0 || seen.has(interactionId)) return;
    seen.set(interactionId, duration);
    taps.add(startTime + duration, duration);
  });
  return { longTasks, taps };
}

interface EventOptions extends PerformanceObserverInit {
  readonly durationThreshold?: number;
}

/** A browser that knows no such entries tells none. */
function watch(options: EventOptions, told: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes?.includes(options.type ?? '')) return;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) told(entry);
  }).observe(options);
}
