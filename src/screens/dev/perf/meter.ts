import type { Frame, PerfFrame, PerfSecond } from '../../../../workers/api.ts';
import { client } from '../../../state/client.ts';
import { governor } from '../../../state/governing.ts';
import { settings } from '../../../state/settings.ts';
import { feltByNow } from './felt.ts';
import type { Spread } from './recent.ts';
import { Recent, spreadOf } from './recent.ts';

const RATE_MS = 5_000;
const TICKS_MS = 60_000;

/** Everything that the screen shows, as it is copied. Rates are a second's, times ms. */
export interface PerfFacts {
  readonly at: string;
  readonly build: string;
  readonly mode: string;
  readonly chosen: string;
  readonly brake: string;
  readonly framesPerSecond: number;
  readonly shownHz: number;
  /** Age of the newest price that is shown, by the exchange's clock; undefined before the first. */
  readonly staleMs: number | undefined;
  readonly workerLagMs: number;
  readonly clockOffsetMs: number | undefined;
  readonly longTasks: number;
  readonly longestMs: number;
  readonly heapMb: number | undefined;
  readonly stream: readonly StreamRate[];
  readonly views: readonly { readonly kind: string; readonly framesPerSecond: number }[];
  readonly tickToPaint: Spread | undefined;
  readonly tapToPaint: Spread | undefined;
  readonly tapToAcknowledged: Spread | undefined;
}

export interface StreamRate {
  readonly name: string;
  readonly messages: number;
  readonly kB: number;
  readonly mbPerHour: number;
}

interface WithMemory extends Performance {
  readonly memory?: { readonly usedJSHeapSize: number };
}

/** Counts while the screen is open. */
export class Meter {
  readonly #felt = feltByNow();
  readonly #frames = new Recent(RATE_MS);
  readonly #shown = new Recent(RATE_MS);
  readonly #ticks = new Recent(TICKS_MS);
  readonly #views = new Map<Frame['kind'], Recent>();
  #second: PerfSecond | undefined;
  #newestAt: number | undefined;
  #isOpen = true;

  constructor() {
    client.onFrame = (kind) => {
      const frames = this.#views.get(kind) ?? new Recent(RATE_MS);
      this.#views.set(kind, frames);
      frames.add(performance.now());
    };
    const next = (at: number) => {
      if (!this.#isOpen) return;
      this.#frames.add(at);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }

  /** What the worker says. @param write puts the sample's price on screen. */
  take({ sample, second }: PerfFrame, write: (price: string) => void): void {
    if (second) this.#second = second;
    if (!sample) return;
    this.#newestAt = sample.at;
    write(sample.price);
    afterPaint(() => {
      const now = performance.now();
      this.#shown.add(now);
      const offset = this.#second?.offsetMs;
      if (offset !== undefined) this.#ticks.add(now, Math.max(0, Date.now() + offset - sample.at));
    });
  }

  facts(): PerfFacts {
    const now = performance.now();
    const { offsetMs, lagMs = 0, acknowledged = [] } = this.#second ?? {};
    const longTasks = this.#felt.longTasks.values(now);
    const heap = (performance as WithMemory).memory?.usedJSHeapSize;
    return {
      at: new Date().toISOString(),
      build: __BUILD_ID__,
      mode: governor.mode,
      chosen: settings.refresh,
      brake: governor.brake ?? 'none',
      framesPerSecond: this.#frames.rate(now),
      shownHz: this.#shown.rate(now),
      staleMs:
        this.#newestAt === undefined ? undefined : Math.max(0, Date.now() + (offsetMs ?? 0) - this.#newestAt),
      workerLagMs: lagMs,
      clockOffsetMs: offsetMs,
      longTasks: longTasks.length,
      longestMs: Math.max(0, ...longTasks),
      heapMb: heap === undefined ? undefined : heap / 1e6,
      stream: streamOf(this.#second),
      views: [...this.#views].map(([kind, frames]) => ({ kind, framesPerSecond: frames.rate(now) })),
      tickToPaint: spreadOf(this.#ticks.values(now)),
      tapToPaint: spreadOf(this.#felt.taps.values(now)),
      tapToAcknowledged: spreadOf(acknowledged),
    };
  }

  close(): void {
    this.#isOpen = false;
    client.onFrame = undefined;
  }
}

function streamOf(second: PerfSecond | undefined): readonly StreamRate[] {
  if (!second) return [];
  const rate = (name: string, messages: number, bytes: number): StreamRate => {
    const perSecond = (bytes * 1_000) / second.ms;
    return {
      name,
      messages: (messages * 1_000) / second.ms,
      kB: perSecond / 1e3,
      mbPerHour: (perSecond * 3_600) / 1e6,
    };
  };
  const sum = (key: 'messages' | 'bytes') => second.counts.reduce((all, count) => all + count[key], 0);
  return [
    ...second.counts.map(({ name, messages, bytes }) => rate(name, messages, bytes)),
    rate('all', sum('messages'), sum('bytes')),
  ];
}

/** Runs when what was just written has been painted. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      run();
    };
    port2.postMessage(undefined);
  });
}
