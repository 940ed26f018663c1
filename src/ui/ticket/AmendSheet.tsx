import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dec, Refusal, RefusalCode } from '../../../domain/index.ts';
import type { MoneyCall, Submitted } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { Sheet } from '../dialog/Sheet.tsx';
import { isSameNumber, plainDigits } from '../form/digits.ts';
import type { Texts } from '../form/Field.tsx';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { useTexts } from '../form/useTexts.ts';

export type AmendName = 'price' | 'trigger' | 'quantity';
export type AmendChanges = Readonly<Partial<Record<AmendName, Dec>>>;

/** What the exchange refuses, by what is wrong then. */
const REFUSED: Readonly<Record<AmendName, readonly RefusalCode[]>> = {
  trigger: ['triggerPassed'],
  price: ['priceInvalid', 'orderTick', 'orderBand', 'orderWouldTake'],
  quantity: [
    'amountInvalid',
    'amountZero',
    'orderLot',
    'orderMinimum',
    'orderTotal',
    'insufficientBalance',
    'positionTooLarge',
  ],
};

interface AmendSheetProps {
  readonly name: string;
  /** Exact values of what can be changed, as plain digits. */
  readonly raw: Readonly<Partial<Record<AmendName, Dec>>>;
  /** Values to begin with, such as where a line was dragged to. */
  readonly start: AmendChanges;
  /** Sends what differs. */
  readonly send: (changes: AmendChanges) => Promise<Submitted<MoneyCall>>;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Changes prices or the quantity of an open order. */
export function AmendSheet({ name, raw, start, send, onChanged, onClose }: AmendSheetProps) {
  const { t } = useTranslation('trade');
  const fields = (['trigger', 'price', 'quantity'] as const).filter((field) => raw[field] !== undefined);
  const form = useTexts({ ...raw, ...start });
  const isShown = useIsShown();
  const submit = async (texts: Texts): Promise<Refusal | undefined> => {
    const changes = changesOf(fields, raw, texts);
    const result = Object.keys(changes).length === 0 ? undefined : await send(changes);
    if (result?.state === 'refused') return result.error;
    if (result?.state === 'settled') onChanged();
    // A lost answer is shown by the journal.
    if (isShown()) onClose();
    return undefined;
  };
  return (
    <Sheet title={t('amend.title', { name })} onClose={onClose}>
      <Form form={form} places={placesOf(fields)} send={submit} action={t('amend.action')}>
        {fields.map((field) => (
          <AmendField key={field} field={field} />
        ))}
      </Form>
    </Sheet>
  );
}

function AmendField({ field }: { readonly field: AmendName }): ReactNode {
  const { t } = useTranslation('trade');
  const { ofCode } = useRefusalWords();
  const labels = { trigger: t('stopPrice'), price: t('price'), quantity: t('quantity') };
  const code = field === 'quantity' ? 'amountInvalid' : 'priceInvalid';
  return (
    <Field
      name={field}
      label={labels[field]}
      inputMode="decimal"
      rules={{ validate: (text) => (plainDigits(text) === undefined ? (ofCode(code) ?? '') : true) }}
      hint={field === 'quantity' ? t('amend.hint') : undefined}
    />
  );
}

/** A price that is refused is the trigger's where there is no other. */
function placesOf(fields: readonly AmendName[]): Partial<Record<RefusalCode, AmendName>> {
  const placed = (['trigger', 'price', 'quantity'] as const).flatMap((field) => {
    const place = field === 'price' && !fields.includes('price') ? 'trigger' : field;
    return REFUSED[field].map((code) => [code, place] as const);
  });
  return Object.fromEntries(placed);
}

/** Only what differs. */
function changesOf(fields: readonly AmendName[], raw: AmendSheetProps['raw'], texts: Texts): AmendChanges {
  const changed = fields.flatMap((field) => {
    const typed = texts[field] ?? '';
    const plain = isSameNumber(typed, raw[field]) ? undefined : plainDigits(typed);
    return plain === undefined ? [] : [[field, plain] as const];
  });
  return Object.fromEntries(changed);
}
