import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WatchList } from '../../../domain/index.ts';
import {
  isNameTaken,
  isSameLists,
  mergeWatchLists,
  rebaseWatchLists,
  WATCH_LIST_MARKETS_MOST,
  WATCH_LIST_NAME_MOST,
  WATCH_LISTS_MOST,
  watchListName,
} from '../../../domain/index.ts';

/** Lists in short: `x:ab` is the list x, called X, with a and b; `x=Y:ab` is called Y. */
const lists = (text: string): WatchList[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((each) => {
      const [head = '', ids = ''] = each.split(':');
      const [id = '', name = id.toUpperCase()] = head.split('=');
      return { id, name, ids: [...ids] };
    });
const short = (all: readonly WatchList[]): string =>
  all
    .map(({ id, name, ids }) => `${id}${name === id.toUpperCase() ? '' : `=${name}`}:${ids.join('')}`)
    .join(' ');

describe('a name', () => {
  it.each([
    ['  Layer  1 ', 'Layer 1'],
    ['a\nb\u0000c', 'a b c'],
    ['\u202eevil', 'evil'],
    ['\ud800', ''],
    ['x'.repeat(40), 'x'.repeat(WATCH_LIST_NAME_MOST)],
    ['💰'.repeat(40), '💰'.repeat(WATCH_LIST_NAME_MOST)],
    ['   ', ''],
  ])('%j is kept as %j', (typed, kept) => {
    expect(watchListName(typed)).toBe(kept);
  });
  it('that is kept is kept again as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        const kept = watchListName(typed);
        expect(watchListName(kept)).toBe(kept);
        expect([...kept].length).toBeLessThanOrEqual(WATCH_LIST_NAME_MOST);
        expect(kept).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
  it('is taken whatever its case, and not by its own list', () => {
    const own = lists('x=DeFi:');
    expect([isNameTaken(own, 'defi'), isNameTaken(own, 'DEFI', 'x'), isNameTaken(own, 'De')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('lists of a device that logs in', () => {
  it.each([
    ['alone', '', 'x:ab', 'x:ab'],
    ['behind those of the account', 'x:a', 'y:b', 'x:a y:b'],
    ['joined by id', 'x:ab', 'x=Other:bc', 'x:abc'],
    ['joined by name', 'x=Moon:a', 'y=moon:ba', 'x=Moon:ab'],
  ])('are merged: %s', (_, account, device, merged) => {
    expect(short(mergeWatchLists(lists(account), lists(device)))).toBe(merged);
  });
  it('are bounded, and those of the account stay', () => {
    const many = Array.from({ length: WATCH_LISTS_MOST }, (_, i) => ({
      id: `l${i}`,
      name: `n${i}`,
      ids: [],
    }));
    expect(mergeWatchLists(many, lists('x:a'))).toEqual(many);
    const full = Array.from({ length: WATCH_LIST_MARKETS_MOST }, (_, i) => `m${i}`);
    const [list] = mergeWatchLists([{ id: 'x', name: 'X', ids: full }], lists('x:a'));
    expect(list?.ids).toEqual(full);
  });
});

describe('a change of a device is put upon what others changed', () => {
  it.each([
    ['nothing', 'x:a', 'x:a', 'y:b x:ab', 'y:b x:ab'],
    ['a market in each', 'x:a', 'x:ba', 'x:ca', 'x:cba'],
    ['a removal beside an addition', 'x:ab', 'x:b', 'x:cab', 'x:cb'],
    ['two lists created', 'x:a', 'x:a y:b', 'x:a z:c', 'z:c x:a y:b'],
    ['two lists of one name created', '', 'y=Moon:b', 'z=moon:c', 'z=moon:cb'],
    ['one renames, one adds', 'x:a', 'x=New:a', 'x:ab', 'x=New:ab'],
    ['the other renames', 'x:a', 'x:ba', 'x=New:a', 'x=New:ba'],
    ['both rename', 'x:a', 'x=Own:a', 'x=Theirs:a', 'x=Own:a'],
    ['deleted here, as it was there', 'x:a y:b', 'y:b', 'x:a y:b', 'y:b'],
    ['deleted there, as it was here', 'x:a y:b', 'x:a y:cb', 'y:b', 'y:cb'],
    ['deleted here, changed there', 'x:a y:b', 'y:b', 'x:ca y:b', 'y:b x:ca'],
    ['deleted there, changed here', 'x:a y:b', 'x:ca y:b', 'y:b', 'y:b x:ca'],
    ['moved here, added there', 'x:a y:b', 'y:b x:a', 'x:a y:b z:c', 'z:c y:b x:a'],
  ])('%s', (_, base, own, theirs, next) => {
    expect(short(rebaseWatchLists(lists(base), lists(own), lists(theirs)))).toBe(next);
  });

  const list = (id: string) =>
    fc.record({
      id: fc.constant(id),
      name: fc.constantFrom(`${id}1`, `${id}2`),
      ids: fc.uniqueArray(fc.constantFrom(...'abcd'), { maxLength: 4 }),
    });
  const some = fc
    .tuple(...[...'uvwxyz'].map((id) => fc.option(list(id), { nil: undefined })))
    .chain((all) => fc.shuffledSubarray(all.filter((each) => each !== undefined)));

  it('no list, market or removal of either is lost, and nothing is there twice', () => {
    fc.assert(
      fc.property(some, some, some, (base, own, theirs) => {
        const next = rebaseWatchLists(base, own, theirs);
        expect(new Set(next.map(({ id }) => id)).size).toBe(next.length);
        for (const id of 'uvwxyz') {
          const [began, here, there, now] = [base, own, theirs, next].map((all) =>
            all.find((each) => each.id === id),
          );
          const isChanged = (side: WatchList | undefined) =>
            side !== undefined && !(began && isSameLists([began], [side]));
          const lives = here && there ? true : isChanged(here) || isChanged(there);
          expect([id, now !== undefined]).toEqual([id, lives]);
          for (const market of here && there ? 'abcd' : '') {
            const [a, b, c] = [began, here, there].map((side) => side?.ids.includes(market) ?? false);
            expect(now?.ids.includes(market)).toBe(a ? b && c : b || c);
          }
        }
      }),
    );
  });
  it('a device that has taken the outcome changes nothing more', () => {
    fc.assert(
      fc.property(some, some, some, (base, own, theirs) => {
        const next = rebaseWatchLists(base, own, theirs);
        expect(rebaseWatchLists(theirs, next, theirs)).toEqual(next);
        expect(rebaseWatchLists(own, own, next)).toEqual(next);
      }),
    );
  });
  it('stays within the bound, and what the account has stays', () => {
    const full = Array.from({ length: WATCH_LISTS_MOST }, (_, i) => ({
      id: `l${i}`,
      name: `n${i}`,
      ids: [],
    }));
    const next = rebaseWatchLists(full.slice(1), [...lists('x:a'), ...full.slice(1)], full);
    expect(next.map(({ id }) => id).sort()).toEqual(full.map(({ id }) => id).sort());
  });
});
