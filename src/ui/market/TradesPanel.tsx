import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proxy, useSnapshot } from 'valtio';
import type { Freshness, TradesFrame, TradesView } from '../../../workers/api.ts';
import { CellBoard } from '../../state/cells.ts';
import { useView } from '../../state/useView.ts';
import { FreshMark } from '../FreshMark.tsx';
import { LiveText } from '../LiveText.tsx';
import { look } from '../look.ts';
import styles from './TradesPanel.module.css';

const COUNT = 30;
/** Stands before a size that is far from usual. */
const BIG = '◆';
const places = Array.from({ length: COUNT }, (_, place) => place);

class TradesModel {
  readonly state = proxy<{ freshness: Freshness | undefined }>({ freshness: undefined });
  readonly cells = new CellBoard();

  apply({ rows, freshness }: TradesFrame): void {
    for (const place of places) {
      const row = rows[place];
      this.cells.write(`${place}:time`, row?.time ?? '');
      this.cells.write(`${place}:price`, row?.price ?? '', row ? (row.side === 'buy' ? 1 : -1) : 0);
      this.cells.write(`${place}:quantity`, row?.isBig ? `${BIG} ${row.quantity}` : (row?.quantity ?? ''));
    }
    const { state } = this;
    if (state.freshness?.state !== freshness.state || state.freshness.ageText !== freshness.ageText)
      state.freshness = freshness;
  }
}

/** The newest trades, coloured by the side that took. */
export function TradesPanel({ id, base }: { readonly id: string; readonly base: string }) {
  const { t } = useTranslation(['detail', 'trade']);
  const [model] = useState(() => new TradesModel());
  const { freshness } = useSnapshot(model.state);
  const view = useMemo<TradesView>(() => ({ kind: 'trades', id, count: COUNT }), [id]);
  useView(view, (frame) => model.apply(frame));
  return (
    <div>
      <p className={look('flex', styles['state'])}>
        <FreshMark freshness={freshness} />
      </p>
      <table className={look('small', styles['trades'])}>
        <thead>
          <tr>
            <th className={look('mini')}>{t('trades.time')}</th>
            <th className={look('mini')}>{t('trade:price')}</th>
            <th className={look('mini')}>{t('trades.quantity', { base })}</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place}>
              <td>
                <LiveText board={model.cells} cell={`${place}:time`} />
              </td>
              <td>
                <LiveText board={model.cells} cell={`${place}:price`} />
              </td>
              <td>
                <LiveText board={model.cells} cell={`${place}:quantity`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={look('tiny')}>
        {BIG} {t('trades.big')}
      </p>
    </div>
  );
}
