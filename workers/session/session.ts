import type { ProxyMarked } from 'comlink';
import { proxy } from 'comlink';
import { BehaviorSubject } from 'rxjs';
import type { CallName, Calls, RequestOf } from '../../domain/contract/index.ts';
import type { PhotoKind, Result } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import type {
  AnswerKind,
  Answers,
  BarLegend,
  MoneyCall,
  PageSettings,
  Sink,
  StatusFrame,
  Submitted,
  View,
  ViewHandle,
  WorkerAnswers,
} from '../protocol.ts';
import type { AnswerDeps } from '../views/answering.ts';
import { loadPart } from '../views/parts.ts';
import type { ViewDeps } from '../views/view.ts';
import type { Beats } from './beats.ts';
import { createBeats } from './beats.ts';
import type { Caller, ExtraCaller, Identity } from './caller.ts';
import type { OpenRequest } from './follow.ts';
import type { PageSession } from './pageSession.ts';
import { GONE_ROUNDS, PERIODS, REST_ROUNDS, SLACK_MS } from './periods.ts';
import type { Submitter } from './submitter.ts';
import { ViewSession } from './viewSession.ts';
import { createWords } from './words.ts';

export interface SessionDeps {
  readonly viewDeps: Omit<ViewDeps, 'words' | 'refresh$' | 'time$' | 'orderMs' | 'call' | 'page'>;
  readonly createCaller: (who: Identity) => ExtraCaller;
  readonly submit: Submitter['submit'];
  /** A page's settings have changed. */
  readonly onSettings: (now: PageSettings, before: PageSettings) => void;
  /** Whether the exchange has ended this login. */
  readonly hasEnded: (token: string | null) => boolean;
  readonly origin: () => StatusFrame['origin'] | undefined;
  readonly clock: Clock;
  /** The name of the lock that the worker holds; empty while it holds none. */
  readonly life: () => string;
  readonly openRequest: OpenRequest;
  readonly onClose: (session: PageSession) => void;
}

/** What is about users and their money is loaded when it is first needed. */
const userViews = () => loadPart(() => import('../views/userViews.ts'));

type Answer<K extends AnswerKind> = (
  args: Answers[K][0],
  deps: AnswerDeps,
) => Result<Answers[K][1]> | Promise<Result<Answers[K][1]>>;

/** A view that threw is begun again after this time, ms. */
const FAILED_MS = 5_000;

/** Whether the exchange answers it. */
const isCall = (kind: AnswerKind): kind is CallName => kind.includes('.');

/** One page: its settings, its open views, and the beat at which they get frames. */
export class Session implements PageSession {
  readonly #deps: SessionDeps;
  readonly #views = new Set<ViewSession>();
  /** Uploads under way, by the page's own names. */
  readonly #uploads = new Map<string, AbortController>();
  readonly #call: ExtraCaller;
  readonly #settings$: BehaviorSubject<PageSettings>;
  readonly #refresh$ = new BehaviorSubject(0);
  readonly #beats: Beats;
  readonly #viewDeps: ViewDeps;
  #words: ReturnType<typeof createWords>;
  #silentRounds = 0;
  #isClosed = false;

  constructor(settings: PageSettings, deps: SessionDeps) {
    this.#settings$ = new BehaviorSubject(settings);
    this.#deps = deps;
    this.#words = createWords(settings.language);
    const who: Identity = { language: () => this.#settings.language, token: () => this.#settings.token };
    this.#call = deps.createCaller(who);
    this.#beats = createBeats(this.#settings$, deps.viewDeps.scheduler);
    this.#viewDeps = {
      ...deps.viewDeps,
      call: this.#call,
      refresh$: this.#refresh$,
      time$: this.#beats.time$,
      words: () => this.#words,
      orderMs: () => PERIODS[this.#settings.refresh].order,
      page: () => ({
        refresh: this.#settings.refresh,
        origin: deps.origin(),
        loginEnded: deps.hasEnded(this.#settings.token),
      }),
    };
  }

  get #settings(): PageSettings {
    return this.#settings$.value;
  }

  /** Whether somebody looks at the page. */
  get isSeen(): boolean {
    return this.#settings.visible;
  }

  /** Whether few messages are enough: prices move seldom on it, or nobody has looked for a round, as a change costs snapshots. */
  get isSlow(): boolean {
    return this.#settings.refresh === 'saver' || (!this.isSeen && this.#silentRounds > 0);
  }

  open(view: View, sink: Sink): ViewHandle & ProxyMarked {
    this.#mustBeOpen();
    const own: ViewSession = new ViewSession(view, sink, {
      deps: this.#viewDeps,
      beats: this.#beats,
      everyMs: (pace) => PERIODS[this.#settings.refresh][pace] - SLACK_MS,
      isSeen: () => this.isSeen,
      taken: () => this.#noteSign(),
      failed: (error) => this.#failed(own, error),
    });
    this.#views.add(own);
    own.start();
    this.#beats.now();
    return proxy({
      update: (next: View) => {
        own.update(next);
        this.#beats.now();
      },
      legendAt: (time: number): BarLegend | undefined => own.legendAt(time),
      close: () => {
        if (this.#views.delete(own)) own.close();
      },
    });
  }

  setSettings(settings: Partial<PageSettings>): void {
    if (this.#isClosed) return;
    const before = this.#settings;
    const now = { ...before, ...settings };
    this.#noteSign();
    const isReworded = now.language !== before.language;
    if (isReworded) this.#words = createWords(now.language);
    this.#settings$.next(now);
    const hasReturned = now.visible && !before.visible;
    if (hasReturned) for (const view of this.#views) view.wake();
    if (hasReturned || (isReworded && now.visible)) this.#refresh$.next(this.#refresh$.value + 1);
    this.#deps.onSettings(now, before);
    this.#beats.now();
  }

  async ask<K extends AnswerKind>(kind: K, args: Answers[K][0]): Promise<Result<Answers[K][1]>> {
    if (isCall(kind)) return this.#call(kind, args as never) as Promise<Result<Answers[K][1]>>;
    const call = this.#callOfNow();
    const { answering } = await userViews();
    const answer = answering[kind as keyof WorkerAnswers] as Answer<K>;
    const { rows, feed, clock } = this.#deps.viewDeps;
    return answer(args, { rows, feed, clock, call, words: this.#words });
  }

  /** Calls of one answer, all in the name of one login: a long file would go on with the rows of who has logged in since. */
  #callOfNow(): Caller {
    const { token } = this.#settings;
    return async (name, request) =>
      this.#settings.token === token
        ? this.#call(name, request)
        : { ok: false, error: { code: 401, message: '' } };
  }

  submit<N extends MoneyCall>(name: N, request: RequestOf<Calls[N]>): Promise<Submitted<N>> {
    return this.#deps.submit(name, request, this.#settings.language);
  }

  async upload(
    id: string,
    file: Blob,
    onProgress: (percent: number) => void,
    kind?: PhotoKind,
  ): Promise<Result<{ readonly id: string }>> {
    const stop = new AbortController();
    this.#uploads.set(id, stop);
    const { sendPicture } = await userViews();
    const result = await sendPicture(this.#call, this.#deps, { file, onProgress, signal: stop.signal, kind });
    this.#uploads.delete(id);
    return result;
  }

  stopUpload(id: string): void {
    this.#uploads.get(id)?.abort();
  }

  wake(): void {
    this.#deps.viewDeps.feed.wake();
  }

  ping(): string {
    this.#mustBeOpen();
    this.#noteSign();
    return this.#deps.life();
  }

  /** Looks after the page: one that is gone is closed, one that is long hidden keeps nothing open. */
  round(): void {
    this.#silentRounds += 1;
    if (this.isSeen && this.#silentRounds >= GONE_ROUNDS) this.close();
    if (!this.isSeen && this.#silentRounds >= REST_ROUNDS)
      for (const view of this.#views) if (!view.staysAwake) view.rest();
  }

  close(): void {
    this.#isClosed = true;
    for (const view of this.#views) view.close();
    for (const upload of this.#uploads.values()) upload.abort();
    this.#views.clear();
    this.#deps.onClose(this);
  }

  #noteSign(): void {
    this.#silentRounds = 0;
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw new Error('the session is closed');
  }

  /** A bug in one view must be seen, must not hold up the others, and may be one of a moment: what it shows would stand. */
  #failed(view: ViewSession, error: unknown): void {
    const { clock } = this.#deps;
    clock.after(FAILED_MS, () => {
      if (this.#views.has(view)) view.start();
    });
    clock.after(0, () => {
      throw error;
    });
  }
}
