import type { Remote } from 'comlink';
import { releaseProxy, proxy as remote } from 'comlink';
import type { BarLegend, Frame, PageSession, PageSettings, View, ViewHandle } from '../../workers/api.ts';
import { Questions } from './questions.ts';
import type { StartedWorker } from './startWorker.ts';

/**
 * Why a worker was given up. `died`: it ran and fell silent; `failed`, `late`: its script never came to run;
 * `incomplete`: it cannot have a script that it needs. `silent`: not yet, it is waited for.
 */
export type WorkerEnd = 'died' | 'failed' | 'late' | 'incomplete' | 'silent';

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
/** The bound of what a replacement may miss: twice as many as the one before, as the device may be slow. */
const MOST_MISSED_PINGS = 32;
/** Pings answered in a row after which a worker has started well. */
const STARTED_PINGS = 10;
/** A worker that failed to start is started again after 1, 2, 4, … and never more than so many pings. */
const MOST_RETRY_PINGS = 30;
/** A script that ran here before is at hand: its next worker is given up after so long, ms, then twice as long, and so on. */
const START_AGAIN_MS = 10_000;
/** So many incomplete workers are replaced in a row, the next one when that was so long ago, ms. */
const MOST_REPLACED = 3;
const REPLACED_AGO_MS = 60_000;

/** The page's side of the market worker: starts it, notices when it dies, and opens everything again. */
export class WorkerClient extends Questions {
  readonly #start: () => StartedWorker;
  readonly #views = new Set<OpenView>();
  /** Called with the kind of each frame that comes. */
  onFrame: ((kind: Frame['kind']) => void) | undefined;
  /** Called when another worker is here, which knows nothing of what the last one was to do. */
  onReplaced: (() => void) | undefined;
  readonly #onEnd: (end: WorkerEnd, failures: number) => void;
  #settings: PageSettings;
  #worker: StartedWorker;
  #session: Promise<Remote<PageSession>>;
  #rejectPending: () => void = () => undefined;
  #died: Promise<'died'>;
  #missed = 0;
  /** Pings in a row that were answered, and workers in a row that fell silent before they had answered enough. */
  #answered = 0;
  #silent = 0;
  /** Pings that wait for an answer. */
  #pinged = 0;
  #isConnected = false;
  /** Whether a worker of this page has come to run. */
  #hasRun = false;
  /** Whether it is known that the worker is gone. */
  #isGone = false;
  /** The worker's life that is watched. */
  #life = '';
  /** Workers in a row that never came to run. */
  #failures = 0;
  /** Workers in a row that were incomplete, and when the last of them was replaced, ms. */
  #replaced = 0;
  #replacedAt = Number.NEGATIVE_INFINITY;
  #isWatched = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param onEnd called each time a worker is silent or had to be replaced, and how many in a row never came to run. */
  constructor(
    start: () => StartedWorker,
    settings: PageSettings,
    onEnd: (end: WorkerEnd, failures: number) => void,
  ) {
    super();
    this.#start = start;
    this.#settings = settings;
    this.#onEnd = onEnd;
    this.#worker = start();
    this.#died = this.#newDeath();
    this.#session = this.#connect();
  }

  protected override get session(): Promise<Remote<PageSession>> {
    return this.#session;
  }

  protected override get death(): Promise<'died'> {
    return this.#died;
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

  setSettings(change: Partial<PageSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    if (change.visible !== undefined) this.#setTimer();
    this.#session.then((session) => session.setSettings(change)).catch(() => undefined);
  }

  /** Asks the worker for a sign of life every second while the page is seen. @returns undo. */
  watchHealth(): () => void {
    this.#isWatched = true;
    this.#setTimer();
    return () => {
      this.#isWatched = false;
      this.#setTimer();
    };
  }

  /** The page came back: the connection is not trusted any more. */
  wake(): void {
    if (!this.#isConnected && this.#worker.hasFailed()) {
      this.#giveUp('failed');
      return;
    }
    this.#session.then((session) => session.wake()).catch(() => undefined);
    // Several events bring a page back at once: one ping that is late counts once.
    if (this.#pinged === 0) void this.#check();
  }

  /**
   * The worker lives and cannot have a script that it needs; another one can. Where that does not help, as after the
   * script has gone from the server, no more than a few are tried in a row.
   */
  replaceIncomplete(): void {
    const now = performance.now();
    if (now - this.#replacedAt > REPLACED_AGO_MS) this.#replaced = 0;
    if (this.#replaced >= MOST_REPLACED) return;
    this.#replaced += 1;
    this.#replacedAt = now;
    this.#restart('incomplete', this.#replaced);
  }

  /** Says goodbye, so that a shared worker closes this page's views. */
  leave(): void {
    this.#session.then((session) => session.close()).catch(() => undefined);
  }

  /** A page that nobody sees is not woken. */
  #setTimer(): void {
    clearInterval(this.#timer);
    const isWanted = this.#isWatched && this.#settings.visible;
    this.#timer = isWanted ? setInterval(() => void this.#check(), PING_MS) : undefined;
  }

  async #check(): Promise<void> {
    if (!this.#settings.visible) return;
    if (this.#isGone) {
      this.#restart('died');
      return;
    }
    if (!this.#isConnected) {
      this.#awaitStart();
      return;
    }
    const session = this.#session;
    // A worker that lives refuses only when it took this page for gone, after a long sleep.
    const answered = session
      .then((live) => live.ping())
      .then(
        (life) => {
          this.#awaitEnd(life);
          return 'here' as const;
        },
        () => 'closed' as const,
      );
    const late = new Promise<'late'>((resolve) => {
      setTimeout(() => resolve('late'), PING_MS);
    });
    this.#pinged += 1;
    const answer = await Promise.race([answered, late]);
    this.#pinged -= 1;
    if (session !== this.#session) return;
    if (answer === 'closed') this.#reopen();
    else this.#count(answer === 'late');
  }

  #count(isLate: boolean): void {
    this.#missed = isLate ? this.#missed + 1 : 0;
    this.#answered = isLate ? 0 : this.#answered + 1;
    if (this.#answered >= STARTED_PINGS) this.#silent = 0;
    if (this.#missed < Math.min(MOST_MISSED_PINGS, MISSED_PINGS * 2 ** this.#silent)) {
      if (this.#missed === MISSED_PINGS) this.#onEnd('silent', 0);
      return;
    }
    this.#silent += 1;
    this.#restart('died');
  }

  /** A worker that is gone is replaced at once; one that hangs, or whose life cannot be watched, by its silence. */
  #awaitEnd(life: string): void {
    if (life === this.#life) return;
    this.#life = life;
    const worker = this.#worker;
    void worker.ended(life).then(() => {
      if (worker !== this.#worker) return;
      this.#isGone = true;
      void this.#check();
    });
  }

  #awaitStart(): void {
    this.#missed += 1;
    const hasFailed = this.#worker.hasFailed();
    const retry = Math.min(MOST_RETRY_PINGS, 2 ** this.#failures);
    const again = this.#hasRun ? START_AGAIN_MS * 2 ** this.#failures : Number.POSITIVE_INFINITY;
    if (this.#missed < (hasFailed ? retry : Math.min(this.#worker.startMs, again) / PING_MS)) return;
    this.#giveUp(hasFailed ? 'failed' : 'late');
  }

  #giveUp(end: WorkerEnd): void {
    this.#failures += 1;
    this.#restart(end);
  }

  #restart(end: WorkerEnd, failures = this.#failures): void {
    this.#answered = 0;
    this.#rejectPending();
    // A shared worker that was only slow goes on, and would send its frames beside those of the next one.
    this.leave();
    this.#worker.stop();
    this.#isGone = false;
    this.#worker = this.#start();
    this.#died = this.#newDeath();
    this.#reopen();
    this.#onEnd(end, failures);
    this.onReplaced?.();
  }

  /** A session of its own for this page, with every view in it. */
  #reopen(): void {
    this.#missed = 0;
    this.#session = this.#connect();
    for (const view of this.#views) this.#openRemote(view);
  }

  #connect(): Promise<Remote<PageSession>> {
    this.#isConnected = false;
    const session = this.#worker.api.connect(this.#settings) as unknown as Promise<Remote<PageSession>>;
    const connected = () => {
      if (session !== this.#session) return;
      this.#isConnected = true;
      this.#hasRun = true;
      this.#missed = 0;
      this.#failures = 0;
    };
    session.then(connected, () => undefined);
    return session;
  }

  #openRemote(own: OpenView): void {
    const session = this.#session;
    const sink = remote((frame: Frame) => {
      if (session !== this.#session) return;
      this.onFrame?.(frame.kind);
      if (this.#views.has(own)) own.onFrame(frame);
    });
    own.handle = session.then((live) => live.open(own.view, sink) as unknown as Promise<Remote<ViewHandle>>);
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
