import './setup.ts';
import type { IndicatorKind } from '../../domain/index.ts';
import { firstIndicator, indicatorKinds } from '../../domain/index.ts';
import { Chart } from '../../src/ui/chart/Chart.tsx';
import { show } from './show.tsx';

const close = () => document.querySelector('[data-cell="close"]')?.textContent ?? undefined;

const named = new URLSearchParams(location.search).get('indicators')?.split(' ') ?? [];
const isKind = (text: string): text is IndicatorKind => indicatorKinds.some((kind) => kind === text);
const indicators = named.filter(isKind).map(firstIndicator);

/** The product's own chart, alone on a page. */
void show(
  <div style={{ height: 500, display: 'grid' }}>
    <Chart id="PROBE-USDT" interval="1m" indicators={indicators} scale="normal" />
  </div>,
  close,
);
