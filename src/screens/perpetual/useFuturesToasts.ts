import { useTranslation } from 'react-i18next';
import type { FuturesOrderRow } from '../../../domain/contract/index.ts';
import type { Refusal } from '../../../domain/index.ts';
import { isZeroDec } from '../../../domain/index.ts';
import { settings } from '../../state/settings.ts';
import type { ToastTone } from '../../state/toasts.ts';
import { tellToast } from '../../state/toasts.ts';
import { useRefusalWords } from '../../ui/form/refusals.ts';
import { shownDigits } from '../trade/digits.ts';
import { useOrderNames } from '../trade/useOrderNames.ts';

export interface FuturesToasts {
  /** What became of an order that was just sent. */
  readonly placed: (order: FuturesOrderRow, name: string) => void;
  readonly refused: (refusal: Refusal) => void;
  readonly told: (title: string, tone?: ToastTone, text?: string) => void;
}

/** Tells what happens to orders on perpetuals. */
export function useFuturesToasts(): FuturesToasts {
  const { t } = useTranslation('trade');
  const { ofRefusal } = useRefusalWords();
  const { sides } = useOrderNames();
  const endings = useEndings();
  return {
    placed: (order, name) => {
      const { title, tone } = endings(order);
      const done = isZeroDec(order.filled) ? (order.quantity ?? order.filled) : order.filled;
      const quantity = shownDigits(done, settings.language);
      const text = t('done.what', { side: sides[order.side], quantity, name });
      tellToast({ id: `futures:${order.id}`, tone, title, text });
    },
    refused: (refusal) => {
      if (refusal.code === 401) return;
      tellToast({ id: 'futures:refused', tone: 'bad', title: t('done.refused'), text: ofRefusal(refusal) });
    },
    told: (title, tone = 'good', text = '') => tellToast({ id: 'futures:told', tone, title, text }),
  };
}

/** How an order stands after its first moment. */
function useEndings(): (order: FuturesOrderRow) => { readonly title: string; readonly tone: ToastTone } {
  const { t } = useTranslation('trade');
  return ({ status, filled }) => {
    if (status === 'filled') return { title: t('done.filled'), tone: 'good' };
    if (status === 'waiting') return { title: t('done.waiting'), tone: 'good' };
    if (!isZeroDec(filled)) return { title: t('done.partial'), tone: 'part' };
    if (status === 'open') return { title: t('done.placed'), tone: 'good' };
    return { title: t('done.nothing'), tone: 'bad' };
  };
}
