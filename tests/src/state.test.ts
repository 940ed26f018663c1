// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearAll, readJson, readText, storageKeys, writeJson, writeText } from '../../src/state/storage.ts';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});
const DAMAGED = [
  '',
  '{',
  '[',
  '"',
  'null',
  '0',
  'true',
  '{}',
  '[1]',
  '[null]',
  '[{}]',
  '[{"id":1}]',
  '[{"id":null}]',
  '[{"id":""}]',
  '[{"id":"<img>"}]',
  '[{"id":"a b"}]',
  '[{"id":"../x"}]',
  'undefined',
  'NaN',
  '[[]]',
  '[["id","A"]]',
  '{"ids":["A"]}',
  '{"0":{"id":"A"}}',
  '[{"id":"A"},{}]',
  '[{"id":"A"},7]',
  '\u0000',
  '🙂',
  '[{"id":"é"}]',
  '{"__proto__":[]}',
  '[{"__proto__":{"id":"A"}}]',
  'a'.repeat(300_000),
  `[${'['.repeat(5_000)}`,
  '[{"id":{"a":1}}]',
  "[{'id':'A'}]",
  '[{"id":"A"},]',
  '1e999',
  '-',
  ' ',
  '[{"id":"A\n"}]',
  `[{"id":"${'A'.repeat(41)}"}]`,
];

describe('favourites', () => {
  it.each(DAMAGED)('survive damaged content: %.20s', async (text) => {
    localStorage.setItem(storageKeys.favourites, text);
    const { favourites, toggleFavourite } = await import('../../src/state/favourites.ts');
    expect(favourites.ids).toEqual([]);
    toggleFavourite('BTC-USDT');
    expect(JSON.parse(localStorage.getItem(storageKeys.favourites) ?? '')).toEqual([{ id: 'BTC-USDT' }]);
  });
  it('set damaged content aside', async () => {
    localStorage.setItem(storageKeys.favourites, '{"broken');
    await import('../../src/state/favourites.ts');
    expect(localStorage.getItem(`${storageKeys.favourites}.damaged`)).toBe('{"broken');
  });
  it('toggle on and off, and move', async () => {
    const { favourites, moveFavourite, toggleFavourite } = await import('../../src/state/favourites.ts');
    for (const id of ['A', 'B', 'C']) toggleFavourite(id);
    expect(favourites.ids).toEqual(['C', 'B', 'A']);
    moveFavourite('C', 1);
    moveFavourite('A', 9);
    moveFavourite('NOPE', 1);
    expect(favourites.ids).toEqual(['B', 'C', 'A']);
    toggleFavourite('C');
    expect(favourites.ids).toEqual(['B', 'A']);
  });
  it('stay a list without doubles, whatever is done', async () => {
    const { favourites, moveFavourite, toggleFavourite } = await import('../../src/state/favourites.ts');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C', 'D'), fc.integer({ min: -3, max: 3 }))),
        (steps) => {
          for (const [id, by] of steps) by === 0 ? toggleFavourite(id) : moveFavourite(id, by);
          expect(new Set(favourites.ids).size).toBe(favourites.ids.length);
        },
      ),
    );
  });
  it('are told one by one: who shows another market hears nothing', async () => {
    const { isFavourite, moveFavourite, onFavourite, toggleFavourite } = await import(
      '../../src/state/favourites.ts'
    );
    const published: string[] = [];
    const undo = ['A', 'B'].map((id) =>
      onFavourite(id, () => void published.push(`${id} ${isFavourite(id)}`)),
    );
    toggleFavourite('A');
    toggleFavourite('C');
    moveFavourite('A', 1);
    toggleFavourite('A');
    expect(published).toEqual(['A true', 'A false']);
    for (const each of undo) each();
    toggleFavourite('B');
    expect(published).toHaveLength(2);
  });
  it('follow another tab', async () => {
    const { favourites, followFavourites, isFavourite, onFavourite } = await import(
      '../../src/state/favourites.ts'
    );
    const undo = followFavourites();
    const published = vi.fn();
    onFavourite('X', published);
    localStorage.setItem(storageKeys.favourites, '[{"id":"X"}]');
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.favourites }));
    expect(favourites.ids).toEqual(['X']);
    expect([isFavourite('X'), published.mock.calls.length]).toEqual([true, 1]);
    undo();
  });
});

describe('a page that was at rest', () => {
  const rest = (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  afterEach(() => vi.restoreAllMocks());

  it('takes what other tabs have written, and writes nothing old over it', async () => {
    const { favourites, followFavourites, toggleFavourite } = await import('../../src/state/favourites.ts');
    const { changeSettings, followSettings, settings } = await import('../../src/state/settings.ts');
    const undo = [followFavourites(), followSettings()];
    toggleFavourite('A');
    changeSettings({ sound: true });
    rest('hidden');
    localStorage.setItem(storageKeys.favourites, '[{"id":"B"},{"id":"A"}]');
    const stored = JSON.parse(localStorage.getItem(storageKeys.settings) ?? '');
    localStorage.setItem(storageKeys.settings, JSON.stringify({ ...stored, hideAmounts: true }));
    rest('visible');
    expect(settings.hideAmounts).toBe(true);
    toggleFavourite('C');
    changeSettings({ vibration: true });
    expect(favourites.ids).toEqual(['C', 'B', 'A']);
    expect(JSON.parse(localStorage.getItem(storageKeys.settings) ?? '')).toMatchObject({
      sound: true,
      hideAmounts: true,
      vibration: true,
    });
    for (const each of undo) each();
  });
  it('keeps what the device had no room for', async () => {
    const { favourites, followFavourites, toggleFavourite } = await import('../../src/state/favourites.ts');
    const undo = followFavourites();
    const full = vi.fn(() => {
      throw new DOMException('no', 'QuotaExceededError');
    });
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: () => undefined });
    toggleFavourite('A');
    rest('hidden');
    rest('visible');
    expect(full).toHaveBeenCalled();
    expect(favourites.ids).toEqual(['A']);
    vi.unstubAllGlobals();
    undo();
  });
});

describe('storage', () => {
  it('that is full or blocked stops nobody', () => {
    const refuse = () => {
      throw new DOMException('no', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    expect(writeText(storageKeys.title, 'x')).toBe(false);
    expect(readText(storageKeys.token)).toBeNull();
    expect(readJson(storageKeys.settings, (value) => value)).toBeUndefined();
    expect(() => clearAll()).not.toThrow();
    vi.unstubAllGlobals();
  });
  it('that holds megabytes is not ours', () => {
    localStorage.setItem(storageKeys.title, 'a'.repeat(5_000_000));
    expect(readText(storageKeys.title)).toBeNull();
  });
  it('is cleared of all that is ours', () => {
    writeJson(storageKeys.settings, {});
    localStorage.setItem('other', '1');
    clearAll();
    expect(localStorage.length).toBe(1);
  });
});

describe('settings', () => {
  it('reset a stored zh to en_us', async () => {
    localStorage.setItem(storageKeys.language, 'zh');
    const { settings } = await import('../../src/state/settings.ts');
    expect(settings.language).toBe('en_us');
    expect(localStorage.getItem(storageKeys.language)).toBe('en_us');
  });
  it.each(['{"theme":7}', '{"theme":"pink","refresh":"never"}', 'x', '[]'])(
    'start sound from %s',
    async (text) => {
      localStorage.setItem(storageKeys.settings, text);
      const { settings } = await import('../../src/state/settings.ts');
      expect(settings).toMatchObject({ theme: 'system', moves: 'language', refresh: 'balanced' });
    },
  );
  it('colour by language unless told', async () => {
    const { movePair } = await import('../../src/state/settings.ts');
    const of = (language: 'jp' | 'de', moves: 'language' | 'blue-orange' = 'language') =>
      movePair({
        language,
        moves,
        theme: 'dark',
        refresh: 'live',
        keepRefresh: false,
        hideAmounts: false,
        confirmOrders: true,
        oneTapOrders: false,
        confirmCycles: 'first',
        hasConfirmedCycle: false,
        hasConfirmedSale: false,
        sound: false,
        vibration: false,
        notify: false,
        noticeWords: false,
        hasBeenAsked: false,
      });
    expect([of('jp'), of('de'), of('jp', 'blue-orange')]).toEqual(['red-green', 'green-red', 'blue-orange']);
  });
});
