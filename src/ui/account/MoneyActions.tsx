import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { look } from '../look.ts';
import styles from './MoneyActions.module.css';

/** The four ways in which money moves. */
export function MoneyActions() {
  const { t } = useTranslation(['app', 'funds']);
  const links = [
    { to: '/recharge', text: t('title.recharge'), Icon: ArrowDownToLine },
    { to: '/withdraw', text: t('title.withdraw'), Icon: ArrowUpFromLine },
    { to: '/transfer', text: t('title.transfer'), Icon: ArrowLeftRight },
    { to: '/convert', text: t('title.convert'), Icon: RefreshCw },
  ];
  return (
    <nav className={look('stack quarters inset', styles['links'])} aria-label={t('funds:links')} data-exact>
      {links.map(({ to, text, Icon }) => (
        <Link className={look('stack box bright mini mid')} key={to} to={to}>
          <Icon className={look('accent')} size={20} aria-hidden="true" />
          <span>{text}</span>
        </Link>
      ))}
    </nav>
  );
}
