import { MINUTE_MS } from '../../../../domain/index.ts';
import { Recent } from './recent.ts';

/** The browser reports no taps that are painted faster. */
const LEAST_MS = 16;
const TAPS_MS = 10 * MINUTE_MS;

/** Long tasks and taps as the browser reports them, from the first look on, on every screen. */
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

/** This page's, which goes on once it was opened: what is felt is felt on other screens. */
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
    // A tap is several events; the first that is reported is as long as the others or a little shorter.
    if (interactionId === 0 || seen.has(interactionId)) return;
    seen.set(interactionId, duration);
    taps.add(startTime + duration, duration);
  });
  return { longTasks, taps };
}

interface EventOptions extends PerformanceObserverInit {
  readonly durationThreshold?: number;
}

/** A browser that knows no such entries reports none. */
function watch(options: EventOptions, listener: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes?.includes(options.type ?? '')) return;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) listener(entry);
  }).observe(options);
}
