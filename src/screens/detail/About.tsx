import { useTranslation } from 'react-i18next';
import type { MarketHead } from '../../../workers/api.ts';
import styles from './About.module.css';

/** What an order in this market must keep to, and where its prices come from. */
export function About({ market }: { readonly market: MarketHead }) {
  const { t } = useTranslation('detail');
  const kinds = { spot: t('kind.spot'), perpetual: t('kind.perpetual'), futures: t('kind.futures') };
  const origins = {
    simulated: t('origin.simulated'),
    recorded: t('origin.recorded', { date: market.recordedOn ?? '' }),
    live: t('origin.live'),
  };
  const facts = [
    [t('about.kind'), kinds[market.kind]],
    [t('about.origin'), origins[market.origin]],
    [t('about.tick'), `${market.tick} ${market.quote}`],
    [t('about.lot'), `${market.lot} ${market.base}`],
    [t('about.minQuantity'), `${market.minQuantity} ${market.base}`],
    [t('about.minTotal'), `${market.minTotal} ${market.quote}`],
  ];
  return (
    <dl className={styles['about']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
