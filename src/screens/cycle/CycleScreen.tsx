import { useTranslation } from 'react-i18next';
import { NewsBell } from '../../ui/NewsBell.tsx';
import trade from '../../ui/trade/TradeLayout.module.css';
import { CycleTrade } from './CycleTrade.tsx';

/** Cycle contracts under the Options tab. */
export default function CycleScreen() {
  const { t } = useTranslation('app');
  return (
    <section className={trade['trade']}>
      <h1 className="visually-hidden">{t('title.cycle')}</h1>
      <CycleTrade tools={<NewsBell />} />
    </section>
  );
}
