import { useTranslation } from 'react-i18next';
import type { CellBoard } from '../../state/cells.ts';
import { LiveText } from '../LiveText.tsx';
import { movingAverages } from './averages.ts';
import styles from './Chart.module.css';

interface LegendProps {
  readonly board: CellBoard;
  readonly showsAverages: boolean;
}

/** The bar under the finger, or the newest one. */
export function Legend({ board, showsAverages }: LegendProps) {
  const { t } = useTranslation('detail');
  const prices = [
    { cell: 'open', text: t('legend.open') },
    { cell: 'high', text: t('legend.high') },
    { cell: 'low', text: t('legend.low') },
    { cell: 'close', text: t('legend.close') },
    { cell: 'volume', text: t('legend.volume') },
  ];
  return (
    <div className={styles['legend']}>
      <p>
        <LiveText board={board} cell="time" />
        {prices.map(({ cell, text }) => (
          <span key={cell}>
            {text} <LiveText board={board} cell={cell} className={styles['value']} />
          </span>
        ))}
        <LiveText board={board} cell="change" />
      </p>
      {showsAverages ? (
        <p>
          {movingAverages.map((length, i) => (
            <span key={length} data-average={i}>
              {t('legend.average', { length })} <LiveText board={board} cell={`average${i}`} />
            </span>
          ))}
        </p>
      ) : null}
    </div>
  );
}
