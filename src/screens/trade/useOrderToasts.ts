import { useTranslation } from 'react-i18next';
import type { Calls, OrderRow, ResponseOf } from '../../../domain/contract/index.ts';
import type { Refusal } from '../../../domain/index.ts';
import { isZeroDec } from '../../../domain/index.ts';
import type { MarketHead, OrderLine } from '../../../workers/api.ts';
import { client } from '../../state/client.ts';
import { settings } from '../../state/settings.ts';
import type { ToastTone } from '../../state/toasts.ts';
import { tellToast } from '../../state/toasts.ts';
import { useRefusalWords } from '../../ui/form/refusals.ts';
import { shownDigits } from './digits.ts';
import { useOrderNames } from './useOrderNames.ts';

type Placed = ResponseOf<Calls['spot.place']>;

export interface OrderToasts {
  /** What became of an order that was just sent. */
  readonly placed: (answer: Placed, market: MarketHead) => void;
  readonly refused: (refusal: Refusal) => void;
  /** An open order has traded more. */
  readonly traded: (line: OrderLine) => void;
  /** An open order is open no longer: told when it has been filled. */
  readonly gone: (id: number) => Promise<void>;
  readonly changed: () => void;
  readonly revoked: () => void;
}

/** Tells what happens to orders. */
export function useOrderToasts(): OrderToasts {
  const { t } = useTranslation('trade');
  const { ofRefusal } = useRefusalWords();
  const { sides } = useOrderNames();
  const endings = useEndings();
  const ofLine = (line: OrderLine, title: string, tone: ToastTone) =>
    tellToast({
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
    placed: (answer, market) => {
      const { id, filled } = answer.order;
      const { title, tone } = endings(answer.order);
      const wished = answer.order.quantity ?? answer.order.total ?? filled;
      const digits = shownDigits(isZeroDec(filled) ? wished : filled, settings.language);
      const isTotal = isZeroDec(filled) && answer.order.quantity === null;
      const quantity = isTotal ? `${digits} ${market.quote}` : digits;
      const text = t('done.what', { side: sides[answer.order.side], quantity, name: market.name });
      tellToast({ id: `order:${id}`, tone, title, text });
      // The average is a quotient, and the page does not compute: the worker tells it.
      if (!isZeroDec(filled))
        void client.orderDetail(id).then((detail) => {
          if (detail.ok) ofLine(detail.data.order, title, tone);
        });
    },
    refused: (refusal) => {
      if (refusal.code === 401) return;
      tellToast({ id: 'order:refused', tone: 'bad', title: t('done.refused'), text: ofRefusal(refusal) });
    },
    traded: (line) => ofLine(line, t('done.partial'), 'part'),
    gone: async (id) => {
      const detail = await client.orderDetail(id);
      if (detail.ok && detail.data.order.status === 'filled')
        ofLine(detail.data.order, t('done.filled'), 'good');
    },
    changed: () => tellToast({ id: 'order:changed', tone: 'good', title: t('done.changed'), text: '' }),
    revoked: () => tellToast({ id: 'order:revoked', tone: 'good', title: t('done.revoked'), text: '' }),
  };
}

/** How an order stands after its first moment. */
function useEndings(): (order: OrderRow) => { readonly title: string; readonly tone: ToastTone } {
  const { t } = useTranslation('trade');
  return ({ status, filled }) => {
    if (status === 'filled') return { title: t('done.filled'), tone: 'good' };
    if (status === 'waiting') return { title: t('done.waiting'), tone: 'good' };
    if (!isZeroDec(filled)) return { title: t('done.partial'), tone: 'part' };
    if (status === 'open') return { title: t('done.placed'), tone: 'good' };
    return { title: t('done.nothing'), tone: 'bad' };
  };
}
