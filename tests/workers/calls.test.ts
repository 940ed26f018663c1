import { describe, expect, it } from 'vitest';
import { CALL_TIMEOUT_MS } from '../../domain/contract/index.ts';
import { createCaller } from '../../workers/session/calls.ts';
import { createTransport } from '../../workers/session/transport.ts';
import { FakeClock } from '../support/fakeClock.ts';

/** An exchange that takes requests and never answers; like a browser's, a request ends only when it is aborted. */
function silentExchange() {
  const open = new Set<string>();
  const send: typeof fetch = (path, init) =>
    new Promise((_, reject) => {
      open.add(String(path));
      init?.signal?.addEventListener('abort', () => {
        open.delete(String(path));
        reject(init.signal?.reason);
      });
    });
  return { open, send };
}

describe('a call without an answer', () => {
  it('leaves no request open once its time is out', async () => {
    const clock = new FakeClock();
    const { open, send } = silentExchange();
    const call = createCaller(createTransport(send), clock, { language: () => 'de', token: () => 'token' });
    for (const _ of ['first', 'retry']) {
      const result = call('common.loadWapConfig', {});
      await clock.advance(CALL_TIMEOUT_MS - 1);
      expect(open.size).toBe(1);
      await clock.advance(1);
      expect(await result).toMatchObject({ ok: false, error: { code: 'timedOut' } });
      expect(open.size).toBe(0);
    }
  });
});
