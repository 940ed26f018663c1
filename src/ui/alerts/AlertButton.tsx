import { BellPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyChunk } from '../../app/chunks.ts';
import styles from './AlertButton.module.css';

const AlertSheet = lazy(lazyChunk(() => import('./AlertSheet.tsx')));

/** The way to a market's price alerts. */
export function AlertButton({ market }: { readonly market: string }) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles['bell']}
        aria-label={t('alert.bell')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellPlus size={18} aria-hidden="true" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <AlertSheet market={market} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
