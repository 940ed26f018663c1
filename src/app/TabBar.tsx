import { ArrowLeftRight, ChartCandlestick, House, Timer, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { look } from '../ui/look.ts';
import styles from './TabBar.module.css';

/** The bottom navigation: Home, Market, Trade, Options, Assets. */
export function TabBar() {
  const { t } = useTranslation('app');
  const tabs = [
    { to: '/home', text: t('tab.home'), Icon: House },
    { to: '/market', text: t('tab.market'), Icon: ChartCandlestick },
    { to: '/trade', text: t('tab.trade'), Icon: ArrowLeftRight },
    { to: '/cycle', text: t('tab.options'), Icon: Timer },
    { to: '/property', text: t('tab.assets'), Icon: Wallet },
  ];
  return (
    <nav className={look('grid rigid ground1 ruled', styles['bar'])} aria-label={t('tab.label')} data-dense>
      {tabs.map(({ to, text, Icon }) => (
        <NavLink className={look('tiny grid tight shrinks')} key={to} to={to} end>
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
          <span className={look('cut')}>{text}</span>
        </NavLink>
      ))}
    </nav>
  );
}
