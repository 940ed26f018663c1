import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PositionHead } from '../../state/futures.ts';
import { submit } from '../../state/login.ts';
import { useOnce } from '../../state/useOnce.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { ReverseTerms } from './MarketActTerms.tsx';
import { positionName } from './positionName.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';

/** Closes a position at market and opens as much on the other side, after asking once. */
export function ReverseButton({ head }: { readonly head: PositionHead }) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const toasts = useFuturesToasts();
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, once] = useOnce(positionName(head.market));
  const reverse = () =>
    once(async () => {
      setConfirming(false);
      const result = await submit('perpetual.reverse', { market: head.market });
      if (result.state === 'refused') toasts.refused(result.error);
      if (result.state === 'settled') toasts.placed(result.data.order, head.name, result.data.net);
    });
  return (
    <>
      <Button size="s" isBusy={isBusy} onClick={() => setConfirming(!isBusy)}>
        {t('action.reverse')}
      </Button>
      {isConfirming ? (
        <Confirm
          title={t('reverse.title', { name: head.name })}
          confirm={t('action.reverse')}
          cancel={t('trade:confirm.cancel')}
          onConfirm={() => void reverse()}
          onCancel={() => setConfirming(false)}
        >
          <ReverseTerms head={head} />
        </Confirm>
      ) : null}
    </>
  );
}
