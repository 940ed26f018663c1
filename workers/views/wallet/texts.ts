import type { Dec, FiatCurrency, NumberStyle } from '../../../domain/index.ts';
import { amountText, D, FIAT_SCALE, languageTag, MINUTE_MS, styleDigits } from '../../../domain/index.ts';
import type { Words } from '../../session/words.ts';

const DOWN = 1;

/** An amount of a fiat currency, with the places that it has; finer digits are cut off. */
export function fiatText(amount: Dec, currency: FiatCurrency, style: NumberStyle): string {
  return styleDigits(new D(amount).toFixed(FIAT_SCALE[currency], DOWN), style);
}

/** An amount, or an empty text for none. */
export function owedText(amount: Dec, style: NumberStyle): string {
  return new D(amount).isZero() ? '' : amountText(amount, style);
}

/** A usual time in the reader's language: seconds below two minutes, then whole minutes, both rounded up. */
export function durationText(ms: number, { language }: Pick<Words, 'language'>): string {
  const isShort = ms < 2 * MINUTE_MS;
  const unit = isShort ? 'second' : 'minute';
  const format = new Intl.NumberFormat(languageTag(language), { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.ceil(ms / (isShort ? 1_000 : MINUTE_MS)));
}
