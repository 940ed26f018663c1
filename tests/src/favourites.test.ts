// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WatchList } from '../../domain/index.ts';
import { FAVOURITES_MOST } from '../../domain/index.ts';
import { favourites, followFavourites, setFavourites, toggleFavourite } from '../../src/state/favourites.ts';
import { syncFavourites } from '../../src/state/favouritesSync.ts';
import { login, signIn, signOut } from '../../src/state/login.ts';
import { status } from '../../src/state/status.ts';
import * as lists from '../../src/state/watchLists.ts';
import { fake } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

interface StoredFavourites {
  ids: string[];
  lists: WatchList[];
  version: number;
}

/** The exchange, as far as favourites and watch lists go. */
class Accounts {
  readonly kept = new Map<string, StoredFavourites>();
  isAway = false;
  /** Runs before the next list is kept: another device that is first. */
  before: (() => void) | undefined;

  of(uid: string): StoredFavourites {
    return this.kept.get(uid) ?? { ids: [], lists: [], version: 0 };
  }
  put(uid: string, ids: string[], lists = this.of(uid).lists): void {
    this.kept.set(uid, { ids, lists, version: this.of(uid).version + 1 });
  }
  async answer(name: string, request: Omit<StoredFavourites, 'lists'> & Partial<StoredFavourites>) {
    const uid = login.token ?? '';
    if (this.isAway) return { ok: false, error: { code: 'networkDown', message: '' } };
    if (name === 'account.favourites') return { ok: true, data: { uid, ...this.of(uid) } };
    this.before?.();
    this.before = undefined;
    const isKept = this.of(uid).version === request.version;
    if (isKept) this.put(uid, request.ids, request.lists);
    return { ok: true, data: { uid, ...this.of(uid), isKept } };
  }
}

let accounts: Accounts;
let stop: () => void;
const settle = () =>
  vi.waitFor(() => undefined, 10_000).then(() => new Promise((resolve) => setTimeout(resolve, 0)));
const begin = () => {
  const stops = [syncFavourites(), followFavourites()];
  stop = () => {
    for (const each of stops) each();
  };
};
const shown = () => [...favourites.ids];
const storedOf = (uid: string) => accounts.of(uid).ids;

beforeEach(() => {
  localStorage.clear();
  signOut();
  setFavourites([]);
  lists.setWatchLists([]);
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
  expect(storedOf('anna')).toEqual(['BTC-USDT', 'ETH-USDT']);
  signIn('anna');
  await settle();
  expect(shown()).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
  expect(storedOf('anna')).toEqual(shown());
  signOut();
  await settle();
  expect(shown()).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDT']);
  expect(JSON.parse(localStorage.getItem('COLLECTED_LIST') ?? '')).toEqual(shown().map((id) => ({ id })));
});

it('that are full take no other one, and none of them makes room for it', () => {
  begin();
  const all = Array.from({ length: FAVOURITES_MOST }, (_, i) => `M${i}-USDT`);
  setFavourites(all.slice(1));
  expect(toggleFavourite('M0-USDT')).toBe(true);
  expect(toggleFavourite('BTC-USDT')).toBe(false);
  expect(shown()).toEqual(all);
  expect(toggleFavourite('M499-USDT')).toBe(true);
  expect(toggleFavourite('BTC-USDT')).toBe(true);
  expect(shown()).toEqual(['BTC-USDT', ...all.slice(0, -1)]);
});

it('changed on this device are kept; a removal while logged out is one after the next login too', async () => {
  begin();
  signIn('anna');
  toggleFavourite('BTC-USDT');
  toggleFavourite('ETH-USDT');
  await settle();
  expect(storedOf('anna')).toEqual(['ETH-USDT', 'BTC-USDT']);
  signOut();
  toggleFavourite('BTC-USDT');
  signIn('anna');
  await settle();
  expect(storedOf('anna')).toEqual(['ETH-USDT']);
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
  expect(storedOf('anna')).toEqual(['XRP-USDT', 'ETH-USDT']);
});

it('of two devices that change them at the same moment are both kept', async () => {
  begin();
  signIn('anna');
  await settle();
  accounts.before = () => accounts.put('anna', ['XRP-USDT']);
  toggleFavourite('BTC-USDT');
  await settle();
  expect(storedOf('anna')).toEqual(['XRP-USDT', 'BTC-USDT']);
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
  expect(storedOf('bert')).toEqual(['DOGE-USDT', 'BTC-USDT']);
  expect(storedOf('anna')).toEqual(['BTC-USDT']);
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
  expect(storedOf('anna')).toEqual(['BTC-USDT']);
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
  expect(storedOf('anna')).toEqual([]);
  expect(shown()).toEqual([]);
});

it('ask nothing while nobody is logged in', async () => {
  begin();
  toggleFavourite('BTC-USDT');
  await settle();
  expect(fake.call).not.toHaveBeenCalled();
});

describe('watch lists', () => {
  const list = (name: string, ids: string[] = [], id = `list${name.toLowerCase()}0000`): WatchList => ({
    id,
    name,
    ids,
  });
  const names = (all: readonly WatchList[]) => all.map(({ name, ids }) => `${name}:${ids.join(',')}`);
  const here = () => names(lists.watchLists.all);
  const there = () => names(accounts.of('anna').lists);

  it('of a visitor join those of the account by name, and stay after the logout', async () => {
    accounts.put('anna', [], [list('Moon', ['BTC-USDT'])]);
    lists.createWatchList('moon', ['ETH-USDT']);
    lists.createWatchList('  Gold ', []);
    begin();
    signIn('anna');
    await settle();
    expect(here()).toEqual(['Moon:BTC-USDT,ETH-USDT', 'Gold:']);
    expect(there()).toEqual(here());
    signOut();
    await settle();
    expect(here()).toEqual(['Moon:BTC-USDT,ETH-USDT', 'Gold:']);
    expect(JSON.parse(localStorage.getItem('TIDEMARK_LISTS') ?? '')).toEqual(accounts.of('anna').lists);
  });

  it('of two devices at once are both kept: created, filled, renamed, deleted', async () => {
    accounts.put('anna', [], [list('Moon', ['BTC-USDT']), list('Sun'), list('Old')]);
    begin();
    signIn('anna');
    await settle();
    accounts.before = () =>
      accounts.put('anna', [], [list('Moon', ['SOL-USDT', 'BTC-USDT']), list('Sun'), list('Their')]);
    const [moon, sun] = accounts.of('anna').lists;
    lists.toggleInWatchList(moon?.id ?? '', 'ETH-USDT');
    lists.renameWatchList(sun?.id ?? '', 'Star');
    lists.createWatchList('Own', ['XRP-USDT']);
    await settle();
    expect(here()).toEqual(['Their:', 'Moon:SOL-USDT,ETH-USDT,BTC-USDT', 'Star:', 'Own:XRP-USDT']);
    expect(there()).toEqual(here());
    lists.deleteWatchList(moon?.id ?? '')();
    const undo = lists.deleteWatchList(sun?.id ?? '');
    await settle();
    expect(there()).toEqual(['Their:', 'Moon:SOL-USDT,ETH-USDT,BTC-USDT', 'Own:XRP-USDT']);
    undo();
    await settle();
    expect(there()).toEqual(['Their:', 'Moon:SOL-USDT,ETH-USDT,BTC-USDT', 'Star:', 'Own:XRP-USDT']);
  });

  it('that a device has lost or damaged come back, and one that was deleted here does not', async () => {
    accounts.put('anna', ['BTC-USDT'], [list('Moon'), list('Sun')]);
    begin();
    signIn('anna');
    await settle();
    localStorage.setItem('TIDEMARK_LISTS', '[{"id":"x"}]');
    window.dispatchEvent(new StorageEvent('storage', { key: 'TIDEMARK_LISTS' }));
    await settle();
    expect(here()).toEqual(['Moon:', 'Sun:']);
    for (const { id } of accounts.of('anna').lists) lists.deleteWatchList(id);
    await settle();
    expect([here(), there(), shown()]).toEqual([[], [], ['BTC-USDT']]);
  });

  it('are sent to an exchange that keeps favourites alone only when there are some', async () => {
    begin();
    signIn('anna');
    toggleFavourite('BTC-USDT');
    await settle();
    expect(fake.call.mock.calls.filter(([, request]) => 'lists' in request)).toEqual([]);
  });

  it('have names of their own, are bounded, and move', () => {
    expect(lists.createWatchList(' ', [])).toBe('empty');
    for (let i = 0; i < 12; i++) lists.createWatchList(`n${i}`, []);
    expect(here()).toHaveLength(10);
    expect(lists.createWatchList('N3', [])).toBe('taken');
    const [first, second] = lists.watchLists.all;
    expect(lists.renameWatchList(first?.id ?? '', 'n1')).toBe('taken');
    expect(lists.renameWatchList(first?.id ?? '', 'N0')).toBeUndefined();
    lists.moveWatchList(second?.id ?? '', -1);
    expect(here().slice(0, 2)).toEqual(['n1:', 'N0:']);
    const id = second?.id ?? '';
    for (let i = 0; i < 80; i++) expect(lists.toggleInWatchList(id, `M${i}`)).toBe(true);
    expect(lists.toggleInWatchList(id, 'M80')).toBe(false);
    expect(lists.toggleInWatchList(id, 'M0')).toBe(true);
    lists.moveInWatchList(id, 'M1', -99);
    expect(lists.watchLists.all[0]?.ids.slice(0, 2)).toEqual(['M1', 'M79']);
    expect(new Set(lists.watchLists.all.map((each) => each.id)).size).toBe(10);
  });
});
