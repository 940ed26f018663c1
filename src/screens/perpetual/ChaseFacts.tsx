import { useTranslation } from 'react-i18next';
import type { ChaseLine } from '../../../workers/api.ts';
import { Fact } from '../../ui/Facts.tsx';

/** Where a chase began, how far and how long it may go, how often it has moved, and what becomes of the rest. */
export function ChaseFacts({ chase }: { readonly chase: ChaseLine }) {
  const { t } = useTranslation('perpetual');
  const ends = { market: t('chase.rest.market'), cancel: t('chase.rest.cancel') };
  return (
    <>
      <Fact name={t('chase.from')} text={chase.from} isPublic />
      <Fact name={t('chase.bound')} text={chase.bound} isPublic />
      <Fact name={t('chase.until')} text={chase.until} isPublic />
      <Fact name={t('chase.moves')} text={`${chase.moves}`} isPublic />
      <Fact name={t('chase.end')} text={ends[chase.rest]} isPublic />
    </>
  );
}
