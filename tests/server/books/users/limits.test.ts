import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Limits, TooManyError } from '../../../../server/books/users/limits.ts';
import { holds } from '../../../support/holds.ts';

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
    const limits = new Limits({ usersPerAddress: 3 });
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

/** How many of these tries are let, one after the other. */
async function letIn(
  limits: Limits,
  name: 'secretOfUser' | 'keysOfUser' | 'testDeposits',
  keys: readonly string[],
) {
  let count = 0;
  for (const key of keys) if (!(await limits.isOver(name, key))) count += 1;
  return count;
}

describe('limits of one user', () => {
  it('are counted apart from those of another user, and from other limits', async () => {
    const limits = new Limits();
    expect(
      await letIn(
        limits,
        'secretOfUser',
        Array.from({ length: 15 }, () => 'totp 7'),
      ),
    ).toBe(10);
    expect(await letIn(limits, 'secretOfUser', ['totp 8', 'password 7', 'totp 77'])).toBe(3);
    expect(await letIn(limits, 'testDeposits', ['totp 7'])).toBe(1);
  });

  it('are taken by several tries at once; a call of too many is refused and uses them up', async () => {
    const limits = new Limits();
    await limits.take('keysOfUser', 'user 1', 599);
    await expect(limits.take('keysOfUser', 'user 2', 601)).rejects.toThrow(TooManyError);
    expect(await limits.isOver('keysOfUser', 'user 2')).toBe(true);
    await limits.take('keysOfUser', 'user 1', 1);
    await expect(limits.take('keysOfUser', 'user 1', 1)).rejects.toMatchObject({ retryAfterS: 3_600 });
  });

  it('let no more through in any of their windows, whatever the pauses', async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 20, maxLength: 60 });
    await holds(
      fc.asyncProperty(pauses, async (seconds) => {
        const limits = new Limits();
        let [beganAt, inWindow] = [Number.NEGATIVE_INFINITY, 0];
        for (const each of seconds) {
          vi.advanceTimersByTime(each * 1_000);
          if (Date.now() - beganAt >= 900_000) [beganAt, inWindow] = [Date.now(), 0];
          inWindow += 1;
          expect(await limits.isOver('secretOfUser', 'totp 7')).toBe(inWindow > 10);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('limits of an address', () => {
  it('are those of its network: an IPv6 caller has one, not 2^64', async () => {
    const limits = new Limits();
    await limits.take('registerFromAddress', '2001:db8:1:2::1');
    await limits.take('registerFromAddress', '2001:db8:1:2:ffff:ffff:ffff:ffff');
    expect(await limits.isOver('registerFromAddress', '2001:0db8:1:2::9')).toBe(true);
    expect(await limits.isOver('registerFromAddress', '2001:db8:1:3::1')).toBe(false);
    await limits.take('registerFromAddress', '::ffff:10.0.0.1');
    await limits.take('registerFromAddress', '10.0.0.1');
    expect(await limits.isOver('registerFromAddress', '10.0.0.1')).toBe(true);
  });

  it('grow with the users assumed behind it, and those of a user do not', async () => {
    const limits = new Limits({ usersPerAddress: 5 });
    await limits.take('registerFromAddress', '10.0.0.1', 10);
    expect(await limits.isOver('registerFromAddress', '10.0.0.1')).toBe(true);
    await limits.take('secretOfUser', 'totp 7', 10);
    expect(await limits.isOver('secretOfUser', 'totp 7')).toBe(true);
  });

  it('of wrong passwords is its network’s too, and waits nowhere where limits are widened for tests', async () => {
    const limits = new Limits();
    for (let i = 0; i < 3; i++) await limits.failed(`2001:db8::${i} alice`);
    expect(await waitOf(limits, '2001:db8::9 alice')).toBe(1);
    const wide = new Limits({ factor: 100 });
    for (let i = 0; i < 30; i++) await wide.failed('10.0.0.1 alice');
    expect(await waitOf(wide, '10.0.0.1 alice')).toBe(0);
    await wide.take('secretOfUser', 'totp 7', 1_000);
    expect(await wide.isOver('secretOfUser', 'totp 7')).toBe(true);
  });
});

describe('what was taken of several limits', () => {
  const both = [['codeAgain', 'a'] as const, ['codesOfRequester', 'a'] as const];
  it('is given back when nothing came of it, once', async () => {
    const limits = new Limits();
    for (let i = 0; i < 20; i++) await (await limits.takeAll(both))();
    await limits.takeAll(both);
    await expect(limits.takeAll(both)).rejects.toMatchObject({ retryAfterS: 60 });
  });

  it('is free again when its time has ended, in each by its own', async () => {
    const limits = new Limits();
    for (let i = 0; i < 6; i++) {
      await limits.takeAll(both);
      vi.advanceTimersByTime(60_000);
    }
    await expect(limits.takeAll(both)).rejects.toMatchObject({ retryAfterS: 3_600 - 360 });
  });
});
