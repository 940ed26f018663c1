import { proxy } from 'valtio';
import { HOUR_MS } from '../../domain/index.ts';
import type { ToService } from '../../workers/api.ts';
import { whenCalm } from '../state/inFlight.ts';

/** A service worker's life, as `Workbox` of workbox-window reports it. */
export interface Service {
  addEventListener(type: 'waiting' | 'controlling', listener: () => void): void;
  register(): Promise<ServiceWorkerRegistration | undefined>;
  update(): Promise<void>;
  messageSW(data: object): Promise<unknown>;
  messageSkipWaiting(): void;
}

export interface UpdateDeps {
  /** Yields nothing where the browser has no service workers. */
  readonly open: () => Promise<Service | undefined>;
  readonly reload: () => void;
  /** Addresses of what this page has loaded. */
  readonly loaded: () => readonly string[];
  readonly now: () => number;
  /** Runs once, later. */
  readonly after: (ms: number, run: () => void) => void;
}

/** `ready`: a new version can be taken; `waiting`: it is taken when no order is under way any more. */
export const updates = proxy<{ state: 'none' | 'ready' | 'waiting' }>({ state: 'none' });

/** A page that comes back looks for a new version, and not more often than this, ms. */
const LEAST_LOOK_MS = 60_000;
/** One that stays open looks every hour. */
const LOOK_MS = HOUR_MS;
/** A new service worker waits for what the one before has under way; the page, which the server has, does not. */
const TAKE_MS = 2_000;

let take: () => void = () => undefined;

/** Starts the service worker once the page has loaded, and reports when it has a new version. */
export async function followUpdates({ open, reload, loaded, now, after }: UpdateDeps): Promise<void> {
  const service = await open();
  if (!service) return;
  let isTaken = false;
  service.addEventListener('waiting', () => {
    if (updates.state === 'none') updates.state = 'ready';
  });
  service.addEventListener('controlling', () => {
    if (isTaken) reload();
    // From now on it keeps by itself what is loaded; this is what came while it was on its way.
    else keepLoaded(service, loaded());
  });
  const registration = await service.register().catch(() => undefined);
  if (!registration) return;
  take = () => {
    isTaken = true;
    // Another tab may have taken it already: then only this page is old.
    if (!registration.waiting) {
      reload();
      return;
    }
    service.messageSkipWaiting();
    after(TAKE_MS, reload);
  };
  keepLoaded(service, loaded());
  look(service, now);
}

/** What was loaded before there was a service worker is kept as well: the browser still has it. */
function keepLoaded(service: Service, urls: readonly string[]): void {
  service.messageSW({ type: 'keep', urls } satisfies ToService).catch(() => undefined);
}

function look(service: Service, now: () => number): void {
  let at = now();
  const again = () => {
    if (document.visibilityState !== 'visible' || now() - at < LEAST_LOOK_MS) return;
    at = now();
    // Without a network there is nothing new.
    service.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', again);
  setInterval(again, LOOK_MS);
}

/** The user takes the new version. While an order is under way it waits; nothing is cut off. */
export function takeUpdate(): void {
  updates.state = 'waiting';
  whenCalm(() => take());
}

/** Not now; the next new version, or the next visit, asks again. */
export function declineUpdate(): void {
  updates.state = 'none';
}
