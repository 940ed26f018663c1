/** Interface languages as LANG and the locale header carry them. @see specification §9 */
export const languages = ['en_us', 'zh_hk', 'zh_cn', 'de', 'fr', 'jp', 'kr', 'tr'] as const;
export type Language = (typeof languages)[number];

/** The language of users who chose none and whose browser speaks none of them. */
export const DEFAULT_LANGUAGE: Language = 'en_us';

const TAGS: Record<Language, string> = {
  en_us: 'en-US',
  zh_hk: 'zh-HK',
  zh_cn: 'zh-CN',
  de: 'de',
  fr: 'fr',
  jp: 'ja',
  kr: 'ko',
  tr: 'tr',
};

/** BCP 47 tag of a language, for Intl and for the page's `lang`. */
export function languageTag(language: Language): string {
  return TAGS[language];
}

/** Whether a text is one of the languages, as LANG writes them. */
export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && (languages as readonly string[]).includes(text);
}

/**
 * The language to start in. A stored 'zh' is reset to en_us (specification §4); damaged text counts as none.
 * @param stored what LANG holds. @param preferred the browser's tags, best first.
 */
export function startLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  if (stored === 'zh') return DEFAULT_LANGUAGE;
  for (const tag of preferred) {
    const match = languageOf(tag);
    if (match) return match;
  }
  return DEFAULT_LANGUAGE;
}

function languageOf(tag: string): Language | undefined {
  const lower = tag.toLowerCase();
  if (/^zh-(hk|tw|mo|hant)/.test(lower)) return 'zh_hk';
  const main = lower.split('-')[0];
  return languages.find(
    (language) => TAGS[language].toLowerCase().split('-')[0] === main && language !== 'zh_hk',
  );
}
