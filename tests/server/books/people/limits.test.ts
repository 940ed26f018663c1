import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Limits } from '../../../../server/books/people/limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Seconds until a key may try again; nought when it may. */
async function waitOf(limits: Limits, key: string): Promise<number> {
  try {
    await limits.mayTry(key);
    return 0;
  } catch (error) {
    return (error as { retryAfterS: number }).retryAfterS;
  }
}

describe('wrong passwords', () => {
  it('wait twice as long each time from the third on, a minute at most', async () => {
    const limits = new Limits();
    const waits: number[] = [];
    for (let i = 0; i < 10; i++) {
      await limits.failed('10.0.0.1 alice');
      waits.push(await waitOf(limits, '10.0.0.1 alice'));
      vi.advanceTimersByTime(1_000 * (waits.at(-1) ?? 0));
      expect(await waitOf(limits, '10.0.0.1 alice')).toBe(0);
    }
    expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
  });
  it('keep nobody waiting at another address or for another account', async () => {
    const limits = new Limits();
    for (let i = 0; i < 5; i++) await limits.failed('10.0.0.1 alice');
    expect(await waitOf(limits, '10.0.0.2 alice')).toBe(0);
    expect(await waitOf(limits, '10.0.0.1 bob')).toBe(0);
  });
  it('are forgotten after a quarter of an hour', async () => {
    const limits = new Limits();
    for (let i = 0; i < 5; i++) await limits.failed('10.0.0.1 alice');
    vi.advanceTimersByTime(900_000);
    await limits.failed('10.0.0.1 alice');
    expect(await waitOf(limits, '10.0.0.1 alice')).toBe(0);
  });
});

describe('a limit', () => {
  it('ends with its time, and counts the users assumed behind an address', async () => {
    const limits = new Limits({ peoplePerAddress: 3 });
    for (let i = 0; i < 6; i++) await limits.take('registerFromAddress', '10.0.0.1');
    await expect(limits.take('registerFromAddress', '10.0.0.1')).rejects.toMatchObject({
      retryAfterS: 3_600,
    });
    vi.advanceTimersByTime(3_600_000);
    await limits.take('registerFromAddress', '10.0.0.1');
  });
  it('of several takes nothing when one of them is over', async () => {
    const limits = new Limits();
    await limits.take('codeAgain', 'a b');
    const both = [['codesOfRequester', 'a b'] as const, ['codeAgain', 'a b'] as const];
    for (let i = 0; i < 10; i++) await expect(limits.takeAll(both)).rejects.toThrow('tooManyRequests');
    expect(await limits.isOver('codesOfRequester', 'a b')).toBe(false);
  });
});
