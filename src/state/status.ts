import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Frame, StatusFrame } from '../../workers/api.ts';

interface Status {
  link: StatusFrame['link'];
  /** The worker gives no sign of life, or the one in its place has no prices yet: what is shown is of before. */
  isSilent: boolean;
  markets: number;
  /** What most markets are quoted in. */
  quotedIn: StatusFrame['quotedIn'];
  origin: StatusFrame['origin'];
  /** What live prices are read from; undefined where they are not live. */
  source: StatusFrame['source'];
  /** All of trading is stopped, and why. */
  paused: StatusFrame['paused'];
  /** The exchange knows this page's login no more. */
  loginEnded: boolean;
  /** Rises when something of the account itself has changed. */
  profileVersion: number;
  /** Rises when favourites may have changed on another device. */
  favouritesVersion: number;
}

/** The link's state, for the strips and marks of the shell. */
export const status = proxy<Status>({
  link: 'connecting',
  isSilent: false,
  markets: 0,
  quotedIn: 'USDT',
  origin: undefined,
  source: undefined,
  paused: undefined,
  loginEnded: false,
  profileVersion: 0,
  favouritesVersion: 0,
});

type Link = Status['link'];

/** Runs at once, or as soon as the link is no longer down. */
export const whenOnline = (run: () => void): void => when((link) => link !== 'offline', run);

/** Runs at once, or as soon as prices come over the link: there is a network, and requests can be answered. */
export const whenLinked = (run: () => void): void => when(isLinked, run);

const isLinked = (link: Link): boolean => link === 'live' || link === 'slow';

function when(fits: (link: Link) => boolean, run: () => void): void {
  if (fits(status.link)) {
    run();
    return;
  }
  const stop = subscribeKey(status, 'link', (link) => {
    if (!fits(link)) return;
    stop();
    run();
  });
}

/** How far the exchange's clock is ahead of this device's, ms, as far as that is known. */
let aheadMs = 0;

/** The exchange's time, by which it ends orders and lets money rest, ms UTC: a device's own may be wrong by hours. */
export const exchangeNow = (): number => Date.now() + aheadMs;

/** Takes what the worker says of its link. */
export function applyStatus(frame: Frame): void {
  if (frame.kind !== 'status') return;
  aheadMs = frame.clockOffsetMs ?? aheadMs;
  if (status.link !== frame.link) status.link = frame.link;
  if (status.isSilent && frame.markets > 0 && isLinked(frame.link)) status.isSilent = false;
  if (status.markets !== frame.markets) status.markets = frame.markets;
  if (status.quotedIn !== frame.quotedIn) status.quotedIn = frame.quotedIn;
  if (status.loginEnded !== frame.loginEnded) status.loginEnded = frame.loginEnded;
  if (status.profileVersion !== frame.profileVersion) status.profileVersion = frame.profileVersion;
  if (status.favouritesVersion !== frame.favouritesVersion)
    status.favouritesVersion = frame.favouritesVersion;
  if (JSON.stringify(frame.source) !== JSON.stringify(status.source)) status.source = frame.source;
  if (status.paused !== frame.paused) status.paused = frame.paused;
  if (frame.origin && status.origin !== frame.origin) status.origin = frame.origin;
}

/** Whether what users trade with here is play money; false while that is not known. */
export function isPlayMoney({ origin, source }: Pick<Status, 'origin' | 'source'>): boolean {
  return origin === 'simulated' || origin === 'recorded' || source?.money === 'play';
}
