import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../workers/session/caller.ts';
import { Sparklines } from '../../../workers/streams/sparklines.ts';
import type { Helpers } from './marbles.ts';
import { marbles } from './marbles.ts';

/** Pictures whose calls are noted, with when they were made in virtual time, ms. */
function pictured({ clock, scheduler }: Helpers) {
  const calls: { readonly at: number; readonly ids: readonly string[] }[] = [];
  const call = (async (_: string, { ids }: { ids: string[] }) => {
    calls.push({ at: scheduler.now(), ids });
    return { ok: true, data: { lines: [] } };
  }) as unknown as Caller;
  return { calls, pictures: new Sparklines(call, clock, scheduler) };
}

describe('pictures of the last day', () => {
  it('are fetched together, once for all that were wanted within a moment', () => {
    marbles((helpers) => {
      const { calls, pictures } = pictured(helpers);
      helpers.cold('a-b 60ms |').subscribe((name) => void pictures.of(name.toUpperCase()));
      helpers.flush();
      expect(calls).toEqual([{ at: 50, ids: ['A', 'B'] }]);
    });
  });
  it('are of the newest rows alone when more were scrolled past than one call takes', () => {
    marbles((helpers) => {
      const { calls, pictures } = pictured(helpers);
      for (let i = 0; i < 100; i++) pictures.of(`M${i}`);
      helpers.flush();
      expect(calls.map(({ ids }) => [ids.length, ids[0], ids.at(-1)])).toEqual([[60, 'M40', 'M99']]);
    });
  });
  it('stop with the worker', () => {
    marbles((helpers) => {
      const { calls, pictures } = pictured(helpers);
      pictures.of('A');
      pictures.close();
      helpers.flush();
      expect(calls).toEqual([]);
    });
  });
});
