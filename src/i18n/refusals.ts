import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../domain/index.ts';
import { isRefusalCode } from '../../domain/index.ts';

/** Words for a refusal in the reader's language; a code of a newer server is told in the server's own words. */
export function useRefusalWords(): (refusal: Refusal) => string {
  const { t: word } = useTranslation('errors');
  return ({ code, message }) => {
    if (code === 401) return word('loginExpired');
    if (isRefusalCode(code)) return word(code);
    return message || word('unexpected');
  };
}
