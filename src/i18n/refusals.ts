import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bounds, Refusal, RefusalCode } from '../../domain/index.ts';
import { isRefusalCode } from '../../domain/index.ts';

/**
 * The one rule of whose words a refusal is shown in. The end of a login is worded by the page. All else that the
 * exchange refuses is shown in the exchange's words: each request carries the language of the page, and a newer
 * exchange may refuse what this page has no words for. What it did not word has the words of the page: rules that the
 * page checks itself, a lost network, an answer that cannot be read.
 * @param words of a code in the page's language. @see specification §8 "show the server's message as a notice"
 */
export function refusalText(
  { code, message }: Refusal,
  words: (code: RefusalCode | 'loginExpired') => string,
): string {
  if (code === 401) return words('loginExpired');
  return message || words(isRefusalCode(code) ? code : 'unexpected');
}

export interface RefusalWords {
  /** What a rule of the page says no with; undefined when it says nothing. @param bounds as they are shown. */
  readonly ofCode: (code: RefusalCode | undefined, bounds?: Bounds) => string | undefined;
  /** What the exchange, or the way to it, says no with. */
  readonly ofRefusal: (refusal: Refusal) => string;
}

/** Words for refusals in the reader's language. */
export function useRefusalWords(): RefusalWords {
  const { t: words } = useTranslation('errors');
  return {
    ofCode: useCallback(
      (code, bounds) => {
        if (code === undefined) return undefined;
        const bound = bounds?.[code];
        return bound
          ? words(code, { ...bound, context: 'bound' })
          : refusalText({ code, message: '' }, words);
      },
      [words],
    ),
    ofRefusal: useCallback((refusal) => refusalText(refusal, words), [words]),
  };
}
