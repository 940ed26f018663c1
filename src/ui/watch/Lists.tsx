import { lazy, Suspense } from 'react';
import { withWords } from '../../i18n/index.ts';

const Sheet = lazy(withWords(() => import('./ListsSheet.tsx')));

interface ListsProps {
  /** Whose lists are open; `all`: the lists themselves; absent: nothing is. */
  readonly open: { readonly id: string; readonly name: string } | 'all' | undefined;
  readonly onClose: () => void;
}

/** The sheet of watch lists; its code comes when it is first opened. */
export function Lists({ open, onClose }: ListsProps) {
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Sheet market={open === 'all' ? undefined : open} onClose={onClose} />
    </Suspense>
  );
}
