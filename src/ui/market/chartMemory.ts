import type { ChartInterval } from '../../../domain/index.ts';
import { chartIntervals } from '../../../domain/index.ts';
import { readJson, storageKeys, writeJson } from '../../state/storage.ts';

export interface ChartChoice {
  readonly interval: ChartInterval;
}

const FIRST: ChartChoice = { interval: '15m' };
const MOST = 100;

function chartsFrom(value: unknown): Map<string, ChartChoice> | undefined {
  if (!Array.isArray(value)) return undefined;
  const charts = new Map<string, ChartChoice>();
  for (const entry of value) {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string') return undefined;
    const interval = chartIntervals.find((each) => each === entry[1]);
    if (interval === undefined) return undefined;
    charts.set(entry[0], { interval });
  }
  return charts;
}

const load = () => readJson(storageKeys.charts, chartsFrom) ?? new Map<string, ChartChoice>();

/** How a market's chart was last looked at. @param first when it never was. */
export function storedChart(id: string, first: ChartChoice = FIRST): ChartChoice {
  return load().get(id) ?? first;
}

export function storeChart(id: string, chart: ChartChoice): void {
  const charts = load();
  charts.delete(id);
  charts.set(id, chart);
  const rows = [...charts].slice(-MOST).map(([key, { interval }]) => [key, interval]);
  writeJson(storageKeys.charts, rows);
}
