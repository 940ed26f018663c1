import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { D } from '../../../domain/index.ts';
import { parseJson, plainDecimal, readLevels, signedDecimal } from '../../../feeds/venues/fields.ts';

describe('a venue’s decimal', () => {
  it.each([
    ['61837.63000000', '61837.63'],
    ['100.00000000', '100'],
    ['0.00000000', '0'],
    ['0.00000637', '0.00000637'],
    ['100', '100'],
    ['007.50', '7.5'],
    ['00', '0'],
    ['5.0', '5'],
  ])('%s is %s', (text, plain) => {
    expect(plainDecimal(text)).toBe(plain);
  });
  it.each([
    '',
    '.',
    '.5',
    '5.',
    '1.2.3',
    '-1',
    '+1',
    '1e5',
    '0x1',
    ' 1',
    '1 ',
    '1,5',
    'NaN',
    '٣',
    '9'.repeat(31),
    `1.${'0'.repeat(31)}`,
  ])('%j is none', (text) => {
    expect(plainDecimal(text)).toBeUndefined();
  });
  it.each([1, null, undefined, {}, ['1'], true])('%j is none, being no text', (value) => {
    expect(plainDecimal(value)).toBeUndefined();
  });
  it('keeps its value, whatever zeros it has', () => {
    const digits = fc.stringMatching(/^\d{1,30}$/);
    fc.assert(
      fc.property(digits, fc.option(digits), (whole, fraction) => {
        const text = fraction === null ? whole : `${whole}.${fraction}`;
        expect(plainDecimal(text)).toBe(new D(text).toFixed());
      }),
    );
  });
  it('has a sign where one is allowed', () => {
    expect(['-0.00023000', '0.0001', '-0.000', '--1', '-'].map(signedDecimal)).toEqual([
      '-0.00023',
      '0.0001',
      '0',
      undefined,
      undefined,
    ]);
  });
});

describe('levels', () => {
  it('begin with price and quantity, and are cut where that is wanted', () => {
    expect(
      readLevels([
        ['1.50', '2.0', 'x'],
        ['1', '0.000'],
      ]),
    ).toEqual([
      ['1.5', '2'],
      ['1', '0'],
    ]);
    expect(
      readLevels(
        [
          ['1', '2'],
          ['x', 'y'],
        ],
        1,
      ),
    ).toEqual([['1', '2']]);
  });
  it.each([[[['0.0', '1']]], [[['1']]], [['1', '2']], [{}], [null], [[[1, 2]]]])(
    'as %j are malformed',
    (value) => {
      expect(readLevels(value)).toBeUndefined();
    },
  );
});

it('is no JSON when it is no text', () => {
  expect([parseJson('{'), parseJson(7), parseJson(new Uint8Array(2)), parseJson('[1]')]).toEqual([
    undefined,
    undefined,
    undefined,
    [1],
  ]);
});
