import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usualFees, usualLimits } from '../../../../domain/index.ts';
import type { TermsKind } from '../../../../server/books/venue/termsForm.ts';
import { readTerms, termsForms, termsKinds } from '../../../../server/books/venue/termsForm.ts';

const fees = (taker: unknown) => ({
  spot: { maker: '0.001', taker },
  perpetual: { maker: '0', taker: '0.0005' },
});
const limits = (withdrawal: unknown) => ({ withdrawal, card: ['0', '1', '2'] });
/** What is wrong with something of a kind; undefined when it is well. */
const wrongIn = (kind: TermsKind, value: unknown): string | undefined => {
  const read = readTerms(kind, value);
  return 'wrong' in read ? read.wrong : undefined;
};

describe('what a venue charges', () => {
  it('is read as it is written, from nothing to one per cent', () => {
    expect(readTerms('fees', usualFees)).toEqual({ terms: usualFees });
    for (const taker of ['0', '0.01', '0.000001', '0.010000'])
      expect(wrongIn('fees', fees(taker))).toBeUndefined();
  });

  it.each([
    ['0.010001', '"spot.taker" must be at most 0.01, one per cent'],
    ['1', '"spot.taker" must be at most 0.01, one per cent'],
    ['0.0000001', '"spot.taker" must have at most 6 decimal places'],
    ['-0.001', '"spot.taker" must be an amount in plain digits, like "0.001"'],
    ['1e-3', '"spot.taker" must be an amount in plain digits, like "0.001"'],
    ['', '"spot.taker" must be an amount in plain digits, like "0.001"'],
    [' 0.001', '"spot.taker" must be an amount in plain digits, like "0.001"'],
    ['NaN', '"spot.taker" must be an amount in plain digits, like "0.001"'],
    [0.001, '"spot.taker" must be an amount as text, like "0.001"'],
    [null, '"spot.taker" must be an amount as text, like "0.001"'],
    [undefined, 'the field "spot.taker" is missing'],
  ])('is not %j, and says why', (taker, words) => {
    expect(wrongIn('fees', fees(taker))).toBe(words);
  });

  it('has every field, and no other', () => {
    expect(wrongIn('fees', { spot: usualFees.spot })).toBe('the field "perpetual" is missing');
    expect(wrongIn('fees', { ...usualFees, broker: '0' })).toBe('there is no field "broker"');
    expect(wrongIn('fees', { ...usualFees, spot: { ...usualFees.spot, rebate: '0' } })).toBe(
      'there is no field "spot.rebate"',
    );
    expect(wrongIn('fees', { ...usualFees, spot: '0.001' })).toBe('"spot" must be an object');
    const hostile = JSON.parse('{"__proto__": {"maker": "0"}, "spot": {}, "perpetual": {}}');
    expect(wrongIn('fees', hostile)).toBeDefined();
  });
});

describe('what a venue allows by level', () => {
  it('is three amounts that do not fall', () => {
    expect(readTerms('limits', usualLimits)).toEqual({ terms: usualLimits });
    expect(wrongIn('limits', limits(['5', '5.0', '5']))).toBeUndefined();
    // As numbers, not as texts: "9" is less than "10".
    expect(wrongIn('limits', limits(['9', '10', '200']))).toBeUndefined();
    for (const fallen of [
      ['2', '1', '3'],
      ['1', '3', '2'],
    ])
      expect(wrongIn('limits', limits(fallen))).toBe('"withdrawal" must not fall from level to level');
  });

  it.each([
    [['1', '2']],
    [['1', '2', '3', '4']],
    ['1'],
    [{ 0: '1', 1: '2', 2: '3' }],
    [['1', 2, '3']],
    [['1', 'x', '3']],
  ])('is not %j', (withdrawal) => {
    expect(wrongIn('limits', limits(withdrawal))).toMatch(/withdrawal/);
  });
});

describe('which markets a venue has', () => {
  it('is all of them, some alone, or all but some', () => {
    expect(readTerms('markets', {})).toEqual({ terms: { without: [] } });
    expect(readTerms('markets', { only: ['BTC-USDT'] })).toEqual({
      terms: { only: ['BTC-USDT'], without: [] },
    });
    expect(readTerms('markets', { without: ['1000PEPE-USDT-PERP'] })).toEqual({
      terms: { without: ['1000PEPE-USDT-PERP'] },
    });
  });

  it.each([
    [{ only: [] }, '"only" must name a market'],
    [{ only: 'BTC-USDT' }, '"only" must be a list of markets'],
    [{ without: ['BTC/USDT'] }, '"without.0" must be a market like BTC-USDT'],
    [{ without: ['BTC-USDT', ''] }, '"without.1" must be a market like BTC-USDT'],
    [{ without: ['X'.repeat(41)] }, '"without.0" must be a market like BTC-USDT'],
    [{ without: ['BTC-USDT\n'] }, '"without.0" must be a market like BTC-USDT'],
    [{ without: [7] }, '"without.0" must be a text'],
    [{ all: true }, 'there is no field "all"'],
  ])('is not %j, and says why', (value, words) => {
    expect(wrongIn('markets', value)).toBe(words);
  });
});

describe('whatever a file holds', () => {
  it('is read or refused in words that fit into a line, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...termsKinds), fc.oneof(fc.jsonValue(), fc.anything()), (kind, value) => {
        const wrong = wrongIn(kind, value);
        // An object without a field is all markets; nothing else that is random is anything.
        const isMarkets = kind === 'markets' && typeof value === 'object' && !Array.isArray(value);
        if (wrong === undefined) expect(isMarkets).toBe(true);
        else expect(wrong).toMatch(/^[^\n]+$/);
      }),
    );
    for (const kind of termsKinds)
      for (const value of [null, 7, 'text', undefined, []]) expect(wrongIn(kind, value)).toBeDefined();
  });

  it('that was read is read to the same again', () => {
    for (const [kind, value] of [
      ['fees', usualFees],
      ['limits', usualLimits],
      ['markets', { only: ['A-B'] }],
    ] as const) {
      const once = readTerms(kind, value);
      if ('wrong' in once) throw new Error(once.wrong);
      expect(readTerms(kind, JSON.parse(JSON.stringify(once.terms)))).toEqual(once);
    }
    expect(Object.keys(termsForms).toSorted()).toEqual([...termsKinds].toSorted());
  });
});
