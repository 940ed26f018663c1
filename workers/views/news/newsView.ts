import { defer, map, merge, tap } from 'rxjs';
import * as v from 'valibot';
import { NotificationRow } from '../../../domain/contract/index.ts';
import type { NotificationKind } from '../../../domain/index.ts';
import { notificationKinds } from '../../../domain/index.ts';
import type { NewsFrame, NewsView } from '../../protocol.ts';
import type { AccountEvent } from '../../streams/account.ts';
import type { Away } from '../../streams/inbox.ts';
import { LIVE_MS } from '../../streams/inbox.ts';
import type { ViewDeps } from '../view.ts';
import { projected } from '../view.ts';
import { netText, notificationLine } from './lines.ts';

/** Older ones stand in the list. */
const MOST_NEWS = 8;

/** Publishes what happens to the logged-in user: live news, how much is unread, and what came while nobody looked. */
export const newsView = projected<NewsView, LatestNews, NewsFrame>({
  state: (_, deps) =>
    defer(() => {
      const latest = new LatestNews(deps);
      const events$ = deps.streams.account$.pipe(tap((event) => latest.take(event)));
      return merge(events$, deps.streams.inbox$, deps.streams.markets$).pipe(map(() => latest));
    }),
  key: (_, latest, { inbox, rows }) => `${latest.version} ${inbox.version} ${rows.list.length > 0}`,
  frame: (_, latest, deps) => {
    const { unread, readTo, away } = deps.inbox;
    // A market's name and tick come with the list; before it, news would be worded without them.
    if (deps.rows.list.length === 0) return undefined;
    return {
      kind: 'news',
      unread,
      readTo,
      ...(away
        ? { away: { upTo: away.upTo, kinds: knownKinds(away.kinds), cycleNet: netText(away.cycleNet, deps) } }
        : {}),
      lines: latest.rows.map((row) => notificationLine(row, deps)),
    };
  },
});

/** What has just happened to the logged-in user. */
class LatestNews {
  readonly #deps: Pick<ViewDeps, 'ages'>;
  rows: readonly NotificationRow[] = [];
  version = 0;

  constructor(deps: Pick<ViewDeps, 'ages'>) {
    this.#deps = deps;
  }

  /** What comes late belongs to what is summed up, and what has changed was shown already. */
  take(event: AccountEvent): void {
    if (event.kind === 'cleared') {
      // Somebody else's news are nobody's here.
      this.rows = [];
      this.version += 1;
      return;
    }
    if ('snapshot' in event || event.row.type !== 'notification') return;
    const parsed = v.safeParse(NotificationRow, event.row.body);
    if (!parsed.success || this.#deps.ages.serverNow() - event.at > LIVE_MS) return;
    const row = parsed.output;
    const isKnown = this.rows.some(({ id }) => id === row.id);
    this.rows = isKnown
      ? this.rows.map((each) => (each.id === row.id ? row : each))
      : [...this.rows, row].slice(-MOST_NEWS);
    this.version += 1;
  }
}

/** Kinds that a newer exchange knows have no words here: the badge counts them alone. */
function knownKinds(kinds: Away['kinds']): { readonly kind: NotificationKind; readonly count: number }[] {
  return kinds.flatMap(({ kind, count }) => {
    const known = notificationKinds.find((each) => each === kind);
    return known ? [{ kind: known, count }] : [];
  });
}
