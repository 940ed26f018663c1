import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal, RefusalCode } from '../../../domain/index.ts';

export interface RefusalWords {
  /** What a rule of the page says no with; undefined when it says nothing. */
  readonly ofCode: (code: RefusalCode | undefined) => string | undefined;
  /** What the exchange says no with: its own words first. @see specification §8 "show the server's message" */
  readonly ofRefusal: (refusal: Refusal) => string;
}

/** Words for refusals in the reader's language. */
export function useRefusalWords(): RefusalWords {
  const { t: words } = useTranslation('errors');
  return {
    ofCode: useCallback((code) => (code === undefined ? undefined : words(code)), [words]),
    ofRefusal: useCallback(
      ({ code, message }) => (code === 401 ? words('loginExpired') : message || words(code)),
      [words],
    ),
  };
}
