import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyChunk } from '../../app/chunks.ts';
import styles from './ProofButton.module.css';

const ProofSheet = lazy(lazyChunk(() => import('./ProofSheet.tsx')));

/** Opens the proof of a contract. */
export function ProofButton({ id }: { readonly id: number }) {
  const { t } = useTranslation('cycle');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles['proof']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('proof.open')}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ProofSheet id={id} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
