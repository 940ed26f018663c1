import { useSender } from '../../state/useSender.ts';
import { positionName } from './positionName.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';

/** Turns a position over. While it is not known whether one has acted, no other goes out: two of them end where they began. */
export function useReverse(
  market: string,
  /** Of the market, as users know it. */
  name: string,
): readonly [isBusy: boolean, reverse: () => Promise<void>] {
  const toasts = useFuturesToasts();
  const { state, send } = useSender('perpetual.reverse', '', positionName(market));
  const reverse = async () => {
    const result = await send({ market });
    if (result?.state === 'refused') toasts.refused(result.error);
    if (result?.state === 'settled') toasts.placed(result.data.order, name, result.data.net);
  };
  return [state !== 'idle', reverse];
}
