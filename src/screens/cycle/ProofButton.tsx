import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyChunk } from '../../app/chunks.ts';
import { Button } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';

const ProofSheet = lazy(lazyChunk(() => import('./ProofSheet.tsx')));

/** Opens the proof of a contract. */
export function ProofButton({ id }: { readonly id: number }) {
  const { t } = useTranslation('cycle');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="link"
        size="s"
        className={look('pushed')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('proof.open')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ProofSheet id={id} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
