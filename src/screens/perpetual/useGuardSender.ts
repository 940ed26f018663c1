import { useTranslation } from 'react-i18next';
import { defined } from '../../../domain/index.ts';
import type { FuturesGuardFrame } from '../../../workers/api.ts';
import { submit } from '../../state/login.ts';
import { useOnce } from '../../state/useOnce.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';

/** Sends the guards that a frame says can be sent. */
export function useGuardSender(
  market: string,
  onDone: () => void,
): readonly [isBusy: boolean, send: (frame: FuturesGuardFrame) => Promise<void>] {
  const { t } = useTranslation('perpetual');
  const toasts = useFuturesToasts();
  const [isBusy, once] = useOnce();
  const send = ({ takeProfit, stopLoss, trailing, part }: FuturesGuardFrame) =>
    once(async () => {
      const result = await submit('perpetual.protect', {
        market,
        ...(takeProfit.request ? { takeProfit: takeProfit.request } : {}),
        ...(stopLoss.request ? { stopLoss: stopLoss.request } : {}),
        ...(trailing.request ? { trailing: trailing.request } : {}),
        ...defined({ quantity: part }),
      });
      if (result.state === 'refused') toasts.refused(result.error);
      if (result.state !== 'settled') return;
      toasts.show(takeProfit.request || stopLoss.request ? t('stopPl.done') : t('trailing.done'));
      onDone();
    });
  return [isBusy, send];
}
