import { useState } from 'react';
import type { CycleMark } from '../../../workers/api.ts';
import { Chart } from '../chart/Chart.tsx';
import type { KeptChart } from './chartMemory.ts';
import { keepChart, keptChart } from './chartMemory.ts';
import { Intervals } from './Intervals.tsx';
import styles from './MarketChart.module.css';

/** A market's chart with its intervals, as it was last looked at. */
export default function MarketChart({
  id,
  onMove,
  entries,
  memory = id,
  first,
  marks,
}: {
  readonly id: string;
  /** Own orders are drawn, and one was dragged to this place on the chart. */
  readonly onMove?: (order: number, price: number) => void;
  /** Entry prices of cycle contracts. */
  readonly entries?: readonly CycleMark[];
  /** Under which name it is remembered how the chart was looked at; absent: under the market's. */
  readonly memory?: string;
  /** How it is looked at first. */
  readonly first?: KeptChart;
  /** Whose orders are drawn; absent: those of the spot market. */
  readonly marks?: 'marks' | 'futuresMarks';
}) {
  const [chart, setChart] = useState(() => keptChart(memory, first));
  const change = (next: Partial<typeof chart>) => {
    const merged = { ...chart, ...next };
    setChart(merged);
    keepChart(memory, merged);
  };
  return (
    <section className={styles['chart']}>
      <Intervals
        interval={chart.interval}
        showsAverages={chart.showsAverages}
        onInterval={(interval) => change({ interval })}
        onAverages={(showsAverages) => change({ showsAverages })}
      />
      <div className={styles['canvas']}>
        <Chart
          id={id}
          interval={chart.interval}
          showsAverages={chart.showsAverages}
          onMove={onMove}
          entries={entries}
          marks={marks}
        />
      </div>
    </section>
  );
}
