import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../domain/index.ts';
import { useArrival } from '../../state/useArrival.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import type { Writing } from './useWriting.ts';

/** Which field a refusal concerns. */
export const PLACES = { ticketTitle: 'title', ticketContent: 'content' } as const;

type Sent = ReturnType<Writing['sent']>;

/**
 * Sends what was written, once its pictures have arrived. @param frame of the worker, with a fresh key; who sends
 * before it has come waits for it. @param ask @returns what was refused.
 */
export function useSend<F extends { readonly key: string }>(
  writing: Writing,
  frame: F | undefined,
  ask: (texts: Texts, sent: Sent, frame: F) => Promise<Refusal | undefined>,
): (texts: Texts) => Promise<Refusal | undefined> {
  const { t } = useTranslation('support');
  const arrival = useArrival(frame);
  return async (texts) => {
    // Said in words of our own: no refusal of the exchange is about what has not been sent.
    if (writing.isOpen()) return { code: 'uploadEmpty', message: t('picturesOpen') };
    const arrived = await arrival();
    return ask(texts, writing.sent(arrived.key, texts), arrived);
  };
}
