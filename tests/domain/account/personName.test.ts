import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SecurityMeasure } from '../../../domain/index.ts';
import {
  CODE_DIGITS,
  codeRefusal,
  internationalPhone,
  isPersonName,
  isSameName,
  looksLikePhone,
  phoneRefusal,
  securityMeasures,
  securityScore,
  spaced,
} from '../../../domain/index.ts';

describe('the name of a user', () => {
  it.each([
    'Li',
    'Ada Lovelace',
    'O’Brien',
    "O'Brien",
    'Anne-Marie',
    '王小明',
    '김민수',
    'Müller',
    'J. R. R. Tolkien',
    'Sr.',
    `A${'b'.repeat(59)}`,
  ])('can be %s', (name) => expect(isPersonName(spaced(name))).toBe(true));
  it.each([
    '',
    'A',
    '王',
    '4da',
    'Ada 2',
    'Ada_L',
    '-Ada',
    'Ada-',
    'Ada’',
    'Ada@x',
    `A${'b'.repeat(60)}`,
    'Ada\u0000L',
    '<b>Ada</b>',
  ])('cannot be %j', (name) => expect(isPersonName(spaced(name))).toBe(false));
  it.each([
    // Wide letters and joined ones are those that users type; any space is one space.
    ['Ａｄａ　Ｌｏｖｅｌａｃｅ', 'Ada Lovelace'],
    ['  Ada\t\n Lovelace ', 'Ada Lovelace'],
    ['ﬁona', 'fiona'],
    ['Mu\u0308ller', 'Müller'],
    ['\u00a0', ''],
  ])('%j is written %j', (typed, written) => expect(spaced(typed)).toBe(written));
  it('in its one writing stays so', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(spaced(spaced(text))).toBe(spaced(text));
      }),
    );
  });
  it.each([
    ['ADA LOVELACE', 'Ada  Lovelace', true],
    ['J.R.R. Tolkien', 'j r r tolkien', true],
    ['Anne-Marie', 'anne marie', true],
    ['O’Brien', "O'BRIEN", true],
    ['Müller', 'Mu\u0308ller', true],
    // Letters and their order matter: a card of somebody else is not taken.
    ['Ada Lovelace', 'Lovelace Ada', false],
    ['Müller', 'Mueller', false],
    ['Ada', 'Ada L', false],
    ['Annemarie', 'Anne Marie', false],
    // What has no letter is nobody's name, and so not the same one.
    ['', '', false],
    ['.', '-', false],
  ])('%s and %s are one: %s', (a, b, isOne) => {
    expect([isSameName(a, b), isSameName(b, a)]).toEqual([isOne, isOne]);
  });
});

describe('a phone number', () => {
  it.each([
    ['+4930123456', undefined],
    // 7 digits at least, 15 at most, none of them a leading zero.
    ['+1234567', undefined],
    ['+123456', 'phoneInvalid'],
    ['+123456789012345', undefined],
    ['+1234567890123456', 'phoneInvalid'],
    ['+0123456789', 'phoneInvalid'],
    ['4930123456', 'phoneInvalid'],
    ['+49 30 123456', 'phoneInvalid'],
    // The calling code alone is a field that nobody has filled.
    ['', 'phoneEmpty'],
    ['+', 'phoneEmpty'],
    ['+49', 'phoneEmpty'],
    ['+886', 'phoneEmpty'],
  ])('%j: %s', (text, refusal) => expect(phoneRefusal(text)).toBe(refusal));
  it.each([
    ['49', '030 123456', '+4930123456'],
    ['49', '(030) 123-456', '+4930123456'],
    ['49', '+43 1 234567', '+431234567'],
    ['49', '0043 1 234567', '+431234567'],
    ['1', '212.555.0100', '+12125550100'],
  ])('after +%s, %s is %s', (code, typed, number) => {
    expect(internationalPhone(code, typed)).toBe(number);
    expect(looksLikePhone(typed)).toBe(true);
    // A number that is whole already stays as it is, whatever country is chosen.
    expect(internationalPhone('81', number)).toBe(number);
  });
});

it('a code has as many digits as it says, and no others', () => {
  expect(codeRefusal('0'.repeat(CODE_DIGITS))).toBeUndefined();
  expect(codeRefusal('')).toBe('codeEmpty');
  for (const code of [
    '0'.repeat(CODE_DIGITS - 1),
    '0'.repeat(CODE_DIGITS + 1),
    '12345a',
    '１２３４５６',
    '123456\n',
    ' 123456',
  ])
    expect(codeRefusal(code)).toBe('codeInvalid');
});

describe('how safe an account is', () => {
  const of = (...done: readonly SecurityMeasure[]) =>
    securityScore({
      email: false,
      fundPassword: false,
      totp: false,
      phone: false,
      antiPhishing: false,
      ...Object.fromEntries(done.map((each) => [each, true])),
    });
  it.each([
    // 10 for the password, 20 for the address, 20 for the funding password, 30 for codes, 10 and 10.
    [[], 10, 'low', 'email'],
    [['totp'], 40, 'low', 'email'],
    [['email', 'fundPassword'], 50, 'medium', 'totp'],
    [['email', 'totp', 'phone'], 70, 'medium', 'fundPassword'],
    [['email', 'fundPassword', 'totp'], 80, 'high', 'phone'],
    [['email', 'fundPassword', 'totp', 'phone', 'antiPhishing'], 100, 'high', undefined],
  ] as const)('with %j: %i points, %s, next %s', (done, points, level, next) => {
    expect(of(...done)).toEqual({ points, level, next });
  });
  it('is no less with one measure more, and names one that is missing', () => {
    fc.assert(
      fc.property(fc.subarray([...securityMeasures]), fc.constantFrom(...securityMeasures), (done, more) => {
        const [before, after] = [of(...done), of(...done, more)];
        expect(after.points >= before.points).toBe(true);
        expect(after.points > before.points).toBe(!done.includes(more));
        if (before.next) expect(done).not.toContain(before.next);
        expect(before.next === undefined).toBe(done.length === securityMeasures.length);
      }),
    );
  });
});
