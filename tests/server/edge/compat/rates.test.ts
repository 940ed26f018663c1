import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../server/edge/compat/protocol/apiError.ts';
import { CompatRates } from '../../../../server/edge/compat/protocol/rates.ts';

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
    const rates = new CompatRates({ now: () => now, peoplePerAddress: 1, factor: 1 });
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

  it('counts weight by who asks, and an address for all the people behind it', () => {
    const rates = new CompatRates({ now: () => 30_000, peoplePerAddress: 2, factor: 1 });
    expect(rates.takeWeight('key 1', 6_000, false)['x-mbx-used-weight-1m']).toBe('6000');
    expect(refused(() => rates.takeWeight('key 1', 1, false))).toMatchObject({
      code: -1003,
      status: 429,
      retryAfterS: 30,
    });
    expect(() => rates.takeWeight('10.0.0.1', 12_000, true)).not.toThrow();
  });
});
