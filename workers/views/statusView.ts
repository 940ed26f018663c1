import { merge } from 'rxjs';
import { defined, SECOND_MS } from '../../domain/index.ts';
import type { StatusFrame, StatusView } from '../protocol.ts';
import { isPartMissing } from './parts.ts';
import type { ViewDeps } from './view.ts';
import { projected } from './view.ts';

/**
 * The link's state, published at most once a second and when it changes. Prices are followed meanwhile: an exchange
 * hangs up on a client that wants nothing, and a link that nobody speaks on says nothing of its state.
 */
export const statusView = projected<StatusView, unknown, StatusFrame>({
  state: (_, { streams, time$ }) => merge(streams.listed$, time$),
  key: (_view, _state, deps) => {
    const { ages, rows, clock, funds } = deps;
    const second = Math.floor(clock.monotonic() / SECOND_MS);
    return JSON.stringify([
      ...Object.values(deps.page()),
      isPartMissing(),
      ...[ages.link, ages.source, funds.profileVersion, funds.favouritesVersion, rows.listVersion, second],
    ]);
  },
  frame: (_view, _state, deps) => frameOf(deps),
});

function frameOf({ ages, feed, rows, funds, page }: ViewDeps): StatusFrame {
  const { refresh, origin, loginEnded } = page();
  const { dropped, resyncs } = feed.counts();
  const paused = rows.notices.find(({ market }) => market === undefined)?.words;
  return {
    kind: 'status',
    link: ages.link,
    channels: ages.channels(),
    ...defined({ clockOffsetMs: ages.offsetMs }),
    refresh,
    ...defined({ origin }),
    ...(ages.source ? { source: ages.source } : {}),
    ...defined({ paused }),
    loginEnded,
    isPartMissing: isPartMissing(),
    profileVersion: funds.profileVersion,
    favouritesVersion: funds.favouritesVersion,
    dropped,
    resyncs,
    markets: rows.list.length,
    quotedIn: rows.quotedIn,
  };
}
