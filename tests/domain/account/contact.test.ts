import { assert, constantFrom, property, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emailRefusal,
  internationalPhone,
  looksLikePhone,
  maskedContact,
  normalEmail,
  phoneRefusal,
} from '../../../domain/index.ts';

describe('an e-mail address', () => {
  it.each([
    'ada@mail.example',
    ' ada@mail.example ',
    'a@b.co',
    "o'neil+x@sub.mail.example",
    'ÄRGER@xn--rger-5na.de',
  ])('is taken: %s', (text) => expect(emailRefusal(text)).toBeUndefined());
  it.each([
    'ada',
    '@mail.example',
    'ada@mail',
    'ada@-mail.example',
    'ada@mail-.example',
    'ada@mail..example',
    'a da@mail.example',
    'ada@mail.example>',
    'ada@mail.e',
    'ada@mail.123',
    `${'a'.repeat(65)}@mail.example`,
    `ada@${'a'.repeat(64)}.example`,
    `ada@${'mail.'.repeat(40)}example`,
  ])('is refused: %s', (text) => expect(emailRefusal(text)).toBe('emailInvalid'));
  it.each(['', '   '])('is missing: %j', (text) => expect(emailRefusal(text)).toBe('emailEmpty'));
  it('is one address however it is typed, and stays so', () => {
    assert(
      property(stringMatching(/^[A-Za-z0-9]{1,20}$/), constantFrom('', ' ', '\t'), (name, blank) => {
        const typed = `${blank}${name}@Mail.Example${blank}`;
        expect(normalEmail(typed)).toBe(`${name.toLowerCase()}@mail.example`);
        expect(normalEmail(normalEmail(typed))).toBe(normalEmail(typed));
        expect(emailRefusal(normalEmail(typed))).toBeUndefined();
      }),
    );
  });
});

describe('a phone number', () => {
  it.each([
    ['49', '0151 234 567 89', '+4915123456789'],
    ['1', '(212) 555-0100', '+12125550100'],
    ['49', '+44 20 7946 0958', '+442079460958'],
    ['49', '0044 20 7946 0958', '+442079460958'],
    ['852', '5123 4567', '+85251234567'],
  ])('of +%s, typed as %s, is %s', (code, typed, number) => {
    expect(internationalPhone(code, typed)).toBe(number);
    expect(phoneRefusal(number)).toBeUndefined();
  });
  it('is the same with and without blanks, brackets and hyphens', () => {
    assert(
      property(stringMatching(/^[1-9]\d{7,11}$/), constantFrom(' ', '-', '.', '(', ') '), (digits, sign) => {
        const apart = `${digits.slice(0, 3)}${sign}${digits.slice(3)}`;
        expect(internationalPhone('49', apart)).toBe(`+49${digits}`);
        expect(looksLikePhone(apart)).toBe(!apart.startsWith(')'));
      }),
    );
  });
  it.each([
    ['', 'phoneEmpty'],
    ['+', 'phoneEmpty'],
    ['+49', 'phoneEmpty'],
    ['+491', 'phoneEmpty'],
    ['+4912', 'phoneInvalid'],
    ['+0123456789', 'phoneInvalid'],
    ['4915123456789', 'phoneInvalid'],
    ['+1234567890123456', 'phoneInvalid'],
    ['+49 151 23456789', 'phoneInvalid'],
  ])('%j is refused: %s', (text, code) => expect(phoneRefusal(text)).toBe(code));
  it.each(['ada@mail.example', 'ada', '+', '5', '12345678901x'])('is not %j', (text) => {
    expect(looksLikePhone(text)).toBe(false);
  });
});

describe('a masked contact', () => {
  it.each([
    ['email', 'ada@mail.example', 'a•••a@mail.example'],
    ['email', 'ab@mail.example', 'a•••@mail.example'],
    ['email', 'a@mail.example', 'a•••@mail.example'],
    ['phone', '+4915123456789', '+49••••789'],
  ] as const)('of %s %s is %s', (kind, value, masked) => expect(maskedContact(kind, value)).toBe(masked));
  it('shows no more than the ends of a name, and of a number six characters', () => {
    assert(
      property(stringMatching(/^[a-z]{3,20}$/), stringMatching(/^\+[1-9]\d{6,14}$/), (name, number) => {
        expect(maskedContact('email', `${name}@mail.example`)).toHaveLength('a•••z@mail.example'.length);
        expect(maskedContact('phone', number)).toHaveLength(10);
      }),
    );
  });
});
