import type { FeedEvent } from '../../../feeds/index.ts';
import type { NewsFrame, NewsView } from '../../protocol.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { newsLine } from './lines.ts';
import type { NewsRow } from './rows.ts';
import { alertNews, newsOf } from './rows.ts';

/** Older ones stand in the records. */
const MOST_NEWS = 8;
/** ms after which a question that failed is asked again. */
const AGAIN_MS = 5_000;

/** Tells what happens to whoever is logged in, and which price alerts were reached while they were away. */
export class NewsViewer implements LiveView<NewsView> {
  readonly #deps: ViewDeps;
  readonly #stop: () => void;
  #news: readonly { readonly row: NewsRow; readonly at: number }[] = [];
  #owner: string | undefined;
  /** Whether the alerts of this absence have been asked for. */
  #isCaughtUp = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isChanged = true;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
    const listening = deps.feed.events$.subscribe((event) => {
      if (event.kind === 'private') this.#take(event);
    });
    this.#stop = () => listening.unsubscribe();
  }

  update(): void {
    this.refresh();
  }

  refresh(): void {
    this.#isChanged = true;
  }

  close(): void {
    this.#stop();
  }

  frame(): NewsFrame | undefined {
    this.#look();
    // A market's name and tick come with the list; before it, news would be worded without them.
    if (!this.#isChanged || this.#deps.rows.list.length === 0) return undefined;
    this.#isChanged = false;
    return { kind: 'news', lines: this.#news.map(({ row, at }) => newsLine(row, at, this.#deps)) };
  }

  #take(event: Extract<FeedEvent, { kind: 'private' }>): void {
    this.#follow();
    if ('snapshot' in event) {
      // What came before it was not told one by one.
      this.#isCaughtUp = false;
      return;
    }
    const row = newsOf(event.row);
    if (row) this.#add(row, event.at);
  }

  #add(row: NewsRow, at: number): void {
    this.#news = [...this.#news, { row, at }].slice(-MOST_NEWS);
    this.#isChanged = true;
  }

  /** Somebody else's news are nobody's here. */
  #follow(): void {
    const { uid } = this.#deps.funds;
    if (uid === this.#owner) return;
    this.#owner = uid;
    this.#news = [];
    this.#isCaughtUp = false;
    this.#askedAt = Number.NEGATIVE_INFINITY;
    this.#isChanged = true;
  }

  #look(): void {
    this.#follow();
    const { funds, clock } = this.#deps;
    if (funds.uid === undefined || this.#isCaughtUp || clock.monotonic() - this.#askedAt < AGAIN_MS) return;
    this.#askedAt = clock.monotonic();
    void this.#catchUp(funds.uid);
  }

  async #catchUp(owner: string): Promise<void> {
    const result = await this.#deps.call('alert.list', {});
    if (owner !== this.#owner || !result.ok) return;
    this.#isCaughtUp = true;
    for (const each of [...result.data.rows].reverse()) {
      const row = alertNews(each);
      const isTold = this.#news.some(
        ({ row: known }) =>
          known.what === 'alert' && known.row.id === each.id && known.row.version >= each.version,
      );
      if (row && !isTold) this.#add(row, each.firedAt ?? each.createdAt);
    }
  }
}
