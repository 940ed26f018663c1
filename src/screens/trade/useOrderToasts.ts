import { useTranslation } from 'react-i18next';
import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { isZeroDec } from '../../../domain/index.ts';
import type { MarketHead, OrderLine } from '../../../workers/api.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { client } from '../../state/client.ts';
import { settings } from '../../state/settings.ts';
import type { ToastTone } from '../../state/toasts.ts';
import { showToast } from '../../state/toasts.ts';
import { shownDigits } from '../../ui/form/digits.ts';
import type { SharedToasts } from '../../ui/ticket/useSharedToasts.ts';
import { useSharedToasts } from '../../ui/ticket/useSharedToasts.ts';

type Placed = Pick<ResponseOf<Calls['spot.place']>, 'order'>;

export interface OrderToasts extends SharedToasts {
  /** What became of an order that was just sent. */
  readonly placed: (answer: Placed, market: MarketHead) => void;
  /** An open order has traded more. */
  readonly traded: (line: OrderLine) => void;
  /** An open order is open no longer: a toast says when it has been filled. */
  readonly gone: (id: number) => Promise<void>;
}

/** Toasts of spot orders. */
export function useOrderToasts(): OrderToasts {
  const { t } = useTranslation('trade');
  const { sides } = useOrderNames();
  const shared = useSharedToasts('order');
  const ofLine = (line: OrderLine, title: string, tone: ToastTone) =>
    showToast({
      id: `order:${line.id}`,
      tone,
      title,
      text: t('done.average', {
        side: sides[line.side],
        quantity: line.filled,
        name: line.name,
        price: line.average,
      }),
    });
  return {
    ...shared,
    placed: (answer, market) => {
      const { id, filled } = answer.order;
      const { title, tone } = shared.ending(answer.order);
      const requested = answer.order.quantity ?? answer.order.total ?? filled;
      const digits = shownDigits(isZeroDec(filled) ? requested : filled, settings.language);
      const isTotal = isZeroDec(filled) && answer.order.quantity === null;
      const quantity = isTotal ? `${digits} ${market.quote}` : digits;
      const text = t('done.what', { side: sides[answer.order.side], quantity, name: market.name });
      showToast({ id: `order:${id}`, tone, title, text });
      // The average is a quotient, and the page does not compute: the worker sends it.
      if (!isZeroDec(filled))
        void client.ask('orderDetail', id).then((detail) => {
          if (detail.ok) ofLine(detail.data.order, title, tone);
        });
    },
    traded: (line) => ofLine(line, t('done.partial'), 'part'),
    gone: async (id) => {
      const detail = await client.ask('orderDetail', id);
      if (detail.ok && detail.data.order.status === 'filled')
        ofLine(detail.data.order, t('done.filled'), 'good');
    },
  };
}
