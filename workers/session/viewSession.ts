import { transfer } from 'comlink';
import type { Observable } from 'rxjs';
import {
  BehaviorSubject,
  defer,
  distinctUntilChanged,
  map,
  merge,
  NEVER,
  Subscription,
  switchMap,
  tap,
} from 'rxjs';
import type { BarLegend, Frame, Sink, View } from '../protocol.ts';
import { buffersOf } from '../views/bars.ts';
import { specOf } from '../views/open.ts';
import type { Pace, ViewDeps } from '../views/view.ts';
import type { Beats } from './beats.ts';
import type { Projection } from './conflate.ts';
import { conflate } from './conflate.ts';

export interface ViewSessionDeps {
  readonly deps: ViewDeps;
  readonly beats: Beats;
  /** Least time between two frames, ms. */
  readonly everyMs: (pace: Pace) => number;
  /** Whether somebody looks at the page. */
  readonly isSeen: () => boolean;
  /** The page has taken a frame. */
  readonly taken: () => void;
  readonly failed: (error: unknown) => void;
}

/** One view of a page: what it shows, who takes its frames, and the credit between the two. */
export class ViewSession {
  readonly #view$: BehaviorSubject<View>;
  /** Whether anything of it is open. */
  readonly #awake$ = new BehaviorSubject(true);
  readonly #ready$ = new BehaviorSubject(true);
  readonly #sink: Sink;
  readonly #own: ViewSessionDeps;
  readonly #running = new Subscription();
  #newest: Projection<Frame> | undefined;

  constructor(view: View, sink: Sink, own: ViewSessionDeps) {
    this.#view$ = new BehaviorSubject(view);
    this.#sink = sink;
    this.#own = own;
  }

  start(): void {
    const frames$ = this.#awake$.pipe(switchMap((isAwake) => (isAwake ? this.#frames() : NEVER)));
    this.#running.add(
      frames$.subscribe({ next: (frame) => this.#send(frame), error: (error) => this.#own.failed(error) }),
    );
  }

  /** Whether it goes on while the page is hidden. */
  get staysAwake(): boolean {
    const view = this.#view$.value;
    return view.kind === 'news' && view.whileHidden;
  }

  /** Shows something else of the same kind; another kind is left out. */
  update(view: View): void {
    if (view.kind === this.#view$.value.kind) this.#view$.next(view);
  }

  legendAt(time: number): BarLegend | undefined {
    return this.#newest?.legendAt?.(time);
  }

  /** Nobody looks for a while: lets go of what is open. */
  rest(): void {
    if (this.#awake$.value) this.#awake$.next(false);
  }

  wake(): void {
    if (!this.#awake$.value) this.#awake$.next(true);
  }

  close(): void {
    this.#running.unsubscribe();
  }

  #frames(): Observable<Frame> {
    const { deps, beats, everyMs, isSeen } = this.#own;
    const { scheduler, refresh$ } = deps;
    const beat$ = this.#view$.pipe(
      map(() => this.staysAwake),
      distinctUntilChanged(),
      switchMap((isAlways) => (isAlways ? beats.always$ : beats.seen$)),
    );
    return specOf(this.#view$.value.kind, deps).pipe(
      switchMap(({ pace, open }) =>
        defer(() => open(this.#view$, deps)).pipe(
          tap((projection) => {
            this.#newest = projection;
          }),
          conflate({
            beat$,
            ready$: this.#ready$,
            urgent$: merge(this.#view$, refresh$),
            // A page that nobody looks at is given nothing, however late it takes the last frame.
            everyMs: () => (isSeen() || this.staysAwake ? everyMs(pace) : Number.POSITIVE_INFINITY),
            scheduler,
          }),
        ),
      ),
    );
  }

  #send(frame: Frame): void {
    this.#ready$.next(false);
    const taken = Promise.resolve(this.#sink(withBuffers(frame)) as unknown);
    taken.then(
      () => {
        this.#own.taken();
        this.#ready$.next(true);
      },
      () => this.#ready$.next(true),
    );
  }
}

function withBuffers(frame: Frame): Frame {
  return frame.kind === 'candles' ? transfer(frame, buffersOf(frame.bars)) : frame;
}
