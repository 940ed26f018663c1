import { useTranslation } from 'react-i18next';
import type { CellBoard } from '../../state/cells.ts';
import { LiveText } from '../LiveText.tsx';
import styles from '../market/FundingLine.module.css';

/** The day of a pair: between which prices it moved, and how much was traded. */
export function DayLine({ cells }: { readonly cells: CellBoard }) {
  const { t } = useTranslation('detail');
  return (
    <dl className={styles['funding']} data-spare>
      <div>
        <dt>{t('day.title')}</dt>
        <dd>
          <LiveText board={cells} cell="low" /> – <LiveText board={cells} cell="high" />
        </dd>
      </div>
      <div>
        <dt>{t('day.turnover')}</dt>
        <dd>
          <LiveText board={cells} cell="volume" />
        </dd>
      </div>
    </dl>
  );
}
