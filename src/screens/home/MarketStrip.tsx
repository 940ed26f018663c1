import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { unsorted } from '../../../domain/index.ts';
import type { ListView } from '../../../workers/api.ts';
import { useFirstMarkets } from '../../state/firstMarkets.ts';
import type { ListModel } from '../../state/listModel.ts';
import { useHead } from '../../state/useHead.ts';
import { useView } from '../../state/useView.ts';
import { LiveText } from '../../ui/LiveText.tsx';
import styles from './MarketStrip.module.css';

/** The majors side by side. */
export function MarketStrip({ model }: { readonly model: ListModel }) {
  const { t } = useTranslation('market');
  const { majors } = useFirstMarkets();
  const view = useMemo<ListView>(
    () => ({
      kind: 'list',
      list: 'favorites',
      ids: majors,
      sort: unsorted,
      first: 0,
      last: majors.length - 1,
      columns: ['value0', 'value1'],
      sparkline: true,
      held: false,
    }),
    [majors],
  );
  useView(view, (frame) => model.apply(frame));
  const { total } = useSnapshot(model.state);
  const places = Array.from({ length: total < 0 ? 4 : total }, (_, place) => place);
  return (
    <nav className={styles['strip']} aria-label={t('majors')}>
      {places.map((place) => (
        <Card key={place} place={place} model={model} />
      ))}
    </nav>
  );
}

function Card({ place, model }: { readonly place: number; readonly model: ListModel }) {
  const head = useHead(model, place);
  // A link without a word would lead nobody anywhere: until its market is known, the card is room alone.
  if (!head) return <div className={styles['card']} aria-hidden="true" />;
  return (
    <Link className={styles['card']} to={`/coinDetail/${head.id}`}>
      <span className={styles['name']}>
        <b>{head.base}</b>
        <LiveText board={model.cells} cell={`${place}:1`} />
      </span>
      <LiveText board={model.cells} cell={`${place}:0`} className={styles['price']} />
      <svg data-rises={head.rises} viewBox="0 0 64 24" preserveAspectRatio="none" aria-hidden="true">
        <path d={head.sparkline} />
      </svg>
    </Link>
  );
}
