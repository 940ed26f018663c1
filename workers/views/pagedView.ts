import type { Refusal, Result } from '../../domain/index.ts';
import type { Frame, View } from '../protocol.ts';
import type { LiveView } from './live.ts';
import type { Page } from './pages.ts';
import { Pages } from './pages.ts';

const PAGE = 50;

type PagedView = View & { readonly want: number };
/** What a frame of an endless list says of its end. */
export interface ListEnd {
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** A part of a list: so many rows, older than `before`. */
interface Part<Next> {
  readonly limit: number;
  readonly before?: Next;
}

/** Where an endless list has its rows from, and how they are said. */
export interface PagedSource<V extends PagedView, Row extends { readonly id: Next }, Next> {
  /** What of a view is asked: a view that asks something else begins anew. */
  asked(view: V): object;
  page(view: V, part: Part<Next>): Promise<Result<Page<Row, Next>>>;
  /** Another number: there may be newer rows, known ones may have changed, or the line is back. */
  version(): number;
  frame(rows: readonly Row[], end: ListEnd): Frame;
  close?(): void;
}

/** Rows page by page as far as the reader scrolls; new ones come by themselves. */
export class PagedViewer<V extends PagedView, Row extends { readonly id: Next }, Next>
  implements LiveView<V>
{
  readonly #source: PagedSource<V, Row, Next>;
  readonly #pages: Pages<Row, Next>;
  #view: V;
  /** The version that the newest row was read at. */
  #seen = -1;

  constructor(view: V, source: PagedSource<V, Row, Next>) {
    this.#view = view;
    this.#source = source;
    this.#pages = new Pages(
      (before) => source.page(this.#view, { limit: PAGE, ...(before === undefined ? {} : { before }) }),
      view.want,
    );
    this.#loadNewest();
  }

  update(view: V): void {
    const { asked } = this.#source;
    const isSame = JSON.stringify(asked(view)) === JSON.stringify(asked(this.#view));
    this.#view = view;
    if (isSame) this.#pages.more(view.want);
    else this.#pages.restart(view.want);
  }

  refresh(): void {
    this.#pages.isChanged = true;
  }

  close(): void {
    this.#source.close?.();
    this.#pages.close();
  }

  frame(): Frame | undefined {
    const pages = this.#pages;
    if (pages.isSettled && this.#source.version() !== this.#seen) this.#loadNewest();
    if (!pages.isChanged) return undefined;
    pages.isChanged = false;
    const { rows, hasMore: more, isLoading: loading, failed } = pages;
    return this.#source.frame(rows, { more, loading, ...(failed ? { failed } : {}) });
  }

  #loadNewest(): void {
    this.#seen = this.#source.version();
    void this.#pages.loadNewest();
  }
}
