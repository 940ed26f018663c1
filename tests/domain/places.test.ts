import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Decimal } from 'decimal.js';
import { expect, it } from 'vitest';
import { fewerPlaces } from '../../build/places.ts';

const source = readFileSync(fileURLToPath(import.meta.resolve('decimal.js')), 'utf8');

it('counts in a browser, where decimal.js has fewer places, what it counts here', async () => {
  const short = fewerPlaces(source);
  expect(source.length - short.length).toBeGreaterThan(1_700);
  const url = `data:text/javascript,${encodeURIComponent(short)}`;
  const { Decimal: Short }: { Decimal: typeof Decimal } = await import(/* @vite-ignore */ url);
  const own = Decimal.clone({ precision: 64 });
  const other = Short.clone({ precision: 64 });
  for (const D of [own, other]) expect(new D(10).pow(-18).toFixed()).toBe('0.000000000000000001');
  for (const text of ['2', '0.00000123', '98765432109876543210.123456789'])
    for (const count of [
      (D: typeof Decimal) => new D(text).sqrt(),
      (D: typeof Decimal) => new D(text).div('7.3'),
      (D: typeof Decimal) => new D(text).times(text).toDecimalPlaces(8, D.ROUND_DOWN),
    ])
      expect(count(other).toFixed()).toBe(count(own).toFixed());
  // More places than are left are refused, not made up.
  expect(() => Short.clone({ precision: 200 }).log10('7')).toThrow();
});
