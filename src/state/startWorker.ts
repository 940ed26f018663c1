import type { Remote } from 'comlink';
import { wrap } from 'comlink';
import { CHUNK_TIMEOUT_MS } from '../../domain/contract/index.ts';
import type { MarketApi } from '../../workers/api.ts';
import { chosenSource } from './source.ts';

/** A worker on its way, and what ends it for this page. */
export interface StartedWorker {
  readonly api: Remote<MarketApi>;
  /** How long it may take to come to run, ms. */
  readonly startMs: number;
  /** Whether its script could not be had, or stopped on an error before it came to run. */
  hasFailed(): boolean;
  /** Resolves when the worker is gone that holds the lock of this name; never where that cannot be known. */
  ended(life: string): Promise<void>;
  stop(): void;
}

/** A shared worker that another tab left behind dead says nothing at all: an own one is soon the better way. */
const SHARED_START_MS = 10_000;

/** Tabs of one build that read one source share a worker; its name carries the source. */
const source = chosenSource();
const name = `tidemark-${__BUILD_ID__}${source === undefined ? '' : `:${source}`}`;

/** Starts the market worker: one for all tabs where the browser can, else one for this tab. */
export function startMarketWorker(): StartedWorker {
  // After a shared worker has failed, its name is left behind with it.
  const shared = starts === 0 ? startShared() : undefined;
  starts += 1;
  return shared ?? startOwn();
}
let starts = 0;

function startShared(): StartedWorker | undefined {
  if (typeof SharedWorker !== 'function') return undefined;
  try {
    const worker = new SharedWorker(new URL('../../workers/market.worker.ts', import.meta.url), {
      type: 'module',
      name,
    });
    return {
      api: wrap<MarketApi>(worker.port),
      startMs: SHARED_START_MS,
      hasFailed: errorsOf(worker, worker.port),
      ended,
      stop: () => worker.port.close(),
    };
  } catch {
    // Browsers that block a page's storage may refuse it a shared worker too.
    return undefined;
  }
}

function startOwn(): StartedWorker {
  const worker = new Worker(new URL('../../workers/market.worker.ts', import.meta.url), {
    type: 'module',
    name,
  });
  return {
    api: wrap<MarketApi>(worker),
    startMs: CHUNK_TIMEOUT_MS,
    hasFailed: errorsOf(worker),
    ended,
    stop: () => worker.terminate(),
  };
}

/** A browser lets go of a dead worker's locks at once; where pages are not secure there are none. */
async function ended(life: string): Promise<void> {
  if (!life || !('locks' in navigator)) return new Promise(() => undefined);
  await navigator.locks.request(life, () => undefined);
}

/** Whether it stopped on an error before it came to run; one that speaks runs, and goes on after an error of a moment. */
function errorsOf(worker: EventTarget, port = worker): () => boolean {
  let hasFailed = false;
  let hasRun = false;
  const fail = () => {
    hasFailed = true;
  };
  const run = () => {
    hasRun = true;
  };
  worker.addEventListener('error', fail);
  port.addEventListener('message', run, { once: true });
  return () => hasFailed && !hasRun;
}
