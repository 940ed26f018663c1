import type { Book } from '../../../domain/index.ts';
import type { Frame, View } from '../../protocol.ts';
import type { Positions } from '../../streams/positions/index.ts';
import type { LiveView } from '../live.ts';
import { openDesk } from '../live.ts';
import type { ViewDeps } from '../view.ts';
import { OneBook } from './books.ts';

/** How a view's frame is made of what stands; undefined while nothing can be said. */
export type Make<V extends View> = (
  view: V,
  desk: Positions,
  deps: ViewDeps,
  book: Book,
) => Frame | undefined;

/** A view that is a function of what is asked and what stands: told anew when it comes to something else. */
export class DeskViewer<V extends View> implements LiveView<V> {
  readonly #deps: ViewDeps;
  readonly #desk: Positions;
  readonly #leave: () => void;
  readonly #make: Make<V>;
  readonly #book: OneBook;
  readonly #bookOf: (view: V) => string | undefined;
  #view: V;
  #seen = '';

  /** @param bookOf the market whose book is looked at; none by default. */
  constructor(
    view: V,
    deps: ViewDeps,
    make: Make<V>,
    bookOf: (view: V) => string | undefined = () => undefined,
  ) {
    const { desk, leave } = openDesk(deps);
    this.#deps = deps;
    this.#desk = desk;
    this.#leave = leave;
    this.#make = make;
    this.#bookOf = bookOf;
    this.#book = new OneBook(deps);
    this.#view = view;
    this.#follow();
  }

  update(view: V): void {
    this.#view = view;
    this.#follow();
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#book.close();
    this.#leave();
  }

  #follow(): void {
    const market = this.#bookOf(this.#view);
    if (market !== undefined) this.#book.follow(market);
  }

  frame(): Frame | undefined {
    const frame = this.#make(this.#view, this.#desk, this.#deps, this.#book.book);
    if (!frame) return undefined;
    // A snapshot that reads like the one before is no news.
    const seen = JSON.stringify({ ...frame, snapshot: 0 });
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    return frame;
  }
}
