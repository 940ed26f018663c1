import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../domain/index.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import type { Writing } from './useWriting.ts';

/** Which field a refusal concerns. */
export const PLACES = { ticketTitle: 'title', ticketContent: 'content' } as const;

type Sent = ReturnType<Writing['sent']>;

/**
 * Sends what was written, once its pictures have arrived. @param freshKey of the worker; undefined before it has spoken.
 * @param ask @returns what was refused.
 */
export function useSend(
  writing: Writing,
  freshKey: string | undefined,
  ask: (texts: Texts, sent: Sent) => Promise<Refusal | undefined>,
): (texts: Texts) => Promise<Refusal | undefined> {
  const { t } = useTranslation('support');
  return async (texts) => {
    // Said in words of our own: no refusal of the exchange is about what has not been sent.
    if (writing.isOpen()) return { code: 'uploadEmpty', message: t('picturesOpen') };
    if (freshKey === undefined) return { code: 'networkDown', message: '' };
    return ask(texts, writing.sent(freshKey));
  };
}
