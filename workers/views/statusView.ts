import type { StatusFrame, StatusView } from '../protocol.ts';
import type { LiveView, ViewDeps } from './view.ts';
import { openChannel } from './view.ts';

/** What a status tells of its page. */
export type StatusExtra = () => Pick<StatusFrame, 'refresh' | 'loginEnded'> & {
  readonly origin: StatusFrame['origin'] | undefined;
};

/**
 * The link's state, told at most once a second and when it changes. Prices are followed meanwhile: an exchange
 * hangs up on a client that wants nothing, and a link that nobody speaks on tells nothing of its state.
 */
export class StatusViewer implements LiveView<StatusView> {
  readonly #deps: ViewDeps;
  readonly #extra: StatusExtra;
  readonly #leave: () => void;
  #sent = '';
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(deps: ViewDeps, extra: StatusExtra) {
    this.#deps = deps;
    this.#extra = extra;
    this.#leave = openChannel(deps, 'tick');
  }

  update(): void {
    this.refresh();
  }

  refresh(): void {
    this.#sent = '';
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#leave();
  }

  frame(): StatusFrame | undefined {
    const { beats, feed, rows, clock, funds } = this.#deps;
    const { refresh, origin, loginEnded } = this.#extra();
    const { profileVersion, favouritesVersion } = funds;
    const key = [
      beats.link,
      refresh,
      origin,
      loginEnded,
      profileVersion,
      favouritesVersion,
      rows.listVersion,
      JSON.stringify(beats.source),
    ].join();
    if (key === this.#sent && clock.monotonic() - this.#sentAt < 1_000) return undefined;
    this.#sent = key;
    this.#sentAt = clock.monotonic();
    const { dropped, resyncs } = feed.counts();
    return {
      kind: 'status',
      link: beats.link,
      channels: beats.channels(),
      ...(beats.offsetMs === undefined ? {} : { clockOffsetMs: beats.offsetMs }),
      refresh,
      ...(origin === undefined ? {} : { origin }),
      ...(beats.source ? { source: beats.source } : {}),
      loginEnded,
      profileVersion,
      favouritesVersion,
      dropped,
      resyncs,
      markets: rows.list.length,
      quotedIn: rows.quotedIn,
    };
  }
}
