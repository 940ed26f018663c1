import type { Bound, Language, RefusalCode } from '../../../domain/index.ts';
import { DEFAULT_LANGUAGE, figureText, isLanguage } from '../../../domain/index.ts';

/** Words of refusals by language, as `locales/<language>/errors.json` holds them. */
export type ErrorWords = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** The language of a `locale` header; `zh` is the stated default of clients without a choice. @see specification §7 */
export function languageOfHeader(header: string | undefined): Language {
  if (isLanguage(header)) return header;
  return header === 'zh' ? 'zh_cn' : DEFAULT_LANGUAGE;
}

/** Words for a code; English where a language has none. @param bound the figure that they name, if there is one. */
export function wordsOf(
  words: ErrorWords,
  language: Language,
  code: RefusalCode | 'loginExpired',
  bound?: Bound,
): string {
  const named = bound && words[language][`${code}_bound`];
  if (named) {
    const figures = { amount: figureText(bound.amount, language), asset: bound.asset };
    return named.replace(/\{\{(amount|asset)\}\}/g, (_, hole: keyof typeof figures) => figures[hole]);
  }
  return words[language][code] ?? words[DEFAULT_LANGUAGE][code] ?? code;
}
