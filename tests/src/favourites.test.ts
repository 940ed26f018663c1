// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { favourites, followFavourites, setFavourites, toggleFavourite } from '../../src/state/favourites.ts';
import { syncFavourites } from '../../src/state/favouritesSync.ts';
import { login, signIn, signOut } from '../../src/state/login.ts';
import { status } from '../../src/state/status.ts';
import { fake } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

/** The exchange, as far as favourites go. */
class Accounts {
  readonly kept = new Map<string, { ids: string[]; version: number }>();
  isAway = false;
  /** Runs before the next list is kept: another device that is first. */
  before: (() => void) | undefined;

  of(uid: string) {
    return this.kept.get(uid) ?? { ids: [], version: 0 };
  }
  put(uid: string, ids: string[]): void {
    this.kept.set(uid, { ids, version: this.of(uid).version + 1 });
  }
  async answer(name: string, request: { ids: string[]; version: number }) {
    const uid = login.token ?? '';
    if (this.isAway) return { ok: false, error: { code: 'networkDown', message: '' } };
    if (name === 'account.favourites') return { ok: true, data: { uid, ...this.of(uid) } };
    this.before?.();
    this.before = undefined;
    const isKept = this.of(uid).version === request.version;
    if (isKept) this.put(uid, request.ids);
    return { ok: true, data: { uid, ...this.of(uid), isKept } };
  }
}

let accounts: Accounts;
let stop: () => void;
const settle = () => vi.waitFor(() => undefined).then(() => new Promise((resolve) => setTimeout(resolve, 0)));
const begin = () => {
  const stops = [syncFavourites(), followFavourites()];
  stop = () => {
    for (const each of stops) each();
  };
};
const shown = () => [...favourites.ids];
const keptFor = (uid: string) => accounts.of(uid).ids;

beforeEach(() => {
  localStorage.clear();
  signOut();
  setFavourites([]);
  accounts = new Accounts();
  fake.call.mockImplementation((name, request) => accounts.answer(name, request));
  status.link = 'live';
});
afterEach(() => {
  stop();
  fake.call.mockReset();
});

it('of a device and of an account are one after the login, and stay after the logout', async () => {
  accounts.put('anna', ['BTC-USDT', 'ETH-USDT']);
  setFavourites(['SOL-USDT', 'ETH-USDT']);
  begin();
  await settle();
  expect(keptFor('anna')).toEqual(['BTC-USDT', 'ETH-USDT']);
  signIn('anna');
  await settle();
  expect(shown()).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
  expect(keptFor('anna')).toEqual(shown());
  signOut();
  await settle();
  expect(shown()).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
  expect(JSON.parse(localStorage.getItem('COLLECTED_LIST') ?? '')).toEqual(shown().map((id) => ({ id })));
});

it('changed on this device are kept; a removal while logged out is one after the next login too', async () => {
  begin();
  signIn('anna');
  toggleFavourite('BTC-USDT');
  toggleFavourite('ETH-USDT');
  await settle();
  expect(keptFor('anna')).toEqual(['ETH-USDT', 'BTC-USDT']);
  signOut();
  toggleFavourite('BTC-USDT');
  signIn('anna');
  await settle();
  expect(keptFor('anna')).toEqual(['ETH-USDT']);
  expect(shown()).toEqual(['ETH-USDT']);
});

it('changed on another device come when it is told', async () => {
  begin();
  signIn('anna');
  await settle();
  accounts.put('anna', ['XRP-USDT']);
  status.favouritesVersion += 1;
  await settle();
  expect(shown()).toEqual(['XRP-USDT']);
});

it('changed here without a line are kept when it is back, with what others changed meanwhile', async () => {
  begin();
  signIn('anna');
  toggleFavourite('BTC-USDT');
  await settle();
  accounts.isAway = true;
  status.link = 'offline';
  toggleFavourite('ETH-USDT');
  toggleFavourite('BTC-USDT');
  await settle();
  accounts.put('anna', ['XRP-USDT', 'BTC-USDT']);
  accounts.isAway = false;
  status.link = 'live';
  await settle();
  expect(shown()).toEqual(['XRP-USDT', 'ETH-USDT']);
  expect(keptFor('anna')).toEqual(['XRP-USDT', 'ETH-USDT']);
});

it('of two devices that change them at the same moment are both kept', async () => {
  begin();
  signIn('anna');
  await settle();
  accounts.before = () => accounts.put('anna', ['XRP-USDT']);
  toggleFavourite('BTC-USDT');
  await settle();
  expect(keptFor('anna')).toEqual(['XRP-USDT', 'BTC-USDT']);
  expect(shown()).toEqual(['XRP-USDT', 'BTC-USDT']);
});

it('of somebody else who logs in on the device are merged, not replaced', async () => {
  accounts.put('bert', ['DOGE-USDT']);
  begin();
  signIn('anna');
  toggleFavourite('BTC-USDT');
  await settle();
  signOut();
  signIn('bert');
  await settle();
  expect(keptFor('bert')).toEqual(['DOGE-USDT', 'BTC-USDT']);
  expect(keptFor('anna')).toEqual(['BTC-USDT']);
});

it('whose list on this device is lost or damaged come back from the account', async () => {
  begin();
  signIn('anna');
  toggleFavourite('BTC-USDT');
  await settle();
  signOut();
  localStorage.setItem('COLLECTED_LIST', '{"damaged"');
  window.dispatchEvent(new StorageEvent('storage', { key: 'COLLECTED_LIST' }));
  expect(shown()).toEqual([]);
  signIn('anna');
  await settle();
  expect(shown()).toEqual(['BTC-USDT']);
  expect(keptFor('anna')).toEqual(['BTC-USDT']);
});

it('that another tab removed a moment ago stay removed', async () => {
  begin();
  signIn('anna');
  toggleFavourite('BTC-USDT');
  await settle();
  // The other tab has stored and kept it; its storage event is not here yet.
  accounts.put('anna', []);
  localStorage.setItem('COLLECTED_LIST', '[]');
  localStorage.setItem('TIDEMARK_FAVOURITES', JSON.stringify({ uid: 'anna', version: 2, ids: [] }));
  status.favouritesVersion += 1;
  await settle();
  expect(keptFor('anna')).toEqual([]);
  expect(shown()).toEqual([]);
});

it('ask nothing while nobody is logged in', async () => {
  begin();
  toggleFavourite('BTC-USDT');
  await settle();
  expect(fake.call).not.toHaveBeenCalled();
});
