import type { Indicator, MarketKind } from '../../../domain/index.ts';
import { firstIndicator, indicatorFrom, indicatorRules, MOST_PANES } from '../../../domain/index.ts';
import { readJson, storageKeys, writeJson } from '../../state/storage.ts';
import type { ChartScale } from '../chart/engine.ts';

/** Charts of one kind look alike. */
export type ChartKind = MarketKind | 'cycle';

export interface ChartStyle {
  /** In the order in which they stand; each kind once. */
  readonly indicators: readonly Indicator[];
  readonly scale: ChartScale;
  /** Volume by price stands beside the bars. */
  readonly hasProfile: boolean;
}

export const scales: readonly ChartScale[] = ['normal', 'log', 'percent'];
const kinds: readonly ChartKind[] = ['spot', 'perpetual', 'futures', 'cycle'];

const FIRST: ChartStyle = { indicators: [firstIndicator('ma')], scale: 'normal', hasProfile: false };
/** Contracts run for seconds and minutes: nothing stands before their line. */
const FIRST_CYCLE: ChartStyle = { indicators: [], scale: 'normal', hasProfile: false };

/** How many panes stand below the prices. */
export const panesOf = (indicators: readonly Indicator[]): number =>
  indicators.filter(({ kind }) => indicatorRules[kind].isPane).length;

function styleFrom(value: unknown): ChartStyle | undefined {
  if (!Array.isArray(value) || !Array.isArray(value[0])) return undefined;
  const scale = scales.find((each) => each === value[1]);
  const indicators = value[0].map(indicatorFrom).filter((each) => each !== undefined);
  const isValid =
    indicators.length === value[0].length &&
    new Set(indicators.map(({ kind }) => kind)).size === indicators.length &&
    panesOf(indicators) <= MOST_PANES;
  // Absent: kept before there was a choice.
  const hasProfile = value[2] === true;
  return isValid && scale ? { indicators, scale, hasProfile } : undefined;
}

function stylesFrom(value: unknown): Map<ChartKind, ChartStyle> | undefined {
  if (!Array.isArray(value)) return undefined;
  const looks = new Map<ChartKind, ChartStyle>();
  for (const entry of value) {
    if (!Array.isArray(entry)) return undefined;
    const kind = kinds.find((each) => each === entry[0]);
    const look = styleFrom(entry.slice(1));
    if (!kind || !look) return undefined;
    looks.set(kind, look);
  }
  return looks;
}

const load = () => readJson(storageKeys.indicators, stylesFrom) ?? new Map<ChartKind, ChartStyle>();

/** What was last chosen for charts of a kind. */
export function savedStyle(kind: ChartKind): ChartStyle {
  return load().get(kind) ?? (kind === 'cycle' ? FIRST_CYCLE : FIRST);
}

export function saveStyle(kind: ChartKind, look: ChartStyle): void {
  const looks = load();
  looks.set(kind, look);
  writeJson(
    storageKeys.indicators,
    [...looks].map(([key, { indicators, scale, hasProfile }]) => [key, indicators, scale, hasProfile]),
  );
}
