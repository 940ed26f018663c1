import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PositionHead } from '../../state/futures.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { ReverseTerms } from './MarketActTerms.tsx';
import { useReverse } from './useReverse.ts';

/** Closes a position at market and opens as much on the other side, after asking once. */
export function ReverseButton({ head }: { readonly head: PositionHead }) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, reverse] = useReverse(head.market, head.name);
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
          onConfirm={() => {
            setConfirming(false);
            void reverse();
          }}
          onCancel={() => setConfirming(false)}
        >
          <ReverseTerms head={head} />
        </Confirm>
      ) : null}
    </>
  );
}
