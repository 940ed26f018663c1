import { useTranslation } from 'react-i18next';
import type { Calls, RequestOf } from '../../../domain/contract/index.ts';
import type { Refusal } from '../../../domain/index.ts';
import type { OrderLine } from '../../../workers/api.ts';
import { submit } from '../../state/login.ts';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import type { Texts } from '../../ui/form/Field.tsx';
import { Field } from '../../ui/form/Field.tsx';
import type { Places } from '../../ui/form/Form.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useRefusalWords } from '../../ui/form/refusals.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { isSameNumber, plainDigits } from './digits.ts';
import type { OrderToasts } from './useOrderToasts.ts';

const PLACES: Places = {
  priceInvalid: 'price',
  orderTick: 'price',
  orderBand: 'price',
  orderWouldTake: 'price',
  amountInvalid: 'quantity',
  amountZero: 'quantity',
  orderLot: 'quantity',
  orderMinimum: 'quantity',
  orderTotal: 'quantity',
  insufficientBalance: 'quantity',
};

interface AmendSheetProps {
  readonly line: OrderLine;
  /** A price to begin with, such as where a line was dragged to. */
  readonly price?: string | undefined;
  readonly toasts: OrderToasts;
  readonly onClose: () => void;
}

/** Changes the price or the quantity of an open order. */
export function AmendSheet({ line, price, toasts, onClose }: AmendSheetProps) {
  const { t } = useTranslation('trade');
  const { ofCode } = useRefusalWords();
  const form = useTexts({ ...line.raw, ...(price === undefined ? {} : { price }) });
  const send = async (texts: Texts): Promise<Refusal | undefined> => {
    const request = changesOf(line, texts);
    if (request.price === undefined && request.quantity === undefined) {
      onClose();
      return undefined;
    }
    const result = await submit('spot.amend', request);
    if (result.state === 'refused') return result.error;
    if (result.state === 'settled') toasts.changed();
    // An answer that was lost is told by the journal.
    onClose();
    return undefined;
  };
  const isNumber = (code: 'priceInvalid' | 'amountInvalid') => (text: string) =>
    plainDigits(text) === undefined ? (ofCode(code) ?? '') : true;
  return (
    <Sheet title={t('amend.title', { name: line.name })} onClose={onClose}>
      <Form form={form} places={PLACES} send={send} action={t('amend.action')}>
        <Field
          name="price"
          label={t('price')}
          inputMode="decimal"
          rules={{ validate: isNumber('priceInvalid') }}
        />
        <Field
          name="quantity"
          label={t('quantity')}
          inputMode="decimal"
          rules={{ validate: isNumber('amountInvalid') }}
          hint={t('amend.hint')}
        />
      </Form>
    </Sheet>
  );
}

/** Only what differs is sent. */
function changesOf({ id, raw }: OrderLine, texts: Texts): RequestOf<Calls['spot.amend']> {
  const price = changed(texts['price'] ?? '', raw.price);
  const quantity = changed(texts['quantity'] ?? '', raw.quantity);
  return { id, ...(price === undefined ? {} : { price }), ...(quantity === undefined ? {} : { quantity }) };
}

const changed = (typed: string, raw: string): string | undefined =>
  isSameNumber(typed, raw) ? undefined : plainDigits(typed);
