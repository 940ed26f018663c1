import { BellPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyChunk } from '../../app/chunks.ts';
import { IconButton } from '../Button.tsx';

const AlertSheet = lazy(lazyChunk(() => import('./AlertSheet.tsx')));

/** The way to a market's price alerts. */
export function AlertButton({ market }: { readonly market: string }) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('alert.bell')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <BellPlus size={18} aria-hidden="true" />
      </IconButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <AlertSheet market={market} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
