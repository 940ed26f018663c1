import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { FuturesModel } from '../../state/futures.ts';
import { submit } from '../../state/login.ts';
import { settings } from '../../state/settings.ts';
import { useOnce } from '../../state/useOnce.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { LiveAmount } from '../../ui/LiveAmount.tsx';
import { useFuturesToasts } from './useFuturesToasts.ts';

interface CloseAllProps {
  readonly count: number;
  readonly model: FuturesModel;
}

/** Closes every position at market with one click; those who confirm their orders confirm here too. */
export function CloseAll({ count, model }: CloseAllProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const toasts = useFuturesToasts();
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, once] = useOnce('positions');
  const close = () =>
    once(async () => {
      setConfirming(false);
      const result = await submit('perpetual.closeAll', {});
      if (result.state === 'refused') toasts.refused(result.error);
      if (result.state !== 'settled') return;
      const nets = result.data.closed.flatMap(({ net }) => net ?? []);
      const open = result.data.closed.filter(
        ({ refusal, position }) => refusal !== null || position !== null,
      );
      if (open.length === 0) toasts.closed('futures:told', 'good', t('closeAll.done'), '', nets);
      else toasts.closed('futures:told', 'part', t('closeAll.some', { count: open.length }), '', nets);
    });
  const tap = () => {
    if (isBusy) return;
    if (settings.confirmOrders) setConfirming(true);
    else void close();
  };
  return (
    <>
      <Button look="link" size="s" tone="bad" isBusy={isBusy} onClick={tap}>
        {t('closeAll.action')}
      </Button>
      {isConfirming ? (
        <Confirm
          title={t('closeAll.title')}
          confirm={t('closeAll.action')}
          cancel={t('trade:confirm.cancel')}
          onConfirm={() => void close()}
          onCancel={() => setConfirming(false)}
        >
          <p>{t('closeAll.text', { count })}</p>
          <Facts look="ask">
            <Fact name={t('netNow')}>
              <LiveAmount board={model.cells} cell="net" /> {SETTLEMENT_ASSET}
            </Fact>
          </Facts>
        </Confirm>
      ) : null}
    </>
  );
}
