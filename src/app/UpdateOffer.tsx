import { RefreshCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Button, IconButton } from '../ui/Button.tsx';
import { look } from '../ui/look.ts';
import styles from './UpdateOffer.module.css';
import { declineUpdate, takeUpdate, updates } from './updates.ts';

/** Offers a new version; it is never taken without a tap, and not while an order is under way. */
export function UpdateOffer() {
  const { t } = useTranslation('shell');
  const { state } = useSnapshot(updates);
  if (state === 'none') return null;
  return (
    <aside className={look('flex middle gap3 small rigid tall ground2 under', styles['offer'])} role="status">
      <RefreshCw className={look('accent')} size={18} aria-hidden="true" />
      <p className={look('high2 shrinks grows')}>
        {state === 'ready' ? t('update.ready') : t('update.waiting')}
      </p>
      {state === 'ready' ? (
        <>
          <Button look="link" onClick={takeUpdate}>
            {t('update.take')}
          </Button>
          <IconButton label={t('update.later')} onClick={declineUpdate}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
    </aside>
  );
}
