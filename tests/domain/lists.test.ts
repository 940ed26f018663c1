import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WatchList } from '../../domain/index.ts';
import {
  contentRefusal,
  isNameTaken,
  isSameLists,
  MOST_TEXT,
  MOST_TITLE,
  mergeWatchLists,
  normalContent,
  normalTitle,
  rebaseWatchLists,
  ticketRefusals,
  WATCH_LIST_MARKETS_MOST,
  WATCH_LIST_NAME_MOST,
  WATCH_LISTS_MOST,
  watchListName,
} from '../../domain/index.ts';

const list = (id: string, ids: string, name = id): WatchList => ({ id, name, ids: [...ids] });
const count = (length: number, make: (i: number) => WatchList): WatchList[] =>
  Array.from({ length }, (_, i) => make(i));

describe('the name of a watch list', () => {
  it.each([
    ['  Moon \n shots ', 'Moon shots'],
    ['a\u202eb', 'a b'],
    ['\u200b\u0000', ''],
    // Signs of more than one unit are one each, and none is cut in half.
    ['🌊'.repeat(WATCH_LIST_NAME_MOST + 1), '🌊'.repeat(WATCH_LIST_NAME_MOST)],
    [`${'x'.repeat(WATCH_LIST_NAME_MOST - 1)} yz`, 'x'.repeat(WATCH_LIST_NAME_MOST - 1)],
    // What is joined to one sign stays one.
    ['👩\u200d💻 DeFi', '👩\u200d💻 DeFi'],
    ['👩🏽\u200d❤\ufe0f\u200d👩', '👩🏽\u200d❤\ufe0f\u200d👩'],
    ['نامه\u200cای', 'نامه\u200cای'],
    ['क्\u200dष', 'क्\u200dष'],
    // A joiner that joins nothing would make two names of one.
    ['De\u200dFi', 'De Fi'],
    ['👩\u200d', '👩'],
    ['\u200d💻', '💻'],
    ['👩\u200d\u200d💻', '👩 💻'],
    ['👩\u202e\u200d💻', '👩 💻'],
    [`${'x'.repeat(WATCH_LIST_NAME_MOST - 2)}👩\u200d💻`, `${'x'.repeat(WATCH_LIST_NAME_MOST - 2)}👩`],
  ])('%j is kept as %j', (typed, kept) => {
    expect(watchListName(typed)).toBe(kept);
    expect(watchListName(kept)).toBe(kept);
  });
});

it('names that differ in joiners alone are one', () => {
  const letters = list('aaaaaaaa', '', 'نامه\u200cای');
  expect(isNameTaken([letters], 'نامهای')).toBe(true);
});

describe('lists of an account and of a device', () => {
  const named = fc.record({
    id: fc.constantFrom(...'uvwxyz'),
    name: fc.constantFrom('Moon', 'moon', 'Gold', 'Old'),
    ids: fc.uniqueArray(fc.constantFrom(...'abcd'), { maxLength: 4 }),
  });
  const some = fc.uniqueArray(named, {
    maxLength: 4,
    comparator: (a, b) => a.id === b.id || a.name.toLowerCase() === b.name.toLowerCase(),
  });
  it('have no name twice when they come together, if neither had, and no market is lost', () => {
    fc.assert(
      fc.property(some, some, (account, device) => {
        const merged = mergeWatchLists(account, device);
        for (const each of merged) expect(isNameTaken(merged, each.name, each.id)).toBe(false);
        expect(merged.slice(0, account.length).map(({ id, name }) => [id, name])).toEqual(
          account.map(({ id, name }) => [id, name]),
        );
        for (const each of [...account, ...device]) {
          const home = merged.find(
            ({ id, name }) => id === each.id || name.toLowerCase() === each.name.toLowerCase(),
          );
          expect(home && each.ids.every((market) => merged.some(({ ids }) => ids.includes(market)))).toBe(
            true,
          );
        }
        // What has come together once changes nothing when it comes again.
        expect(isSameLists(mergeWatchLists(merged, device), merged)).toBe(true);
        expect(isSameLists(mergeWatchLists(merged, []), merged)).toBe(true);
      }),
    );
  });
  it('that only one side has changed are that side’s', () => {
    fc.assert(
      fc.property(some, some, (base, changed) => {
        expect(rebaseWatchLists(base, base, changed)).toEqual(changed);
      }),
    );
    const base = [list('x', 'ab'), list('y', 'c')];
    for (const own of [
      [],
      [list('y', 'c'), list('x', 'ab')],
      [list('x', 'b'), list('y', 'c')],
      [list('x', 'ab', 'New'), list('z', ''), list('y', 'c')],
    ])
      expect(isSameLists(rebaseWatchLists(base, own, base), own)).toBe(true);
  });
  it('are bounded: lists and markets of one list, those of the account first', () => {
    const markets = Array.from({ length: WATCH_LIST_MARKETS_MOST }, (_, i) => `m${i}`);
    const full = { id: 'x', name: 'x', ids: markets };
    expect(mergeWatchLists([full], [list('x', 'ab')])[0]?.ids).toEqual(markets);
    const own = count(WATCH_LISTS_MOST, (i) => list(`o${i}`, ''));
    const account = count(WATCH_LISTS_MOST - 1, (i) => list(`a${i}`, ''));
    expect(mergeWatchLists(account, own).map(({ id }) => id)).toEqual([...account.map(({ id }) => id), 'o0']);
    // A device that has created too many keeps the first that there is room for.
    const rebased = rebaseWatchLists([], own, account).map(({ id }) => id);
    expect(rebased).toHaveLength(WATCH_LISTS_MOST);
    expect(account.every(({ id }) => rebased.includes(id))).toBe(true);
  });
});

describe('a ticket on paper', () => {
  it.each([
    ['\u202eTitle\u0007', 'Title'],
    ['two\nlines\r\nand\ttabs', 'two lines and tabs'],
    ['a \u200b b', 'a b'],
    // Joiners make one sign of several, and stay.
    ['👩\u200d💻', '👩\u200d💻'],
  ])('has a title %j that reads %j', (typed, title) => expect(normalTitle(typed)).toBe(title));
  it.each([
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['a\n\n\n\n\nb', 'a\n\n\nb'],
    ['\n\ta\u0000b\n', 'ab'],
    ['a\tb', 'a\tb'],
  ])('has a message %j that reads %j', (typed, content) => expect(normalContent(typed)).toBe(content));
  it('is measured in signs that are seen, up to both bounds', () => {
    const draft = (title: number, content: number) =>
      ticketRefusals({ title: '🌊'.repeat(title), content: `${'x'.repeat(content)}\u200b ` });
    expect(draft(MOST_TITLE, MOST_TEXT)).toEqual({});
    expect(draft(MOST_TITLE + 1, MOST_TEXT + 1)).toEqual({ title: 'ticketTitle', content: 'ticketContent' });
    expect(draft(0, 0)).toEqual({ title: 'ticketTitle', content: 'ticketContent' });
    expect([contentRefusal('\u200b\n '), contentRefusal('.')]).toEqual(['ticketContent', undefined]);
  });
});
