import { useTranslation } from 'react-i18next';
import type { FuturesOrderRow } from '../../../domain/contract/index.ts';
import type { Dec } from '../../../domain/index.ts';
import { isZeroDec, SETTLEMENT_ASSET } from '../../../domain/index.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { client } from '../../state/client.ts';
import { settings } from '../../state/settings.ts';
import type { ToastTone } from '../../state/toasts.ts';
import { showToast } from '../../state/toasts.ts';
import { shownDigits } from '../../ui/form/digits.ts';
import type { SharedToasts } from '../../ui/ticket/useSharedToasts.ts';
import { useSharedToasts } from '../../ui/ticket/useSharedToasts.ts';

export interface FuturesToasts extends SharedToasts {
  /** What became of an order that was just sent. @param net net P/L of the position that it closed or reduced. */
  readonly placed: (order: FuturesOrderRow, name: string, net?: Dec) => void;
  /** What closing has brought in all: net P/L of the positions that it closed or reduced. */
  readonly closed: (id: string, tone: ToastTone, title: string, text: string, nets: readonly Dec[]) => void;
  readonly show: (title: string, tone?: ToastTone, text?: string) => void;
}

/** Toasts of orders on perpetuals. */
export function useFuturesToasts(): FuturesToasts {
  const { t } = useTranslation(['trade', 'perpetual']);
  const { sides } = useOrderNames();
  const shared = useSharedToasts('futures');
  const closed: FuturesToasts['closed'] = (id, tone, title, text, nets) => {
    showToast({ id, tone, title, text });
    if (nets.length === 0 || settings.hideAmounts) return;
    // The page does not compute: the worker adds and words it.
    void client.ask('netGain', nets).then((gain) => {
      if (!gain.ok) return;
      const { text: net, direction } = gain.data;
      const result = `${t('perpetual:net')} ${net} ${SETTLEMENT_ASSET}`;
      const isLoss = tone === 'good' && direction < 0;
      showToast({
        id,
        tone: isLoss ? 'plain' : tone,
        title,
        text: [text, result].filter(Boolean).join(' · '),
      });
    });
  };
  return {
    ...shared,
    closed,
    placed: (order, name, net) => {
      const { title, tone } = shared.ending(order);
      const done = isZeroDec(order.filled) ? (order.quantity ?? order.filled) : order.filled;
      const quantity = shownDigits(done, settings.language);
      const text = t('done.what', { side: sides[order.side], quantity, name });
      closed(`futures:${order.id}`, tone, title, text, net === undefined ? [] : [net]);
    },
    show: (title, tone = 'good', text = '') => showToast({ id: 'futures:told', tone, title, text }),
  };
}
