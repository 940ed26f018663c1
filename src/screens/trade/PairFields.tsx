import { useTranslation } from 'react-i18next';
import { PriceInput } from '../../ui/ticket/PriceFields.tsx';
import type { TicketControl } from './useTicket.ts';

interface PairFieldsProps {
  readonly control: TicketControl;
  /** Of the prices. */
  readonly unit: string;
  /** Where what is wrong is said. */
  readonly errorId: string;
}

/** The prices of a pair of which one cancels the other: its limit, and where its stop is triggered and trades. */
export function PairFields({ control, unit, errorId }: PairFieldsProps) {
  const { t } = useTranslation('trade');
  const { ticket, frame, change, touch, errorOf } = control;
  const fields = [
    { field: 'price', name: t('price'), set: (text: string) => change({ price: text }) },
    { field: 'stopPrice', name: t('stopPrice'), set: (text: string) => change({ stopPrice: text }) },
    {
      field: 'stopLimitPrice',
      name: t('stopLimitPrice'),
      set: (text: string) => change({ stopLimitPrice: text }),
    },
  ] as const;
  return fields.map(({ field, name, set }) => (
    <PriceInput
      key={field}
      field={field}
      name={name}
      unit={unit}
      value={ticket[field]}
      last={frame?.quick.last}
      error={errorOf(field)}
      errorId={errorId}
      onChange={set}
      onLeave={() => touch(field)}
    />
  ));
}
