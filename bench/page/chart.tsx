import './setup.ts';
import { Chart } from '../../src/ui/chart/Chart.tsx';
import { show } from './show.tsx';

const close = () => document.querySelector('[data-cell="close"]')?.textContent ?? undefined;

/** The product's own chart, alone on a page. */
void show(
  <div style={{ height: 500, display: 'grid' }}>
    <Chart id="PROBE-USDT" interval="1m" showsAverages={true} />
  </div>,
  close,
);
