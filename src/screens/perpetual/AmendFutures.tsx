import { defined } from '../../../domain/index.ts';
import type { FuturesOrderLine } from '../../../workers/api.ts';
import { submit } from '../../state/login.ts';
import type { AmendChanges } from '../../ui/ticket/AmendSheet.tsx';
import { AmendSheet } from '../../ui/ticket/AmendSheet.tsx';
import { TrailSheet } from './TrailSheet.tsx';
import { useFuturesToasts } from './useFuturesToasts.ts';

interface AmendFuturesProps {
  readonly line: FuturesOrderLine;
  /** Where its line was dragged to. */
  readonly start?: AmendChanges;
  readonly onClose: () => void;
}

/** Changes an open order on a perpetual. */
export function AmendFutures({ line, start = {}, onClose }: AmendFuturesProps) {
  const toasts = useFuturesToasts();
  if (line.trail && line.status === 'waiting')
    return (
      <TrailSheet
        {...{ market: line.market, id: line.id, isGuard: false, trail: line.trail, onClose }}
        source={line.triggerSource ?? 'last'}
      />
    );
  return (
    <AmendSheet
      name={line.name}
      raw={changeable(line)}
      start={start}
      send={({ trigger, ...changes }) =>
        submit('perpetual.amend', {
          id: line.id,
          ...changes,
          ...defined({ triggerPrice: trigger }),
        })
      }
      onChanged={toasts.changed}
      onClose={onClose}
    />
  );
}

/** What an order has can be changed; its trigger only while it waits for it. */
function changeable({ raw: { price, trigger, quantity }, status }: FuturesOrderLine): AmendChanges {
  return {
    ...(status === 'waiting' && trigger !== '' ? { trigger } : {}),
    ...(price === '' ? {} : { price }),
    ...(quantity === '' ? {} : { quantity }),
  };
}
