import { describe, expect, it } from 'vitest';
import {
  cardRefusals,
  fiatDayMost,
  fiatReceived,
  isCardNumber,
  isSameName,
  maskedCard,
  normalCard,
  offeredRate,
} from '../../../domain/index.ts';

const card = {
  holder: 'Ada  Lovelace',
  bank: 'Analytical Bank',
  branch: 'St James’s Square',
  code: 'anbk-gb 2l',
  number: '4242 4242-4242 4242',
};

describe('a bank card', () => {
  it('is written in one way', () => {
    expect(normalCard(card)).toEqual({
      holder: 'Ada Lovelace',
      bank: 'Analytical Bank',
      branch: 'St James’s Square',
      code: 'ANBKGB2L',
      number: '4242424242424242',
    });
    expect(cardRefusals(card)).toEqual({});
    expect(maskedCard('4242424242424242')).toBe('•••• 4242');
  });
  // Numbers that the card networks publish for tests.
  it.each(['4242424242424242', '5555555555554444', '378282246310005', '6200000000000005', '30569309025904'])(
    'can have the number %s',
    (number) => expect(isCardNumber(number)).toBe(true),
  );
  it.each(['4242424242424243', '0000000000000000', '42', '4242 4242 4242 4242', '４２４２424242424242', ''])(
    'cannot have the number "%s"',
    (number) => expect(isCardNumber(number)).toBe(false),
  );
  it('names what is wrong with each field', () => {
    expect(cardRefusals({ holder: '1', bank: '', branch: '<b>', code: 'x', number: '1' })).toEqual({
      holder: 'holderInvalid',
      bank: 'bankInvalid',
      branch: 'branchInvalid',
      code: 'bankCodeInvalid',
      number: 'cardNumberInvalid',
    });
    expect(cardRefusals({ ...card, holder: '王小明', bank: '中國銀行', branch: '中環' })).toEqual({});
  });
  it.each([
    ['Ada Lovelace', 'ADA LOVELACE', true],
    ['Ada Lovelace', ' ada  lovelace ', true],
    ['J. R. Smith', 'J R Smith', true],
    ['Jean-Luc', 'Jean Luc', true],
    ['Ada Lovelace', 'Lovelace Ada', false],
    ['Ada Lovelace', 'Ada Lovelac', false],
    ['王小明', '王小明', true],
    ['', '', false],
    ['.', '-', false],
  ])('of %s in the name of %s: %s', (a, b, isSame) => {
    expect(isSameName(a, b)).toBe(isSame);
  });
});

describe('what a card is paid', () => {
  it('is a rate below the market’s, rounded down', () => {
    expect([offeredRate('1'), offeredRate('0.8612347'), offeredRate('1400')]).toEqual([
      '0.995',
      '0.856928',
      '1393',
    ]);
  });
  it('is rounded down to what the currency has', () => {
    expect(fiatReceived('100', '0.995', 'USD')).toBe('94.52');
    expect(fiatReceived('100.01', '149.253731', 'JPY')).toBe('14180');
    expect(fiatReceived('5', '1', 'EUR')).toBe('0');
    expect(fiatReceived('1', '1', 'EUR')).toBe('0');
  });
  it('in 24 hours is bounded by level as the specification says', () => {
    expect([fiatDayMost(0), fiatDayMost(1), fiatDayMost(2), fiatDayMost(9)]).toEqual([
      '0',
      '200',
      '500',
      '0',
    ]);
  });
});
