import * as v from 'valibot';
import { NotificationRow } from '../../../domain/contract/index.ts';
import type { NotificationKind } from '../../../domain/index.ts';
import { notificationKinds } from '../../../domain/index.ts';
import type { FeedEvent } from '../../../feeds/index.ts';
import type { NewsFrame, NewsView } from '../../protocol.ts';
import type { Away } from '../../streams/inbox.ts';
import { LIVE_MS } from '../../streams/inbox.ts';
import type { LiveView } from '../live.ts';
import type { ViewDeps } from '../view.ts';
import { netText, notificationLine } from './lines.ts';

/** Older ones stand in the list. */
const MOST_NEWS = 8;

/** Publishes what happens to whoever is logged in: live news, how much is unread, and what came while nobody looked. */
export class NewsViewer implements LiveView<NewsView> {
  readonly #deps: ViewDeps;
  readonly #stop: () => void;
  #news: readonly NotificationRow[] = [];
  #owner: string | undefined;
  #version = -1;
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
    this.#follow();
    const { inbox, rows } = this.#deps;
    // A market's name and tick come with the list; before it, news would be worded without them.
    if ((!this.#isChanged && inbox.version === this.#version) || rows.list.length === 0) return undefined;
    this.#isChanged = false;
    this.#version = inbox.version;
    const { unread, readTo, away } = inbox;
    return {
      kind: 'news',
      unread,
      readTo,
      ...(away
        ? {
            away: {
              upTo: away.upTo,
              kinds: knownKinds(away.kinds),
              cycleNet: netText(away.cycleNet, this.#deps),
            },
          }
        : {}),
      lines: this.#news.map((row) => notificationLine(row, this.#deps)),
    };
  }

  /** What comes late belongs to what is summed up, and what has changed was told already. */
  #take(event: Extract<FeedEvent, { kind: 'private' }>): void {
    this.#follow();
    if ('snapshot' in event || event.row.type !== 'notification') return;
    const parsed = v.safeParse(NotificationRow, event.row.body);
    if (!parsed.success || this.#deps.ages.serverNow() - event.at > LIVE_MS) return;
    const row = parsed.output;
    const isKnown = this.#news.some(({ id }) => id === row.id);
    this.#news = isKnown
      ? this.#news.map((each) => (each.id === row.id ? row : each))
      : [...this.#news, row].slice(-MOST_NEWS);
    this.#isChanged = true;
  }

  /** Somebody else's news are nobody's here. */
  #follow(): void {
    const { uid } = this.#deps.funds;
    if (uid === this.#owner) return;
    this.#owner = uid;
    this.#news = [];
    this.#isChanged = true;
  }
}

/** Kinds that a newer exchange knows have no words here: the badge counts them alone. */
function knownKinds(kinds: Away['kinds']): { readonly kind: NotificationKind; readonly count: number }[] {
  return kinds.flatMap(({ kind, count }) => {
    const known = notificationKinds.find((each) => each === kind);
    return known ? [{ kind: known, count }] : [];
  });
}
