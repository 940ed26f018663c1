import { expect, it } from 'vitest';
import { fiatCurrencies } from '../../../../domain/index.ts';
import { fixedRates, LiveRates, noRates } from '../../../../server/products/wallet/withdrawals/fiatRates.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

function open() {
  const clock = new FakeClock();
  const logged: unknown[] = [];
  let answer: unknown = { rates: { EUR: 0.86, JPY: '150.25' } };
  const ask = async (): Promise<unknown> => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const rates = new LiveRates({ clock, ask, log: (_, detail) => void logged.push(detail) });
  return {
    clock,
    rates,
    logged,
    says: (next: unknown) => {
      answer = next;
    },
  };
}

it('gives the rates that it has heard, and only currencies that are paid in', async () => {
  const x = open();
  expect(x.rates.rateOf('EUR')).toBeUndefined();
  await x.rates.check();
  expect(['EUR', 'JPY', 'USD', 'TRY'].map((each) => x.rates.rateOf(each as 'EUR'))).toEqual([
    '0.86',
    '150.25',
    '1',
    undefined,
  ]);
  x.rates.close();
  expect(x.clock.pending).toBe(0);
});

it.each([
  [new Error('no network')],
  [null],
  ['nonsense'],
  [{}],
  [{ rates: [] }],
  // Rates of another currency look like ours.
  [{ rates: { USD: 1.16, GBP: 0.87 } }],
  [{ base: 'EUR', rates: { GBP: 0.87, CHF: 0.93 } }],
  [{ base: 'EUR', rates: { USD: 1, GBP: 0.87 } }],
  [{ rates: { EUR: '-1', JPY: 'NaN', CNY: '1e999', TRY: 0, KRW: true, GBP: ' 1' } }],
])('keeps what it has when the answer is %j', async (bad) => {
  const x = open();
  await x.rates.check();
  x.says(bad);
  await x.rates.check();
  expect(x.rates.rateOf('EUR')).toBe('0.86');
  expect(x.logged).toHaveLength(1);
});

it.each([[{ base: 'USD', rates: { USD: '1.00', EUR: 0.9 } }], [{ rates: { USD: 1, EUR: '0.90', GBP: -1 } }]])(
  'takes %j, whose rates are a dollar’s',
  async (answer) => {
    const x = open();
    x.says(answer);
    await x.rates.check();
    expect(['EUR', 'USD', 'GBP'].map((each) => x.rates.rateOf(each as 'EUR'))).toEqual([
      '0.9',
      '1',
      undefined,
    ]);
    expect(x.logged).toEqual([]);
  },
);

it('gives none that has grown old, and asks again every minute', async () => {
  const x = open();
  await x.rates.check();
  x.says(new Error('no network'));
  await x.clock.advance(15 * 60_000);
  expect(x.rates.rateOf('EUR')).toBe('0.86');
  await x.clock.advance(1_000);
  expect(x.rates.rateOf('EUR')).toBeUndefined();
  x.says({ rates: { EUR: '0.9' } });
  await x.clock.advance(60_000);
  expect(x.rates.rateOf('EUR')).toBe('0.9');
});

it('gives none of a clock that was set back', async () => {
  const x = open();
  await x.rates.check();
  x.says(new Error('no network'));
  x.clock.jump(-24 * 3_600_000, 0);
  expect(x.rates.rateOf('EUR')).toBeUndefined();
  await x.clock.advance(24 * 3_600_000);
  expect(x.rates.rateOf('EUR')).toBeUndefined();
});

it('has a fixed rate of every currency for practice, and none without a source', () => {
  for (const currency of fiatCurrencies) {
    expect(fixedRates.rateOf(currency)).toMatch(/^\d+(\.\d+)?$/);
    expect(noRates.rateOf(currency)).toBeUndefined();
  }
});
