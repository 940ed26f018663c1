import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { submit } from '../../state/login.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { useOnce } from '../trade/useOnce.ts';
import styles from './Futures.module.css';
import { useFuturesToasts } from './useFuturesToasts.ts';

/** Closes every position at market with one click, after asking once. */
export function CloseAll({ count }: { readonly count: number }) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const toasts = useFuturesToasts();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, once] = useOnce();
  const close = () =>
    once(async () => {
      setAsking(false);
      const result = await submit('perpetual.closeAll', {});
      if (result.state === 'refused') toasts.refused(result.error);
      if (result.state !== 'settled') return;
      const open = result.data.closed.filter(
        ({ refusal, position }) => refusal !== null || position !== null,
      );
      if (open.length === 0) toasts.told(t('closeAll.done'));
      else toasts.told(t('closeAll.some', { count: open.length }), 'part');
    });
  return (
    <>
      <button
        type="button"
        className={styles['all']}
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => setAsking(!isBusy)}
      >
        {t('closeAll.action')}
      </button>
      {isAsking ? (
        <Confirm
          title={t('closeAll.title')}
          confirm={t('closeAll.action')}
          cancel={t('trade:confirm.cancel')}
          onConfirm={() => void close()}
          onCancel={() => setAsking(false)}
        >
          <p>{t('closeAll.text', { count })}</p>
        </Confirm>
      ) : null}
    </>
  );
}
