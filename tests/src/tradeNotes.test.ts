// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { MOST_CHARACTERS, storageKeys } from '../../src/state/storage.ts';

const fresh = async () => {
  vi.resetModules();
  return import('../../src/state/tradeNotes.ts');
};
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('keeps notes and tags of trades on the device, and forgets what says nothing', async () => {
  const { storeNote } = await fresh();
  expect(storeNote(7, { note: 'late entry', tags: ['breakout'] })).toBe(true);
  storeNote(8, { note: '', tags: ['breakout', 'news'] });
  storeNote(9, { note: 'gone', tags: [] });
  storeNote(9, { note: '', tags: [] });
  const { allNotes, idsTagged, noteOf, tagsInUse, tradeNotes } = await fresh();
  expect(allNotes()).toEqual([
    [7, 'late entry', ['breakout']],
    [8, '', ['breakout', 'news']],
  ]);
  expect(noteOf(1)).toEqual({ note: '', tags: [] });
  expect(tagsInUse(tradeNotes.byId)).toEqual(['breakout', 'news']);
  expect(idsTagged(tradeNotes.byId, 'news')).toEqual([8]);
});

it('sets damaged notes aside, and says when the device keeps nothing', async () => {
  localStorage.setItem(storageKeys.notes, '[["x",1]]');
  const { allNotes, storeNote } = await fresh();
  expect(allNotes()).toEqual([]);
  expect(localStorage.getItem(`${storageKeys.notes}.damaged`)).toBe('[["x",1]]');
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new Error('full');
    },
  });
  expect(storeNote(7, { note: 'late', tags: [] })).toBe(false);
});

it('keeps the notes of many trades, and says of one too many that it is not kept, without a loss of the others', async () => {
  const note = 'n'.repeat(500);
  const many = (count: number) => Array.from({ length: count }, (_, i) => [i + 1, note, []]);
  // As a device has them that kept more than was ever read again.
  localStorage.setItem(storageKeys.notes, JSON.stringify(many(500)));
  const { allNotes, storeNote } = await fresh();
  expect(allNotes()).toHaveLength(500);
  expect(storeNote(501, { note, tags: [] })).toBe(true);
  const most = Math.floor(MOST_CHARACTERS / 515);
  localStorage.setItem(storageKeys.notes, JSON.stringify(many(most)));
  const full = await fresh();
  const kept = Array.from({ length: 30 }, (_, i) =>
    full.storeNote(most + i + 1, { note, tags: [] }),
  ).lastIndexOf(true);
  expect(kept).toBeLessThan(29);
  expect((await fresh()).allNotes()).toHaveLength(most + kept + 1);
});

it('reads tags between commas of any language, each once', async () => {
  const { tagsOf } = await fresh();
  expect(tagsOf(' a, b ,a；c、d，e')).toEqual(['a', 'b', 'a；c', 'd', 'e']);
  expect(tagsOf('1,2,3,4,5,6,7,8')).toHaveLength(6);
});
