import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PriceTape } from '../../workers/flight/priceTape.ts';

const id = fc.constantFrom(
  'A-USDT',
  'B-USDT',
  'BTC-USDT-PERP',
  'x1',
  ...Array.from({ length: 60 }, (_, i) => `M${i}`),
);
const price = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 70n }).map(String),
  fc.tuple(fc.nat(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom('0', '0.00000001', '64000.12', '64000.13', '-1.5'),
);
const moments = fc.array(fc.dictionary(id, price, { maxKeys: 8 }), { maxLength: 30 });
const rowsOf = (prices: Readonly<Record<string, string>>) =>
  Object.entries(prices).map(([own, last]) => ({ id: own, last }));

describe('kept prices', () => {
  it('are read as they came, and begin with the newest of what was dropped', () => {
    fc.assert(
      fc.property(moments, fc.nat(30), (given, dropped) => {
        const kept = new PriceTape();
        const texts = given.map((prices) => kept.add(new Map(Object.entries(prices))));
        const from = Math.min(dropped, texts.length);
        for (const text of texts.slice(0, from)) kept.drop(text);
        const [before, ...read] = [...kept.read(texts.slice(from))];
        const stood = Object.assign({}, ...given.slice(0, from)) as Record<string, string>;
        expect(new Map(before?.rows.map((row) => [row.id, row.last]))).toEqual(
          new Map(Object.entries(stood)),
        );
        expect(read.map(({ rows }) => rows)).toEqual(given.map(rowsOf).slice(from));
      }),
    );
  });
  it('take a fifth of their JSON where prices move a little', () => {
    const kept = new PriceTape();
    let [short, long] = [0, 0];
    for (let moment = 0; moment < 50; moment++) {
      const prices = Array.from(
        { length: 200 },
        (_, i) => [`COIN${i}-USDT`, `${64_000 + i}.${10 + moment}`] as const,
      );
      const text = kept.add(new Map(prices));
      if (moment > 0) short += text.length;
      if (moment > 0) long += JSON.stringify(prices.map(([own, last]) => ({ id: own, last }))).length;
    }
    expect(short).toBeLessThan(long / 5);
  });
});
