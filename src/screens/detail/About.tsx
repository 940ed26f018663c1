import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { languageTag, numberStyleOf, styleDigits } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { settings } from '../../state/settings.ts';
import { look } from '../../ui/look.ts';

/** What an order in this market must keep to, and where its prices come from. */
export function About({ market }: { readonly market: MarketHead }) {
  const { t } = useTranslation('detail');
  const style = numberStyleOf(languageTag(useSnapshot(settings).language));
  const kinds = { spot: t('kind.spot'), perpetual: t('kind.perpetual'), futures: t('kind.futures') };
  const origins = {
    simulated: t('origin.simulated'),
    recorded: t('origin.recorded', { date: market.recordedOn ?? '' }),
    live: t('origin.live'),
  };
  const facts = [
    [t('about.kind'), kinds[market.kind]],
    [t('about.origin'), origins[market.origin]],
    [t('about.tick'), `${styleDigits(market.tick, style)} ${market.quote}`],
    [t('about.lot'), `${styleDigits(market.lot, style)} ${market.base}`],
    [t('about.minQuantity'), `${styleDigits(market.minQuantity, style)} ${market.base}`],
    [t('about.minTotal'), `${styleDigits(market.minTotal, style)} ${market.quote}`],
  ];
  return (
    <dl className={look('top2')}>
      {facts.map(([name, value]) => (
        <div className={look('flex spread gap4 high3 small under')} key={name}>
          <dt>{name}</dt>
          <dd className={look('right')}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
