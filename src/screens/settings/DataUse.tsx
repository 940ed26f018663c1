import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { look } from '../../ui/look.ts';
import styles from './SettingScreen.module.css';

const MEGABYTE = 1_048_576;

/** How data is saved, and how much this device keeps. */
export function DataUse() {
  const { t, i18n } = useTranslation('shell');
  const kept = useKept();
  const size = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  return (
    <section className={look('stack', styles['group'])}>
      <h2 className={look('faint light')}>{t('settings.data')}</h2>
      <div>
        <p>{t('settings.dataText')}</p>
        {kept === undefined ? null : <p>{t('settings.storage', { size: size.format(kept / MEGABYTE) })}</p>}
      </div>
    </section>
  );
}

/** Bytes that the browser keeps for this page; undefined where it does not say. */
function useKept(): number | undefined {
  const [kept, setKept] = useState<number>();
  useEffect(() => {
    navigator.storage?.estimate?.().then(
      ({ usage }) => setKept(usage),
      () => undefined,
    );
  }, []);
  return kept;
}
