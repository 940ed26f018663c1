import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../../../../server/books/users/apiKeys.ts';
import { ApiError } from '../../../../server/edge/compat/protocol/apiError.ts';
import type { DispatchDeps } from '../../../../server/edge/compat/protocol/dispatch.ts';
import { dispatch } from '../../../../server/edge/compat/protocol/dispatch.ts';
import { EarlyRefusals } from '../../../../server/edge/compat/protocol/early.ts';
import type { Endpoint } from '../../../../server/edge/compat/protocol/endpoint.ts';
import { open } from '../../../../server/edge/compat/protocol/endpoint.ts';
import { CompatRates } from '../../../../server/edge/compat/protocol/rates.ts';
import { Replays } from '../../../../server/edge/compat/protocol/replays.ts';

const refused = (work: () => unknown): ApiError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('nothing was refused');
};

describe('CompatRates', () => {
  it('serves twenty orders a second for a minute, and tells two hundred to wait', () => {
    let now = 1_700_000_000_000 - (1_700_000_000_000 % 60_000);
    const rates = new CompatRates({ now: () => now, usersPerAddress: 1, factor: 1 });
    let used: Readonly<Record<string, string>> = {};
    for (let i = 0; i < 20 * 60; i++) {
      used = rates.takeOrders('spot 1', 1);
      now += 50;
    }
    expect(used['x-mbx-order-count-1m']).toBe('1200');
    for (let i = 0; i < 300; i++) rates.takeOrders('spot 1', 1);
    now += 4_000;
    const refusal = refused(() => rates.takeOrders('spot 1', 1));
    expect(refusal).toMatchObject({ code: -1015, status: 429, retryAfterS: 6 });
    expect(refused(() => rates.refuseSpent('spot 1'))).toMatchObject({ code: -1015, status: 429 });
    expect(() => rates.refuseSpent('spot 2')).not.toThrow();
    // Others have a count of their own, and the next span a new one.
    expect(rates.takeOrders('spot 2', 1)['x-mbx-order-count-10s']).toBe('1');
    now += 6_000;
    expect(rates.takeOrders('spot 1', 1)['x-mbx-order-count-10s']).toBe('1');
  });

  it('counts weight by who asks, and an address for all the users behind it', () => {
    const rates = new CompatRates({ now: () => 30_000, usersPerAddress: 2, factor: 1 });
    expect(rates.takeWeight('key 1', 6_000, false)['x-mbx-used-weight-1m']).toBe('6000');
    expect(refused(() => rates.takeWeight('key 1', 1, false))).toMatchObject({
      code: -1003,
      status: 429,
      retryAfterS: 30,
    });
    expect(() => rates.takeWeight('10.0.0.1', 12_000, true)).not.toThrow();
  });
});

describe('EarlyRefusals', () => {
  const NOW = 1_700_000_000_000;
  const now = () => NOW;
  const order: Endpoint = {
    security: 'signed',
    right: 'spot',
    weight: 1,
    orders: () => 1,
    answer: async () => 1,
  };
  const read: Endpoint = { security: 'signed', weight: 100, answer: async () => 2 };
  /** A dispatcher with one key, and how often its key was looked up and its signature computed. */
  const opened = () => {
    const rates = new CompatRates({ now, usersPerAddress: 1, factor: 1 });
    const full = new Set<'spot' | 'futures'>();
    const early = new EarlyRefusals(rates, (right) => full.has(right));
    const work = { found: 0, verified: 0 };
    const key: ApiKey = {
      ...{ id: 7, userId: 1, apiKey: 'known', spot: true, futures: true, addresses: [] },
      verify: async (_, signature) => {
        work.verified += 1;
        return signature === 'good';
      },
    };
    const keys = {
      find: async (name: string) => {
        work.found += 1;
        return name === 'known' ? key : undefined;
      },
      used: async () => undefined,
    };
    const deps = { keys, rates, early, replays: new Replays(now), clock: { now }, log: () => undefined };
    const ask = async (endpoint: Endpoint, apiKey = 'known', signature = 'good') => {
      const query = `timestamp=${NOW}&newClientOrderId=a&signature=${signature}`;
      const raw = { query, body: '', apiKey, address: '10.0.0.1' };
      const { status, body, headers } = await dispatch(deps as unknown as DispatchDeps, endpoint, {}, raw);
      return [status, (body as { code?: number }).code ?? body, headers['retry-after']];
    };
    return { ask, early, full, work };
  };

  it('sends a key that has used its orders up away without a look at it, and at the door too', async () => {
    const { ask, early, work } = opened();
    for (let i = 0; i < 300; i++) expect((await ask(order))[0]).toBe(200);
    expect(early.atDoor(order, 'known')).toBeUndefined();
    expect(await ask(order)).toEqual([429, -1015, '10']);
    const before = { ...work };
    expect(await ask(order)).toEqual([429, -1015, '10']);
    expect(work).toEqual(before);
    expect(early.atDoor(order, 'known')).toMatchObject({ code: -1015, status: 429, retryAfterS: 10 });
    // What is no order is served, and so is who is not known.
    expect((await ask(read))[0]).toBe(200);
    expect(early.atDoor(read, 'known')).toBeUndefined();
    expect(early.atDoor(order, 'other')).toBeUndefined();
    expect(early.atDoor(order, undefined)).toBeUndefined();
  });

  it('sends an order away at the door that would wait too long, whoever asks, and nothing else', () => {
    const { early, full } = opened();
    full.add('futures');
    expect(early.atDoor(order, 'known')).toBeUndefined();
    full.add('spot');
    for (const key of ['known', 'other', undefined])
      expect(early.atDoor(order, key)).toMatchObject({ code: -1008, status: 503, retryAfterS: 1 });
    expect(early.atDoor(read, 'known')).toBeUndefined();
  });

  it('does the same with a key that has used its weight up, but for what needs no key', async () => {
    const { ask, early, work } = opened();
    for (let i = 0; i < 61; i++) await ask(read);
    const before = { ...work };
    expect(await ask(read)).toEqual([429, -1003, '40']);
    expect(await ask(order)).toEqual([429, -1003, '40']);
    expect(work).toEqual(before);
    expect(early.atDoor(order, 'known')).toMatchObject({ code: -1003 });
    expect(
      early.atDoor(
        open(1, () => 1),
        'known',
      ),
    ).toBeUndefined();
  });

  it('lets an address pay for names and signatures that are none, and not the key that is good from there', async () => {
    const { ask, work } = opened();
    expect((await ask(order))[0]).toBe(200);
    for (let i = 0; i < 60; i++) expect((await ask(read, 'known', 'bad'))[1]).toBe(-1022);
    expect((await ask(read, 'nobody'))[1]).toBe(-1003);
    const before = { ...work };
    expect((await ask(read, 'nobody'))[1]).toBe(-1003);
    expect(work).toEqual(before);
    expect((await ask(order))[0]).toBe(200);
  });
});
