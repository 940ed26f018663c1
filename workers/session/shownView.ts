import { transfer } from 'comlink';
import type { BarLegend, Frame, Sink, View } from '../protocol.ts';
import { buffersOf } from '../views/bars.ts';
import type { LiveView } from '../views/view.ts';
import { SLACK_MS } from './periods.ts';

/** One view of a page: what it shows, who takes its frames, and the credit between the two. */
export class ShownView {
  readonly #start: (view: View) => LiveView;
  readonly #sink: Sink;
  readonly #onTaken: (isLate: boolean) => void;
  #view: View;
  /** Undefined while the view rests: nothing of it is open then. */
  #live: LiveView | undefined;
  #isBusy = false;
  /** A beat came while the page was still at the frame before. */
  #isLate = false;
  #sentAt = Number.NEGATIVE_INFINITY;

  /**
   * @param start opens what a view shows. @param onTaken told when the page has taken a frame, and whether one is due
   * that it was too late for.
   */
  constructor(view: View, sink: Sink, start: (view: View) => LiveView, onTaken: (isLate: boolean) => void) {
    this.#view = view;
    this.#sink = sink;
    this.#start = start;
    this.#onTaken = onTaken;
    this.#live = start(view);
  }

  /** Whether it follows many markets, which need not be told with every frame of the screen. */
  get isList(): boolean {
    return /^(list|balances|orders|ticket|cycleAssets|cycleTicket|cycleOpen|futures.*|wallet.*)$/.test(
      this.#view.kind,
    );
  }

  /** Whether it goes on while the page is hidden. */
  get staysAwake(): boolean {
    return this.#view.kind === 'news' && this.#view.whileHidden;
  }

  /** Shows something else of the same kind; another kind is left out. */
  update(view: View): void {
    if (view.kind !== this.#view.kind) return;
    this.#view = view;
    this.#live?.update(view);
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  legendAt(time: number): BarLegend | undefined {
    return this.#live?.legendAt?.(time);
  }

  /** Nobody looks for a while: lets go of what is open. */
  rest(): void {
    this.#live?.close();
    this.#live = undefined;
  }

  /** Everything is told anew: the page came back, or its language changed. */
  refresh(): void {
    if (this.#live) this.#live.refresh();
    else this.#live = this.#start(this.#view);
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.rest();
  }

  /** Sends what changed, when it is time and the page has taken the frame before. @param now monotonic, ms. */
  send(now: number, periodMs: number): void {
    if (now < this.#sentAt + periodMs - SLACK_MS) return;
    this.#isLate = this.#isBusy;
    if (this.#isBusy) return;
    const frame = this.#live?.frame();
    if (!frame) return;
    this.#sentAt = now;
    this.#isBusy = true;
    Promise.resolve(this.#sink(withBuffers(frame)) as unknown).then(
      () => {
        this.#isBusy = false;
        this.#onTaken(this.#isLate);
      },
      () => {
        this.#isBusy = false;
      },
    );
  }
}

function withBuffers(frame: Frame): Frame {
  return frame.kind === 'candles' ? transfer(frame, buffersOf(frame.bars)) : frame;
}
