import { ChartColumn, ChevronRight, Lock, Waves } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Scenario } from '../../app/panels.ts';
import { MoneyActions } from '../../ui/account/MoneyActions.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import styles from './MoneyLinks.module.css';

/** How money moves, where it earns, and what would become of positions. */
export function MoneyLinks() {
  const { t } = useTranslation(['app', 'storage', 'perpetual']);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <MoneyActions />
      <Link className={look('stack3 surface middle left tall', styles['earn'])} to="/lockMining">
        <Lock className={look('dim')} size={18} aria-hidden="true" />
        <span>
          <b>{t('title.lockMining')}</b> <small>{t('storage:short')}</small>
        </span>
        <ChevronRight className={look('dim')} size={18} aria-hidden="true" />
      </Link>
      <Link className={look('stack3 surface middle left tall', styles['earn'])} to="/property/results">
        <ChartColumn className={look('dim')} size={18} aria-hidden="true" />
        <span>
          <b>{t('title.results')}</b> <small>{t('perpetual:results.short')}</small>
        </span>
        <ChevronRight className={look('dim')} size={18} aria-hidden="true" />
      </Link>
      <Press
        className={look('stack3 surface middle left tall', styles['earn'])}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Waves className={look('dim')} size={18} aria-hidden="true" />
        <span>
          <b>{t('perpetual:scenario.open')}</b> <small>{t('perpetual:scenario.short')}</small>
        </span>
        <ChevronRight className={look('dim')} size={18} aria-hidden="true" />
      </Press>
      {isOpen ? (
        <Suspense fallback={null}>
          <Scenario onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
