import { expect, it } from 'vitest';
import { RuleError } from '../../../../domain/index.ts';
import { DatabaseAwayError } from '../../../../server/base/db/database.ts';
import type { ApiKey } from '../../../../server/books/users/apiKeys.ts';
import { TooManyError } from '../../../../server/books/users/limits.ts';
import type { DispatchDeps } from '../../../../server/edge/compat/protocol/dispatch.ts';
import { dispatch } from '../../../../server/edge/compat/protocol/dispatch.ts';
import { EarlyRefusals } from '../../../../server/edge/compat/protocol/early.ts';
import type { Endpoint } from '../../../../server/edge/compat/protocol/endpoint.ts';
import { CompatRates } from '../../../../server/edge/compat/protocol/rates.ts';
import { Replays } from '../../../../server/edge/compat/protocol/replays.ts';

const NOW = 1_700_000_000_000;

/** A program whose orders go out twice with the same text; @param answer is called for each that is let in. */
function opened(answer: () => Promise<unknown>) {
  let now = NOW;
  const rates = new CompatRates({ now: () => now, usersPerAddress: 1, factor: 1 });
  const key = { id: 7, userId: 1, apiKey: 'known', spot: true, futures: true, addresses: [] };
  const keys = {
    find: async (): Promise<ApiKey> => ({ ...key, verify: async () => true }),
    used: async () => undefined,
  };
  const early = new EarlyRefusals(rates, () => false);
  const deps = {
    ...{ keys, rates, early, replays: new Replays(() => now), clock: { now: () => now } },
    log: () => undefined,
  } as unknown as DispatchDeps;
  const order: Endpoint = { security: 'signed', right: 'spot', weight: 1, orders: () => 1, answer };
  const send = async (text: string) => {
    const query = `timestamp=${NOW}&recvWindow=60000&${text}&signature=good`;
    const raw = { query, body: '', apiKey: 'known', address: '10.0.0.1' };
    const { status, body } = await dispatch(deps, order, {}, raw);
    return [status, (body as { code?: number }).code];
  };
  const wait = (ms: number) => {
    now += ms;
  };
  return { send, wait };
}

const DUPLICATE = [400, -2010];

it.each([
  ['an exchange that has too much to do', new RuleError('unavailable'), 503],
  ['an order that nobody waited for', new RuleError('timedOut'), 503],
  ['a database that is away', new DatabaseAwayError('away'), 503],
  ['a limit of the product', new TooManyError(1), 429],
])('an order refused by %s may be sent again as it is', async (_, error, status) => {
  let isRefused = true;
  const { send } = opened(async () => {
    if (isRefused) throw error;
    return {};
  });
  expect((await send('symbol=A'))[0]).toBe(status);
  isRefused = false;
  expect((await send('symbol=A'))[0]).toBe(200);
  expect(await send('symbol=A')).toEqual(DUPLICATE);
});

it('an order beyond the limit of orders may be sent again as it is', async () => {
  const { send, wait } = opened(async () => ({}));
  for (let i = 0; i < 300; i++) await send(`symbol=A${i}`);
  expect(await send('symbol=B')).toEqual([429, -1015]);
  wait(10_000);
  expect((await send('symbol=B'))[0]).toBe(200);
  expect(await send('symbol=B')).toEqual(DUPLICATE);
});

it('an order that its rules refuse, or that is under way, is known when it comes again', async () => {
  const refused = opened(async () => {
    throw new RuleError('insufficientBalance');
  });
  await refused.send('symbol=A');
  expect(await refused.send('symbol=A')).toEqual(DUPLICATE);
  let end: (answer: unknown) => void = () => undefined;
  const running = opened(() => new Promise((resolve) => (end = resolve)));
  const first = running.send('symbol=A');
  expect(await running.send('symbol=A')).toEqual(DUPLICATE);
  end({});
  expect((await first)[0]).toBe(200);
});

it.each(['newClientOrderId', 'listClientOrderId', 'clientAlgoId'])(
  'what is named by %s is answered again',
  async (name) => {
    const { send } = opened(async () => ({}));
    expect((await send(`${name}=a`))[0]).toBe(200);
    expect((await send(`${name}=a`))[0]).toBe(200);
  },
);
