import type { Indicator, Language } from '../../../domain/index.ts';
import { shownDigits } from '../form/digits.ts';

/** A number of an indicator in the reader's signs. */
export const shownParam = (param: number, language: Language): string => shownDigits(`${param}`, language);

/** An indicator's usual short name, which is the same in every language, with its numbers: `MACD 12 26 9`. */
export function indicatorTitle({ kind, params }: Indicator, language: Language): string {
  const set = params.filter((param) => param > 0);
  return [kind.toUpperCase(), ...set.map((param) => shownParam(param, language))].join(' ');
}
