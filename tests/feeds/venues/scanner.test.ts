import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDecimal } from '../../../feeds/venues/fields.ts';
import { Scanner } from '../../../feeds/venues/scanner.ts';

/** Text that JSON writes without an escape, of one to four bytes a letter. */
const name = fc.string({
  unit: fc.constantFrom('A', '9', '~', '\u007f', 'ü', '币', '𝔸', '\ud800'),
  maxLength: 12,
});

describe('a scanner', () => {
  it('reads names of any letters, and what stands behind them', () => {
    fc.assert(
      fc.property(name, name, fc.nat(999_999), (first, second, whole) => {
        const filler = 'x'.repeat(300);
        const scanner = new Scanner(
          `{"x":"${filler}","a":"${first}","b":"0${whole}.50","c":"${second}","d":${whole}}`,
        );
        expect(scanner.skip('{"x":').name()).toBe(filler);
        expect(scanner.skip(',"a":').name()).toBe(first);
        expect(scanner.skip(',"b":').decimal()).toBe(`${whole}.5`);
        expect(scanner.skip(',"c":').name()).toBe(second);
        expect(scanner.skip(',"d":').whole()).toBe(whole);
        expect(scanner.skip('}').isWhole).toBe(true);
      }),
      { examples: [['币安', 'x', 1]] },
    );
  });
  it('reads decimals as they are read from JSON, or not at all', () => {
    const text = fc.string({ unit: fc.constantFrom('0', '0', '1', '9', '.', '-', 'e'), maxLength: 70 });
    fc.assert(
      fc.property(text, (decimal) => {
        const scanner = new Scanner(`"${decimal}"`);
        const read = scanner.decimal();
        expect(scanner.isWhole ? read : undefined).toBe(plainDecimal(decimal));
      }),
      { numRuns: 5_000 },
    );
  });
  it('knows whether a decimal was the venue’s own text', () => {
    const read = (text: string) => {
      const scanner = new Scanner(text);
      scanner.decimal();
      return scanner.hasTrimmed;
    };
    expect([read('"0.5"'), read('"10"'), read('"0.50"'), read('"01"')]).toEqual([false, false, true, true]);
  });
  it.each([
    ['digits beyond float64', '1234567890123456'],
    ['a leading zero', '01'],
    ['nothing', ''],
    ['a second sign', '--1'],
  ])('reads no whole number of %s', (_, text) => {
    const scanner = new Scanner(text);
    scanner.signed();
    expect(scanner.isWhole).toBe(false);
  });
  it('takes long texts, but none without bounds, and reads on after one', () => {
    const long = (length: number) => new Scanner(`"${'x'.repeat(length)}"`);
    for (const length of [20_000, 400_000, 1_048_574]) expect(long(length).name()).toHaveLength(length);
    const beyond = long(1_048_575);
    expect([beyond.name(), beyond.isWhole]).toEqual(['', false]);
    expect(new Scanner('"1.5"').decimal()).toBe('1.5');
  });
  it('leaves a text of foreign letters alone', () => {
    const scanner = new Scanner(`"${'币'.repeat(20_000)}"`);
    expect([scanner.name(), scanner.isWhole]).toEqual(['', false]);
  });
  it('reads decimals that do not keep their frame in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const FRAMES = 40;
    const filler = 'x'.repeat(500_000);
    const kept: string[] = [];
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < FRAMES; i++) {
      const scanner = new Scanner(`"123456789${i}.123456789","${filler}${i}"`);
      kept.push(scanner.decimal());
    }
    collect();
    expect(kept[7]).toBe('1234567897.123456789');
    // All frames would be 20 million characters.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  });
});
