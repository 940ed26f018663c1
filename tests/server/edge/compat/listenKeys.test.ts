import { expect, it } from 'vitest';
import type { ApiKey } from '../../../../server/books/users/apiKeys.ts';
import { ApiError } from '../../../../server/edge/compat/protocol/apiError.ts';
import { ListenKeys } from '../../../../server/edge/compat/streams/listenKeys.ts';

const HOUR = 3_600_000;
const keyOf = (apiKey: string): ApiKey => ({ id: 1, userId: 7, apiKey }) as ApiKey;
const [one, other] = [keyOf('one'), keyOf('other')];

function opened() {
  const at = { now: 0 };
  const listening = new ListenKeys({ find: async () => one } as never, () => at.now);
  return { at, listening };
}

it('are one of each key and kind, and end an hour after they were kept alive last', async () => {
  const { at, listening } = opened();
  const { listenKey } = listening.begin(one, 'spot');
  expect(listening.begin(one, 'spot')).toEqual({ listenKey });
  const names = [listening.begin(one, 'futures'), listening.begin(other, 'spot')].map(
    (each) => each.listenKey,
  );
  expect(new Set([listenKey, ...names]).size).toBe(3);
  at.now = HOUR - 1;
  expect(listening.keep(one, 'spot', undefined)).toEqual({ listenKey });
  at.now = HOUR;
  // The one that was kept alive lives on, the others have ended.
  expect(await listening.userOf(listenKey)).toMatchObject({ userId: 7, kind: 'spot' });
  for (const name of names) expect(await listening.userOf(name)).toBeUndefined();
  at.now = 2 * HOUR - 2;
  expect(await listening.userOf(listenKey)).toBeDefined();
  at.now = 2 * HOUR - 1;
  expect(await listening.userOf(listenKey)).toBeUndefined();
});

it.each([
  ['that has ended', HOUR, one, 'spot', undefined],
  ['of another key', 0, other, 'spot', undefined],
  ['of another kind', 0, one, 'futures', undefined],
  ['of another name', 0, one, 'spot', 'x'],
] as const)('are kept alive and ended by their own alone: not one %s', async (_, now, key, kind, name) => {
  const { at, listening } = opened();
  const { listenKey } = listening.begin(one, 'spot');
  at.now = now;
  expect(() => listening.keep(key, kind, name)).toThrow(ApiError);
  expect(() => listening.end(key, kind, name)).toThrow(ApiError);
  if (now === 0) listening.end(one, 'spot', listenKey);
  expect(listening.begin(one, 'spot').listenKey).not.toBe(listenKey);
});
