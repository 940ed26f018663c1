import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderLine } from '../../../workers/api.ts';
import { submit } from '../../state/login.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import styles from './OpenOrders.module.css';
import { useOnce } from './useOnce.ts';
import { useOrderToasts } from './useOrderToasts.ts';

interface RevokeAllProps {
  /** Only of this market; absent: of all. */
  readonly market: string | undefined;
  readonly lines: readonly OrderLine[];
  readonly onRevoke: (ids: readonly number[]) => void;
}

/** Takes all open orders back, after asking once. */
export function RevokeAll({ market, lines, onRevoke }: RevokeAllProps) {
  const { t } = useTranslation('trade');
  const toasts = useOrderToasts();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, once] = useOnce();
  const revoke = () =>
    once(async () => {
      setAsking(false);
      onRevoke(lines.map(({ id }) => id));
      const result = await submit('spot.cancelAll', market === undefined ? {} : { market });
      if (result.state === 'settled') toasts.revoked();
      if (result.state === 'refused') toasts.refused(result.error);
    });
  const name = market === undefined ? undefined : lines[0]?.name;
  return (
    <>
      <button
        type="button"
        className={styles['all']}
        aria-disabled={isBusy}
        onClick={() => setAsking(!isBusy)}
      >
        {t('revokeAll.action')}
      </button>
      {isAsking ? (
        <Confirm
          title={t('revokeAll.title')}
          confirm={t('revokeAll.action')}
          cancel={t('revokeAll.keep')}
          onConfirm={() => void revoke()}
          onCancel={() => setAsking(false)}
        >
          <p>
            {name === undefined
              ? t('revokeAll.ofAll', { count: lines.length })
              : t('revokeAll.ofPair', { count: lines.length, name })}
          </p>
        </Confirm>
      ) : null}
    </>
  );
}
