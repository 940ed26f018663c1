import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  ChevronRight,
  Lock,
  RefreshCw,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import layout from '../../ui/layout.module.css';
import styles from './MoneyLinks.module.css';

/** The four ways in which money moves, and where it earns. */
export function MoneyLinks() {
  const { t } = useTranslation(['app', 'funds', 'storage']);
  const links = [
    { to: '/recharge', text: t('title.recharge'), Icon: ArrowDownToLine },
    { to: '/withdraw', text: t('title.withdraw'), Icon: ArrowUpFromLine },
    { to: '/transfer', text: t('title.transfer'), Icon: ArrowLeftRight },
    { to: '/convert', text: t('title.convert'), Icon: RefreshCw },
  ];
  return (
    <nav aria-label={t('funds:links')}>
      <div className={`${layout['stack']} ${styles['links']}`}>
        {links.map(({ to, text, Icon }) => (
          <Link key={to} to={to}>
            <Icon size={20} aria-hidden="true" />
            <span>{text}</span>
          </Link>
        ))}
      </div>
      <Link className={`${layout['stack3']} ${layout['surface']} ${styles['earn']}`} to="/lockMining">
        <Lock size={18} aria-hidden="true" />
        <span>
          <b>{t('title.lockMining')}</b> <small>{t('storage:short')}</small>
        </span>
        <ChevronRight size={18} aria-hidden="true" />
      </Link>
    </nav>
  );
}
