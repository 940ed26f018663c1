import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { ContentViews, Frame } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import type { ViewDeps } from '../view.ts';
import type { ContentName, Question } from './reader.ts';
import { Reader } from './reader.ts';

/** What a view asks for, and how the answer is said. */
export interface ContentSource<V extends ContentViews, N extends ContentName> {
  question(view: V): Question<N>;
  /** @param data undefined until it has come. @param end why there is no newer answer, and the age of what was kept. */
  frame(data: ResponseOf<Calls[N]> | undefined, end: ReadEnd, view: V): Frame;
}
export type ReadEnd = Omit<Reader<ContentName>['reading'], 'data'>;

/** A view of something that the exchange publishes. */
export class ContentViewer<V extends ContentViews, N extends ContentName> implements LiveView<V> {
  readonly #source: ContentSource<V, N>;
  readonly #reader: Reader<N>;
  #view: V;
  #seen = '';

  constructor(view: V, deps: ViewDeps, source: ContentSource<V, N>) {
    this.#view = view;
    this.#source = source;
    this.#reader = new Reader(deps, () => source.question(this.#view));
  }

  update(view: V): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#reader.close();
  }

  frame(): Frame | undefined {
    this.#reader.follow(this.#view.turn);
    const { data, ...end } = this.#reader.reading;
    const seen = this.#reader.version;
    if (seen === this.#seen || (!data && !end.failed)) return undefined;
    this.#seen = seen;
    return this.#source.frame(data, end, this.#view);
  }
}
