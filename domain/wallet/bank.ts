import { isPersonName, spaced } from '../account/personName.ts';
import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import type { FiatCurrency } from './codes.ts';

/** Decimal places of what a card is paid. */
export const FIAT_SCALE: Readonly<Record<FiatCurrency, number>> = {
  USD: 2,
  EUR: 2,
  GBP: 2,
  CHF: 2,
  HKD: 2,
  CNY: 2,
  JPY: 0,
  KRW: 0,
  TRY: 2,
};

/** Below the market's rate, a fraction: what the exchange of the money costs. */
export const FIAT_SPREAD = '0.005';
/** Flat, in USDT; part of the amount. */
export const BANK_FEE = '5';
/** Decimal places of an amount that goes to a card, USDT. */
export const BANK_DECIMALS = 2;
/** How long a rate is locked, ms: long enough to read a code from one's mail. */
export const BANK_QUOTE_MS = 120_000;
/** Cards that one user can keep. */
export const MOST_CARDS = 10;
/** Decimal places of a rate. */
const RATE_SCALE = 6;

/** The rate that is offered: the market's less the spread, fiat per USDT, rounded down. */
export function offeredRate(market: Dec): Dec {
  return toText(new D(market).times(new D(1).minus(FIAT_SPREAD)).toDecimalPlaces(RATE_SCALE, D.ROUND_DOWN));
}

/**
 * What a card gets: (amount − fee) × rate, rounded down to the currency's places.
 * @param amount USDT, above the fee. @param rate fiat per USDT.
 */
export function fiatReceived(amount: Dec, rate: Dec, currency: FiatCurrency): Dec {
  const paid = D.max(new D(amount).minus(BANK_FEE), 0).times(rate);
  return toText(paid.toDecimalPlaces(FIAT_SCALE[currency], D.ROUND_DOWN));
}

/** A bank card as it is typed. */
export interface CardDraft {
  readonly holder: string;
  readonly bank: string;
  readonly branch: string;
  /** The bank's code: BIC, sort code, routing number. */
  readonly code: string;
  readonly number: string;
}

const LABEL = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Zs}.,&()'’/-]{0,79}$/u;
const BANK_CODE = /^[A-Z0-9]{3,20}$/;

/** Without the spaces and hyphens that users write into numbers and codes. */
const compact = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** A card's fields in their one writing. */
export function normalCard(draft: CardDraft): CardDraft {
  return {
    holder: spaced(draft.holder),
    bank: spaced(draft.bank),
    branch: spaced(draft.branch),
    code: compact(draft.code),
    number: compact(draft.number),
  };
}

/** What is wrong with each field; a field that is right is not named. */
export function cardRefusals(draft: CardDraft): Partial<Record<keyof CardDraft, RefusalCode>> {
  const { holder, bank, branch, code, number } = normalCard(draft);
  return {
    ...(isPersonName(holder) ? {} : { holder: 'holderInvalid' }),
    ...(LABEL.test(bank) ? {} : { bank: 'bankInvalid' }),
    ...(LABEL.test(branch) ? {} : { branch: 'branchInvalid' }),
    ...(BANK_CODE.test(code) ? {} : { code: 'bankCodeInvalid' }),
    ...(isCardNumber(number) ? {} : { number: 'cardNumberInvalid' }),
  };
}

/** 12 to 19 digits whose last one is right by ISO/IEC 7812 (Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits) || /^0+$/.test(digits)) return false;
  const sum = Array.from(digits, (digit) => digit.charCodeAt(0) - 48)
    .reverse()
    .map((digit, i) => (i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2))
    .reduce((total, digit) => total + digit, 0);
  return sum % 10 === 0;
}

/** `•••• 4242`: enough to know one's own card. */
export const maskedCard = (number: string): string => `•••• ${number.slice(-4)}`;
