import { useTranslation } from 'react-i18next';
import type { Sort, SortColumn } from '../../domain/index.ts';
import { nextSort } from '../../domain/index.ts';
import { look } from './look.ts';
import styles from './SortHeader.module.css';

interface SortButtonProps {
  readonly column: SortColumn;
  readonly text: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** A header that sorts: none, one way, the other way, none again. */
export function SortButton({ column, text, sort, onSort }: SortButtonProps) {
  const { t } = useTranslation('market');
  const state = sort.column === column ? sort.state : 0;
  const order = [t('sort.none'), t('sort.first'), t('sort.second')][state];
  return (
    <button
      type="button"
      className={look('tiny inline middle gap1 whole relative', styles['button'])}
      data-state={state}
      aria-label={`${text}: ${order}`}
      onClick={() => onSort(nextSort(sort, column))}
    >
      {text}
      <svg className={styles['arrows']} width="8" height="12" viewBox="0 0 8 12" aria-hidden="true">
        <path d="M1 5 4 1l3 4z" />
        <path d="M1 7l3 4 3-4z" />
      </svg>
    </button>
  );
}
