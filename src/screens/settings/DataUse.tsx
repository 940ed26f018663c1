import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_FIGURE } from '../../../domain/index.ts';
import { Group } from './Group.tsx';

const MEGABYTE = 1_048_576;

/** How data is saved, and how much this device keeps. */
export function DataUse() {
  const { t, i18n } = useTranslation('shell');
  const kept = useStoredState();
  const size = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  return (
    <Group title={t('settings.data')}>
      <p>{t('settings.dataText')}</p>
      <p>{t('settings.storage', { size: kept === undefined ? NO_FIGURE : size.format(kept / MEGABYTE) })}</p>
    </Group>
  );
}

/** Bytes that the browser keeps for this page; undefined where it does not say. */
function useStoredState(): number | undefined {
  const [kept, setKept] = useState<number>();
  useEffect(() => {
    navigator.storage?.estimate?.().then(
      ({ usage }) => setKept(usage),
      () => undefined,
    );
  }, []);
  return kept;
}
