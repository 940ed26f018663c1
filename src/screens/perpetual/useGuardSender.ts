import { useTranslation } from 'react-i18next';
import { defined } from '../../../domain/index.ts';
import type { FuturesGuardFrame } from '../../../workers/api.ts';
import { useSender } from '../../state/useSender.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';

/** Sends the guards that a frame says can be sent. */
export function useGuardSender(
  market: string,
  onDone: () => void,
): readonly [isBusy: boolean, send: (frame: FuturesGuardFrame) => Promise<void>] {
  const { t } = useTranslation('perpetual');
  const toasts = useFuturesToasts();
  const sender = useSender('perpetual.protect', market);
  const send = async ({ takeProfit, stopLoss, trailing, part }: FuturesGuardFrame) => {
    const result = await sender.send({
      market,
      ...(takeProfit.request ? { takeProfit: takeProfit.request } : {}),
      ...(stopLoss.request ? { stopLoss: stopLoss.request } : {}),
      ...(trailing.request ? { trailing: trailing.request } : {}),
      ...defined({ quantity: part }),
    });
    if (result?.state === 'refused') toasts.refused(result.error);
    if (result?.state !== 'settled') return;
    toasts.show(takeProfit.request || stopLoss.request ? t('stopPl.done') : t('trailing.done'));
    onDone();
  };
  return [sender.state !== 'idle', send];
}
