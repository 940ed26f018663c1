import type { Language, RefusalCode } from '../../../domain/index.ts';
import { DEFAULT_LANGUAGE, isLanguage } from '../../../domain/index.ts';

/** Words of refusals by language, as `locales/<language>/errors.json` holds them. */
export type ErrorWords = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** The language of a `locale` header; `zh` is the stated default of clients without a choice. @see specification §7 */
export function languageOfHeader(header: string | undefined): Language {
  if (isLanguage(header)) return header;
  return header === 'zh' ? 'zh_cn' : DEFAULT_LANGUAGE;
}

/** Words for a code; English where a language has none. */
export function wordsOf(words: ErrorWords, language: Language, code: RefusalCode | 'loginExpired'): string {
  return words[language][code] ?? words[DEFAULT_LANGUAGE][code] ?? code;
}
