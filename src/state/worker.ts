import type { Remote } from 'comlink';
import { releaseProxy, proxy as remote, wrap } from 'comlink';
import type { CallName, Calls, RequestOf, ResponseOf } from '../../domain/contract/index.ts';
import type { Result } from '../../domain/index.ts';
import type {
  BarLegend,
  Frame,
  MarketApi,
  PageSession,
  PageSettings,
  View,
  ViewHandle,
} from '../../workers/api.ts';

/** A worker that runs, and what ends it for this page. */
export interface StartedWorker {
  readonly api: Remote<MarketApi>;
  stop(): void;
}

/** One open view of this page; it outlives the worker that fills it. */
interface OpenView {
  view: View;
  readonly onFrame: (frame: Frame) => void;
  handle: Promise<Remote<ViewHandle>> | undefined;
}

export interface ViewControl {
  update(view: View): void;
  legendAt(time: number): Promise<BarLegend | undefined>;
  close(): void;
}

const PING_MS = 1_000;
const MISSED_PINGS = 2;

/** The page's side of the market worker: starts it, notices when it dies, and opens everything again. */
export class WorkerClient {
  readonly #start: () => StartedWorker;
  readonly #views = new Set<OpenView>();
  readonly #report: () => void;
  #settings: PageSettings;
  #worker: StartedWorker;
  #session: Promise<Remote<PageSession>>;
  #rejectPending: () => void = () => undefined;
  #died: Promise<'died'>;
  #missed = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param report told each time a worker had to be replaced. */
  constructor(start: () => StartedWorker, settings: PageSettings, report: () => void) {
    this.#start = start;
    this.#settings = settings;
    this.#report = report;
    this.#worker = start();
    this.#died = this.#newDeath();
    this.#session = this.#connect();
  }

  open(view: View, onFrame: (frame: Frame) => void): ViewControl {
    const own: OpenView = { view, onFrame, handle: undefined };
    this.#views.add(own);
    this.#openRemote(own);
    return {
      update: (next) => {
        own.view = next;
        own.handle?.then((handle) => handle.update(next)).catch(ignoreDeath);
      },
      legendAt: async (time) => own.handle?.then((handle) => handle.legendAt(time)).catch(() => undefined),
      close: () => {
        if (!this.#views.delete(own)) return;
        own.handle
          ?.then(async (handle) => {
            await handle.close();
            handle[releaseProxy]();
          })
          .catch(() => undefined);
      },
    };
  }

  async call<N extends CallName>(
    name: N,
    request: RequestOf<Calls[N]>,
  ): Promise<Result<ResponseOf<Calls[N]>>> {
    const asked = this.#session.then(
      (session) => session.call(name, request) as Promise<Result<ResponseOf<Calls[N]>>>,
    );
    const first = await Promise.race([asked.catch(() => 'died' as const), this.#died]);
    return first === 'died' ? { ok: false, error: { code: 'networkDown', message: '' } } : first;
  }

  setSettings(change: Partial<PageSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#session.then((session) => session.setSettings(change)).catch(() => undefined);
  }

  /** Asks the worker for a sign of life now and every second. @returns undo. */
  watchHealth(): () => void {
    const check = () => void this.#check();
    this.#timer = setInterval(check, PING_MS);
    return () => clearInterval(this.#timer);
  }

  /** The page came back: the connection is not trusted any more. */
  wake(): void {
    this.#session.then((session) => session.wake()).catch(() => undefined);
    void this.#check();
  }

  /** Says goodbye, so that a shared worker closes this page's views. */
  leave(): void {
    this.#session.then((session) => session.close()).catch(() => undefined);
  }

  async #check(): Promise<void> {
    if (!this.#settings.visible) return;
    const worker = this.#worker;
    const answered = this.#session
      .then((session) => session.ping())
      .then(
        () => true,
        () => false,
      );
    const late = new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), PING_MS);
    });
    const isAlive = await Promise.race([answered, late]);
    if (worker !== this.#worker) return;
    this.#missed = isAlive ? 0 : this.#missed + 1;
    if (this.#missed >= MISSED_PINGS) this.#restart();
  }

  #restart(): void {
    this.#missed = 0;
    this.#rejectPending();
    this.#worker.stop();
    this.#worker = this.#start();
    this.#died = this.#newDeath();
    this.#session = this.#connect();
    for (const view of this.#views) this.#openRemote(view);
    this.#report();
  }

  #connect(): Promise<Remote<PageSession>> {
    const session = this.#worker.api.connect(this.#settings) as unknown as Promise<Remote<PageSession>>;
    session.catch(() => undefined);
    return session;
  }

  #openRemote(own: OpenView): void {
    const sink = remote((frame: Frame) => {
      if (this.#views.has(own)) own.onFrame(frame);
    });
    own.handle = this.#session.then(
      (session) => session.open(own.view, sink) as unknown as Promise<Remote<ViewHandle>>,
    );
    own.handle.catch(ignoreDeath);
  }

  #newDeath(): Promise<'died'> {
    return new Promise((resolve) => {
      this.#rejectPending = () => resolve('died');
    });
  }
}

/** A worker that died is replaced elsewhere; a view that cannot be sent is a bug and must be seen. */
function ignoreDeath(error: unknown): void {
  if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
}

/** Starts the market worker: one for all tabs where the browser can, else one for this tab. */
export function startMarketWorker(): StartedWorker {
  // After a shared worker has failed, its name is left behind with it.
  if (typeof SharedWorker === 'function' && restarts === 0) {
    restarts += 1;
    const worker = new SharedWorker(new URL('../../workers/market.worker.ts', import.meta.url), {
      type: 'module',
      name: `tidemark-${__BUILD_ID__}`,
    });
    return { api: wrap<MarketApi>(worker.port), stop: () => worker.port.close() };
  }
  const worker = new Worker(new URL('../../workers/market.worker.ts', import.meta.url), { type: 'module' });
  return { api: wrap<MarketApi>(worker), stop: () => worker.terminate() };
}
let restarts = 0;
