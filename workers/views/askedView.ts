import type { Result } from '../../domain/index.ts';
import type { Frame, View } from '../protocol.ts';
import type { LiveView } from './live.ts';
import type { ViewDeps } from './view.ts';
import { Asked } from './wallet/asked.ts';

/** Where a view of one answer has it from, and how it is said. */
export interface AskedSource<V extends View, T> {
  ask(view: V): Promise<Result<T>>;
  /** Another text: the answer, or how it is said, may be another by now. */
  depends(view: V): string;
  /** @param answer the newest; undefined before the first. */
  frame(answer: T | undefined): Frame;
  close?(): void;
}

/** A view of one answer, which is asked for anew when what it depends on has changed. What is asked about stays. */
export class AskedViewer<V extends View, T> implements LiveView<V> {
  readonly #source: AskedSource<V, T>;
  readonly #asked: Asked<T>;
  #view: V;
  #seen = '';

  constructor(view: V, source: AskedSource<V, T>, { clock }: Pick<ViewDeps, 'clock'>) {
    this.#view = view;
    this.#source = source;
    this.#asked = new Asked(() => source.ask(this.#view), clock);
  }

  update(view: V): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#source.close?.();
    this.#asked.close();
  }

  frame(): Frame | undefined {
    const asked = this.#asked;
    asked.follow(this.#source.depends(this.#view));
    const { data, failed } = asked;
    const seen = `${asked.version}`;
    if (seen === this.#seen || (!data && !failed)) return undefined;
    this.#seen = seen;
    return { ...this.#source.frame(data), ...(failed ? { failed } : {}) };
  }
}
