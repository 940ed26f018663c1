import { ChevronRight, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MoneyActions } from '../../ui/account/MoneyActions.tsx';
import layout from '../../ui/layout.module.css';
import styles from './MoneyLinks.module.css';

/** How money moves, and where it earns. */
export function MoneyLinks() {
  const { t } = useTranslation(['app', 'storage']);
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
    </>
  );
}
