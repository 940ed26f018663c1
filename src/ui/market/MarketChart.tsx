import { useState } from 'react';
import { Chart } from '../chart/Chart.tsx';
import { keepChart, keptChart } from './chartMemory.ts';
import { Intervals } from './Intervals.tsx';
import styles from './MarketChart.module.css';

/** A market's chart with its intervals, as it was last looked at. */
export default function MarketChart({
  id,
  onMove,
}: {
  readonly id: string;
  /** Own orders are drawn, and one was dragged to this place on the chart. */
  readonly onMove?: (order: number, price: number) => void;
}) {
  const [chart, setChart] = useState(() => keptChart(id));
  const change = (next: Partial<typeof chart>) => {
    const merged = { ...chart, ...next };
    setChart(merged);
    keepChart(id, merged);
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
        <Chart id={id} interval={chart.interval} showsAverages={chart.showsAverages} onMove={onMove} />
      </div>
    </section>
  );
}
