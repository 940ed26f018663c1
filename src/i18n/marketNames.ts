import { useTranslation } from 'react-i18next';
import type { MarketHead } from '../../workers/api.ts';

/** A market's name with its kind: a perpetual is called like the pair of its spot market. */
export function useMarketName(): (market: Pick<MarketHead, 'name' | 'kind'>) => string {
  const { t } = useTranslation('market');
  const kinds = { spot: '', perpetual: ` ${t('kind.perp')}`, futures: ` ${t('tabs.futures')}` };
  return ({ name, kind }) => name + kinds[kind];
}
