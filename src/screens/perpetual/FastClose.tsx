import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesModel, PositionHead } from '../../state/futures.ts';
import { submit } from '../../state/login.ts';
import { settings } from '../../state/settings.ts';
import { useOnce } from '../../state/useOnce.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { CloseTerms } from './MarketActTerms.tsx';
import { positionName } from './positionName.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';

interface FastCloseProps {
  readonly head: PositionHead;
  readonly model: FuturesModel;
}

/** Closes a position at market with one tap; those who confirm their orders confirm here too. */
export function FastClose({ head, model }: FastCloseProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const toasts = useFuturesToasts();
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, once] = useOnce(positionName(head.market));
  const close = () =>
    once(async () => {
      setConfirming(false);
      const result = await submit('perpetual.close', { market: head.market });
      if (result.state === 'refused') toasts.refused(result.error);
      if (result.state === 'settled') toasts.placed(result.data.order, head.name, result.data.net);
    });
  const tap = () => {
    if (isBusy) return;
    if (settings.confirmOrders) setConfirming(true);
    else void close();
  };
  return (
    <>
      <Button size="s" tone="bad" isBusy={isBusy} onClick={tap}>
        {t('fast.action')}
      </Button>
      {isConfirming ? (
        <Confirm
          title={t('fast.title', { name: head.name })}
          confirm={t('fast.action')}
          cancel={t('trade:confirm.cancel')}
          onConfirm={() => void close()}
          onCancel={() => setConfirming(false)}
        >
          <CloseTerms head={head} model={model} />
        </Confirm>
      ) : null}
    </>
  );
}
