import { useTranslation } from 'react-i18next';
import type { FuturesOrderRow } from '../../../domain/contract/index.ts';
import { isZeroDec } from '../../../domain/index.ts';
import { settings } from '../../state/settings.ts';
import type { ToastTone } from '../../state/toasts.ts';
import { tellToast } from '../../state/toasts.ts';
import { shownDigits } from '../trade/digits.ts';
import { useOrderNames } from '../trade/useOrderNames.ts';
import type { SharedToasts } from '../trade/useSharedToasts.ts';
import { useSharedToasts } from '../trade/useSharedToasts.ts';

export interface FuturesToasts extends SharedToasts {
  /** What became of an order that was just sent. */
  readonly placed: (order: FuturesOrderRow, name: string) => void;
  readonly told: (title: string, tone?: ToastTone, text?: string) => void;
}

/** Tells what happens to orders on perpetuals. */
export function useFuturesToasts(): FuturesToasts {
  const { t } = useTranslation('trade');
  const { sides } = useOrderNames();
  const shared = useSharedToasts('futures');
  return {
    ...shared,
    placed: (order, name) => {
      const { title, tone } = shared.ending(order);
      const done = isZeroDec(order.filled) ? (order.quantity ?? order.filled) : order.filled;
      const quantity = shownDigits(done, settings.language);
      const text = t('done.what', { side: sides[order.side], quantity, name });
      tellToast({ id: `futures:${order.id}`, tone, title, text });
    },
    told: (title, tone = 'good', text = '') => tellToast({ id: 'futures:told', tone, title, text }),
  };
}
