import { ChevronRight, Lock, Waves } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Scenario } from '../../app/panels.ts';
import { MoneyActions } from '../../ui/account/MoneyActions.tsx';
import layout from '../../ui/layout.module.css';
import styles from './MoneyLinks.module.css';

/** How money moves, where it earns, and what would become of positions. */
export function MoneyLinks() {
  const { t } = useTranslation(['app', 'storage', 'perpetual']);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <MoneyActions />
      <Link className={`${layout['stack3']} ${layout['surface']} ${styles['earn']}`} to="/lockMining">
        <Lock size={18} aria-hidden="true" />
        <span>
          <b>{t('title.lockMining')}</b> <small>{t('storage:short')}</small>
        </span>
        <ChevronRight size={18} aria-hidden="true" />
      </Link>
      <button
        type="button"
        className={`${layout['stack3']} ${layout['surface']} ${styles['earn']}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Waves size={18} aria-hidden="true" />
        <span>
          <b>{t('perpetual:scenario.open')}</b> <small>{t('perpetual:scenario.short')}</small>
        </span>
        <ChevronRight size={18} aria-hidden="true" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Scenario onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
