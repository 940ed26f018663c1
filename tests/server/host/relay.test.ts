import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { API_BASE, calls } from '../../../domain/contract/index.ts';
import { readErrorWords } from '../../../server/host/files/words.ts';
import type { RelayDeps } from '../../../server/host/gateway/relay.ts';
import { createRelay } from '../../../server/host/gateway/relay.ts';

it('takes a caller that hangs up in the middle of a body for no failure of its own', async () => {
  const ask = vi.fn<RelayDeps['requester']['ask']>();
  const failed = vi.fn();
  const app = new Hono();
  const relay = createRelay({
    requester: { ask, waiting: 0 } as unknown as RelayDeps['requester'],
    engine: { isHere: true },
    words: await readErrorWords(process.cwd()),
    addressOf: () => '10.0.0.7',
    shedding: { enter: () => () => undefined },
    log: failed,
  });
  app.all('*', relay);
  app.onError((error, c) => {
    failed(error);
    return c.text('', 500);
  });
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{"name":')),
    pull: (stream) => stream.error(new Error('aborted')),
  });
  const path = API_BASE + calls['account.login'].path;
  const answer = await app.request(path, { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'requestInvalid' });
  expect(failed).not.toHaveBeenCalled();
  expect(ask).not.toHaveBeenCalled();
});

it('holds a few files of one network at a time, and so always has room for those of others', async () => {
  const answer = { data: { status: 200, headers: [] }, body: new Uint8Array() };
  const app = new Hono();
  const relay = createRelay({
    requester: { ask: async () => answer, waiting: 0 } as unknown as RelayDeps['requester'],
    engine: { isHere: true },
    words: await readErrorWords(process.cwd()),
    addressOf: (c) => c.req.header('from') ?? '',
    shedding: { enter: () => () => undefined },
    log: () => undefined,
  });
  app.all('*', relay);
  const path = API_BASE + calls['identity.photo'].path;
  const send = (from: string, body: BodyInit) =>
    app.request(path, { method: 'POST', headers: { from }, body, duplex: 'half' } as RequestInit, {
      incoming: { url: path },
    });
  const ends: (() => void)[] = [];
  const never = () => new ReadableStream({ start: (stream) => void ends.push(() => stream.close()) });
  const held = Array.from({ length: 20 }, () => send('10.0.0.7', never()));
  expect((await send('10.0.0.7', 'a picture')).status).toBe(429);
  expect((await send('10.0.0.8', 'a picture')).status).toBe(200);
  for (const end of ends) end();
  await Promise.all(held);
  expect((await send('10.0.0.7', 'a picture')).status).toBe(200);
});
