import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Indicator } from '../../../domain/index.ts';
import { hasTitle, indicatorRules, plotsOf } from '../../../domain/index.ts';
import type { CellBoard } from '../../state/cells.ts';
import { settings } from '../../state/settings.ts';
import { LiveText } from '../LiveText.tsx';
import { look } from '../look.ts';
import styles from './Chart.module.css';
import { indicatorTitle } from './indicatorTitle.ts';
import { plotStyle } from './plotColours.ts';

interface LegendProps {
  readonly board: CellBoard;
  readonly indicators: readonly Indicator[];
}

/** An indicator, and the place of its first line among those of all. */
interface Placed {
  readonly indicator: Indicator;
  readonly first: number;
}

function placed(indicators: readonly Indicator[], isPane: boolean): readonly Placed[] {
  let next = 0;
  return indicators
    .map((indicator) => {
      const first = next;
      next += plotsOf(indicator).length;
      return { indicator, first };
    })
    .filter(({ indicator }) => indicatorRules[indicator.kind].isPane === isPane);
}

/** The bar under the finger, or the newest one, with the figures of what is drawn over the prices. */
export function Legend({ board, indicators }: LegendProps) {
  const { t } = useTranslation('detail');
  const prices = [
    { cell: 'open', text: t('legend.open') },
    { cell: 'high', text: t('legend.high') },
    { cell: 'low', text: t('legend.low') },
    { cell: 'close', text: t('legend.close') },
    { cell: 'volume', text: t('legend.volume') },
  ];
  return (
    <div className={look('grid dim', styles['legend'])}>
      <p>
        <LiveText board={board} cell="time" />
        {prices.map(({ cell, text }) => (
          <span key={cell}>
            {text} <LiveText board={board} cell={cell} className={look('text')} />
          </span>
        ))}
        <LiveText board={board} cell="change" />
      </p>
      <div className={styles['over']}>
        {placed(indicators, false).map((each) => (
          <Figures key={each.indicator.kind} board={board} {...each} />
        ))}
      </div>
    </div>
  );
}

/** The figures of each pane, at its upper edge. @param tops px below the prices' own. */
export function PaneLegends({ board, indicators, tops }: LegendProps & { readonly tops: readonly number[] }) {
  return placed(indicators, true).map((each, pane) =>
    tops[pane] === undefined ? null : (
      <div key={each.indicator.kind} className={look('dim', styles['pane'])} style={{ top: tops[pane] }}>
        <Figures board={board} {...each} />
      </div>
    ),
  );
}

/** Lines by their cells: two averages of one length have the same label. */
const cellsOf = (indicator: Indicator, first: number) =>
  plotsOf(indicator).map((plot, i) => ({ ...plot, cell: `plot${first + i}` }));

function Figures({ board, indicator, first }: Placed & { readonly board: CellBoard }) {
  const { language } = useSnapshot(settings);
  return (
    <p data-indicator={indicator.kind}>
      {hasTitle(indicator.kind) ? <span>{indicatorTitle(indicator, language)}</span> : null}
      {cellsOf(indicator, first).map(({ label, colour, cell }) => (
        <span key={cell} style={plotStyle(colour === undefined ? undefined : indicator.colours[colour])}>
          {label} <LiveText board={board} cell={cell} />
        </span>
      ))}
    </p>
  );
}
