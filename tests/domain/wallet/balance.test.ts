import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Balance } from '../../../domain/index.ts';
import {
  available,
  CHANGE_HOLD_MS,
  D,
  fitsScale,
  restsWithdrawals,
  securityMeasures,
  securityScore,
  sumsOf,
  totalWorth,
} from '../../../domain/index.ts';

/** Units of the eighth decimal place. */
const booked = (units: number) => new D(units).div('1e8').toFixed();
const balances = array(
  record({
    account: constantFrom('spot', 'futures', 'escrow'),
    asset: constantFrom('USDT', 'BTC', 'ETH'),
    posted: integer({ min: 0, max: 1_000_000_000 }),
    share: integer({ min: 0, max: 100 }),
  }).map(
    ({ account, asset, posted, share }): Balance => ({
      account,
      asset,
      posted: booked(posted),
      held: booked(Math.floor((posted * share) / 100)),
      version: 1,
    }),
  ),
  { maxLength: 8 },
);
const sum = (texts: readonly string[]) => texts.reduce((all, text) => all.plus(text), new D(0)).toFixed();

describe('sums of balances', () => {
  it('have every unit once: total is what is booked, free and frozen are the whole of it', () => {
    assert(
      property(balances, (rows) => {
        const sums = sumsOf(rows, () => '1');
        expect(new Set(sums.map(({ asset }) => asset)).size).toBe(sums.length);
        for (const { asset, total, available: free, frozen } of sums) {
          const own = rows.filter((row) => row.asset === asset);
          expect(total).toBe(sum(own.map(({ posted }) => posted)));
          expect(free).toBe(sum(own.map(available)));
          expect(sum([free, frozen])).toBe(total);
        }
        expect(totalWorth(sums)).toEqual({ total: sum(rows.map(({ posted }) => posted)), isWhole: true });
      }),
    );
  });
  it('are worth no more than there is, by less than the last place', () => {
    assert(
      property(balances, integer({ min: 1, max: 999_999 }), (rows, cents) => {
        const price = new D(cents).div(997).toFixed(12);
        for (const { total, worth } of sumsOf(rows, () => price)) {
          const off = new D(total).times(price).minus(worth ?? 0);
          expect(off.gte(0) && off.lt('1e-8')).toBe(true);
        }
      }),
    );
  });
  it('say when something owned has no price, and leave it out of the whole', () => {
    const row = { account: 'spot', held: '0', version: 1 } as const;
    const sums = sumsOf(
      [
        { ...row, asset: 'USDT', posted: '5' },
        { ...row, asset: 'ABC', posted: '7' },
      ],
      (asset) => (asset === 'USDT' ? '1' : undefined),
    );
    expect(sums.map(({ worth }) => worth)).toEqual(['5', undefined]);
    expect(totalWorth(sums)).toEqual({ total: '5', isWhole: false });
  });
});

it.each([
  ['1', true],
  ['0.00000001', true],
  ['0.000000001', false],
  ['1.100000000', true],
  ['1.123456789', false],
])('%s can be booked: %s', (amount, fits) => expect(fitsScale(amount)).toBe(fits));

describe('the security of an account', () => {
  const done = record({
    email: boolean(),
    fundPassword: boolean(),
    totp: boolean(),
    phone: boolean(),
    antiPhishing: boolean(),
  });
  it('rises with each measure, and names the best one that is missing', () => {
    assert(
      property(done, constantFrom(...securityMeasures), (set, measure) => {
        const [without, having] = [false, true].map((is) => securityScore({ ...set, [measure]: is }));
        expect(having?.points).toBeGreaterThan(without?.points ?? 0);
        const { points, level, next } = securityScore(set);
        expect(level).toBe(points >= 80 ? 'high' : points >= 50 ? 'medium' : 'low');
        expect(next).toBe(securityMeasures.find((each) => !set[each]));
      }),
    );
  });
  it('goes from 10 points with a password alone to 100', () => {
    const all = (is: boolean) =>
      securityScore({ email: is, fundPassword: is, totp: is, phone: is, antiPhishing: is });
    expect(all(false)).toEqual({ points: 10, level: 'low', next: 'email' });
    expect(all(true)).toEqual({ points: 100, level: 'high', next: undefined });
  });
  it.each([
    ['password', {}, true],
    ['totpOff', {}, true],
    ['totpOn', {}, false],
    ['email', {}, true],
    ['phone', { hasPhone: false }, false],
    ['phone', { hasPhone: true }, true],
    ['fundPassword', { hasFundPassword: true }, true],
    ['fundPassword', { age: CHANGE_HOLD_MS - 1 }, false],
    ['fundPassword', { age: CHANGE_HOLD_MS }, true],
  ] as const)('rests withdrawals after a change of %s with %j: %s', (change, own, rests) => {
    const {
      hasPhone = false,
      hasFundPassword = false,
      age = 0,
    } = own as { hasPhone?: boolean; hasFundPassword?: boolean; age?: number };
    expect(restsWithdrawals(change, { hasPhone, hasFundPassword, createdAt: 1_000 }, 1_000 + age)).toBe(
      rests,
    );
  });
});
