import type { Book } from '../../../domain/index.ts';
import { emptyBook } from '../../../domain/index.ts';
import { openChannel } from '../live.ts';
import type { ViewDeps } from '../view.ts';

/** The book of the one market that a form is about. */
export class OneBook {
  readonly #deps: ViewDeps;
  #market: string | undefined;
  #stops: readonly (() => void)[] = [];
  book: Book = emptyBook;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  /** Follows another market's book from here on. */
  follow(market: string): void {
    if (market === this.#market) return;
    this.close();
    this.#market = market;
    const listening = this.#deps.feed.events$.subscribe((event) => {
      if (event.kind === 'book' && event.id === market) this.book = event.book;
    });
    this.#stops = [openChannel(this.#deps, `book:${market}`), () => listening.unsubscribe()];
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#market = undefined;
    this.book = emptyBook;
  }
}
