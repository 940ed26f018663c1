import { useTranslation } from 'react-i18next';
import type { Dec, OrderStatus, Refusal } from '../../../domain/index.ts';
import { isZeroDec } from '../../../domain/index.ts';
import { signal } from '../../state/signals.ts';
import type { ToastTone } from '../../state/toasts.ts';
import { showToast } from '../../state/toasts.ts';
import { useRefusalToast } from '../useRefusalToast.ts';

export interface SharedToasts {
  readonly refused: (refusal: Refusal) => void;
  /** What was to be changed has ended meanwhile. */
  readonly ended: () => void;
  readonly changed: () => void;
  readonly revoked: () => void;
  /** How an order stands after its first moment; one that is filled plays a sound. */
  readonly ending: (order: { readonly status: OrderStatus; readonly filled: Dec }) => {
    readonly title: string;
    readonly tone: ToastTone;
  };
}

/** Toasts of orders of every product. @param product under whose name: a toast takes the place of its kind. */
export function useSharedToasts(product: 'order' | 'futures'): SharedToasts {
  const { t } = useTranslation('trade');
  const toastRefusal = useRefusalToast();
  const refused: SharedToasts['refused'] = (refusal) =>
    toastRefusal(`${product}:refused`, t('done.refused'), refusal);
  return {
    refused,
    ended: () => refused({ code: 'orderClosed', message: '' }),
    changed: () => showToast({ id: `${product}:changed`, tone: 'good', title: t('done.changed'), text: '' }),
    revoked: () => showToast({ id: `${product}:revoked`, tone: 'good', title: t('done.revoked'), text: '' }),
    ending: ({ status, filled }) => {
      if (status === 'filled') {
        signal('good');
        return { title: t('done.filled'), tone: 'good' };
      }
      if (status === 'waiting') return { title: t('done.waiting'), tone: 'good' };
      if (!isZeroDec(filled)) return { title: t('done.partial'), tone: 'part' };
      if (status === 'open') return { title: t('done.placed'), tone: 'good' };
      return { title: t('done.nothing'), tone: 'bad' };
    },
  };
}
