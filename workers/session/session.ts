import type { ProxyMarked } from 'comlink';
import { proxy, transfer } from 'comlink';
import type { CallName, Calls, RequestOf, ResponseOf } from '../../domain/contract/index.ts';
import type { Result } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import type { BarLegend, Frame, PageSettings, Sink, View, ViewHandle } from '../protocol.ts';
import { buffersOf } from '../views/bars.ts';
import { openView } from '../views/open.ts';
import type { LiveView, ViewDeps } from '../views/view.ts';
import type { Caller } from './calls.ts';
import { createWords } from './words.ts';

/** What one page may ask of the worker. Everything that comes back is plain data or a proxy. */
export interface PageSession {
  /** Shows a view until closed: the sink is told frames, at most one at a time. */
  open(view: View, sink: Sink): ViewHandle & ProxyMarked;
  /** Language, refresh mode, visibility. */
  setSettings(settings: Partial<PageSettings>): void;
  /** Asks the exchange; refusals come back as values. */
  call<N extends CallName>(name: N, request: RequestOf<Calls[N]>): Promise<Result<ResponseOf<Calls[N]>>>;
  /** The device woke: the connection is made anew. */
  wake(): void;
  /** Says that the page is there. */
  ping(): 'pong';
  /** Closes all views of the page. */
  close(): void;
}

/** ms between frames: of lists, and of the one market in focus. */
const PERIODS = {
  live: { list: 16, focus: 16 },
  balanced: { list: 50, focus: 16 },
  saver: { list: 250, focus: 250 },
} as const;
const TICK_MS = 16;
/** A page that has not answered a frame for this long gets no more until it does; its views stay. */
const PAGE_GONE_MS = 90_000;

interface OpenView {
  readonly live: LiveView;
  readonly sink: Sink;
  readonly isList: boolean;
  isBusy: boolean;
  sentAt: number;
}

export interface SessionDeps {
  readonly viewDeps: Omit<ViewDeps, 'words' | 'listPeriodMs' | 'call'>;
  readonly createCaller: (language: () => PageSettings['language']) => Caller;
  readonly origin: () => 'simulated' | 'recorded' | 'live' | undefined;
  readonly clock: Clock;
  readonly onClose: (session: PageSession) => void;
}

/** One page: its settings, its open views, and the beat at which they get frames. */
export class Session implements PageSession {
  readonly #deps: SessionDeps;
  readonly #views = new Set<OpenView>();
  readonly #call: Caller;
  #settings: PageSettings;
  #words: ReturnType<typeof createWords>;
  #stopTick: (() => void) | undefined;
  #heardAt: number;

  constructor(settings: PageSettings, deps: SessionDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#words = createWords(settings.language);
    this.#call = deps.createCaller(() => this.#settings.language);
    this.#heardAt = deps.clock.monotonic();
  }

  open(view: View, sink: Sink): ViewHandle & ProxyMarked {
    const live = openView(
      view,
      {
        ...this.#deps.viewDeps,
        call: this.#call,
        words: () => this.#words,
        listPeriodMs: () => PERIODS[this.#refresh].list,
      },
      () => ({ refresh: this.#refresh, origin: this.#deps.origin() }),
    );
    const own: OpenView = {
      live,
      sink,
      isList: view.kind === 'list',
      isBusy: false,
      sentAt: Number.NEGATIVE_INFINITY,
    };
    this.#views.add(own);
    this.#tick();
    return proxy({
      update: (next: View) => {
        live.update(next);
        own.sentAt = Number.NEGATIVE_INFINITY;
      },
      legendAt: (time: number): BarLegend | undefined => live.legendAt?.(time),
      close: () => {
        if (this.#views.delete(own)) live.close();
      },
    });
  }

  setSettings(settings: Partial<PageSettings>): void {
    const before = this.#settings;
    this.#settings = { ...before, ...settings };
    if (this.#settings.language !== before.language) this.#words = createWords(this.#settings.language);
    const hasReturned = this.#settings.visible && !before.visible;
    if (this.#settings.language !== before.language || hasReturned)
      for (const { live } of this.#views) live.refresh();
    this.#tick();
  }

  call<N extends CallName>(name: N, request: RequestOf<Calls[N]>): Promise<Result<ResponseOf<Calls[N]>>> {
    return this.#call(name, request);
  }

  wake(): void {
    this.#deps.viewDeps.feed.wake();
  }

  ping(): 'pong' {
    this.#heardAt = this.#deps.clock.monotonic();
    return 'pong';
  }

  /** Whether the page has been silent for so long that it must be gone. */
  get isGone(): boolean {
    return this.#settings.visible && this.#deps.clock.monotonic() - this.#heardAt > PAGE_GONE_MS;
  }

  close(): void {
    this.#stopTick?.();
    this.#stopTick = undefined;
    for (const { live } of this.#views) live.close();
    this.#views.clear();
    this.#deps.onClose(this);
  }

  get #refresh(): PageSettings['refresh'] {
    return this.#settings.saveData ? 'saver' : this.#settings.refresh;
  }

  /** Looks at all views, and again after a moment for as long as the page shows any. */
  #tick(): void {
    this.#stopTick?.();
    this.#stopTick = undefined;
    if (!this.#settings.visible || this.#views.size === 0) return;
    const now = this.#deps.clock.monotonic();
    const period = PERIODS[this.#refresh];
    for (const view of this.#views) {
      const due = view.sentAt + (view.isList ? period.list : period.focus);
      if (!view.isBusy && now >= due - 1) this.#send(view, now);
    }
    this.#stopTick = this.#deps.clock.after(Math.min(TICK_MS, period.focus), () => this.#tick());
  }

  #send(view: OpenView, now: number): void {
    const frame = view.live.frame();
    if (!frame) return;
    view.sentAt = now;
    view.isBusy = true;
    Promise.resolve(view.sink(withBuffers(frame)) as unknown).then(
      () => {
        view.isBusy = false;
        this.#heardAt = this.#deps.clock.monotonic();
      },
      () => {
        view.isBusy = false;
      },
    );
  }
}

function withBuffers(frame: Frame): Frame {
  return frame.kind === 'candles' ? transfer(frame, buffersOf(frame.bars)) : frame;
}
