import type { OrderLine } from '../../../workers/api.ts';
import { submit } from '../../state/login.ts';
import type { AmendChanges } from '../../ui/ticket/AmendSheet.tsx';
import { AmendSheet } from '../../ui/ticket/AmendSheet.tsx';
import type { OrderToasts } from './useOrderToasts.ts';

interface AmendOrderProps {
  readonly line: OrderLine;
  /** Where its line was dragged to. */
  readonly start?: AmendChanges;
  readonly toasts: OrderToasts;
  readonly onClose: () => void;
}

/** Changes an open order on a pair. */
export function AmendOrder({ line, start = {}, toasts, onClose }: AmendOrderProps) {
  return (
    <AmendSheet
      name={line.name}
      raw={{ quantity: line.raw.quantity, ...(line.raw.price === '' ? {} : { price: line.raw.price }) }}
      start={start}
      send={(changes) => submit('spot.amend', { id: line.id, ...changes })}
      onChanged={toasts.changed}
      onClose={onClose}
    />
  );
}
