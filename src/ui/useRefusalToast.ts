import type { Refusal } from '../../domain/index.ts';
import { useRefusalWords } from '../i18n/refusals.ts';
import { showToast } from '../state/toasts.ts';

/**
 * Says in a toast why the exchange refused something; a login that has ended says so by itself. Takes the toast's id,
 * as a toast takes the place of its kind, and what was refused.
 */
export function useRefusalToast(): (id: string, title: string, refusal: Refusal) => void {
  const { ofRefusal } = useRefusalWords();
  return (id, title, refusal) => {
    if (refusal.code !== 401) showToast({ id, tone: 'bad', title, text: ofRefusal(refusal) });
  };
}
