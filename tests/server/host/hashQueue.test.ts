import { describe, expect, it } from 'vitest';
import { createHashQueue } from '../../../server/host/device/hashQueue.ts';

/** A queue whose work ends when the test says so. */
function queueOf() {
  const queue = createHashQueue();
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (lane: 'login' | 'account', who: string) => {
    const ran = queue({ queue: lane, who }, () => {
      started.push(`${lane} ${who}`);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
    ran.catch(() => undefined);
    return ran;
  };
  const end = async () => {
    ends.shift()?.();
    // What waits begins in a later microtask.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { run, end, started };
}

describe('the queue of hashes', () => {
  it('lets a user who is logged in fill no more than a share, and logins go on', async () => {
    const { run, end, started } = queueOf();
    const own = Array.from({ length: 100 }, () => run('account', '7'));
    const login = run('login', '192.0.2.1');
    await expect(own[99]).rejects.toMatchObject({ code: 'tooManyRequests' });
    await end();
    expect(started).toEqual(['account 7', 'account 7', 'login 192.0.2.1']);
    for (let i = 0; i < 3; i++) await end();
    await login;
  });
  it('serves addresses in turn, however much one of them asks', async () => {
    const { run, end, started } = queueOf();
    for (let i = 0; i < 30; i++) run('login', 'a');
    run('login', 'b');
    run('account', '7');
    for (let i = 0; i < 4; i++) await end();
    expect(started.slice(2)).toEqual(['login a', 'account 7', 'login b', 'login a']);
  });
  it('refuses at once when all its places are taken', async () => {
    const { run } = queueOf();
    for (let i = 0; i < 62; i++) run('login', `address ${i}`);
    await expect(run('login', 'one more')).rejects.toMatchObject({ code: 'unavailable' });
    // Users who are logged in have places of their own.
    const batch = new Promise((resolve) => setImmediate(resolve, 'waits'));
    expect(await Promise.race([run('account', '7'), batch])).toBe('waits');
  });
});
