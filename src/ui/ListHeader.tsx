import { useTranslation } from 'react-i18next';
import type { Sort } from '../../domain/index.ts';
import styles from './ListHeader.module.css';
import { look } from './look.ts';
import { SortButton } from './SortHeader.tsx';

interface ListHeaderProps {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** Headers over a list of markets: name, volume, latest price, change. */
export function ListHeader({ sort, onSort }: ListHeaderProps) {
  const { t } = useTranslation('market');
  return (
    <div className={look('grid middle', styles['header'])} data-dense>
      <span className={look('flex gap3', styles['names'])}>
        <SortButton column="name" text={t('column.name')} sort={sort} onSort={onSort} />
        <SortButton column="volume" text={t('column.volume')} sort={sort} onSort={onSort} />
      </span>
      <span className={styles['price']}>
        <SortButton column="price" text={t('column.price')} sort={sort} onSort={onSort} />
      </span>
      <span className={look('tiny right', styles['wide'])}>{t('column.high')}</span>
      <span className={look('tiny right', styles['wide'])}>{t('column.low')}</span>
      <span className={styles['change']}>
        <SortButton column="change" text={t('column.change')} sort={sort} onSort={onSort} />
      </span>
    </div>
  );
}
