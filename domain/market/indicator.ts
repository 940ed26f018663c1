/** Figures that are drawn over a chart's prices, and those in a pane of their own below them, by their usual names. */
export const indicatorKinds = [
  'ma',
  'ema',
  'boll',
  'vwap',
  'sar',
  'vol',
  'macd',
  'rsi',
  'kdj',
  'atr',
  'obv',
] as const;
export type IndicatorKind = (typeof indicatorKinds)[number];

/** One that somebody has chosen. */
export interface Indicator {
  readonly kind: IndicatorKind;
  /** As many numbers as its rule has, in the same order. */
  readonly params: readonly number[];
  /** Places in the palette, one for each colour of its rule. */
  readonly colours: readonly number[];
}

/** Numbers that an indicator's rule takes; `k` and `d` are averaging lengths of KDJ. */
export type ParamName = 'period' | 'deviation' | 'step' | 'most' | 'fast' | 'slow' | 'signal' | 'k' | 'd';

/** A number that may be set. Whole where its step is. */
export interface ParamRule {
  readonly name: ParamName;
  readonly first: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  /** 0 draws no line of it. */
  readonly isOptional?: true;
}

/** How a line is drawn; `sign`: columns from nought; `volume`: columns in the colour of their bar. */
export type PlotShape = 'line' | 'dots' | 'sign' | 'volume';
/** What its figures are: prices, differences of prices, shares of a hundred, or traded quantities. */
export type PlotUnit = 'price' | 'difference' | 'level' | 'volume';

interface Rule {
  readonly isPane: boolean;
  readonly unit: PlotUnit;
  readonly params: readonly ParamRule[];
  /** Palette places that it begins with. */
  readonly colours: readonly number[];
}

/** As many panes stand below the prices at most. */
export const MOST_PANES = 3;
/** Colours of the palette. */
export const PLOT_COLOURS = 8;

const period = (first: number, least = 2): ParamRule => ({
  name: 'period',
  first,
  least,
  most: 500,
  step: 1,
});
const optional = (first: number): ParamRule => ({ ...period(first, 0), isOptional: true });
const count = (name: ParamName, first: number): ParamRule => ({ name, first, least: 1, most: 200, step: 1 });

/** What each needs, and how it begins. */
export const indicatorRules: Readonly<Record<IndicatorKind, Rule>> = {
  ma: {
    isPane: false,
    unit: 'price',
    params: [period(7, 1), optional(25), optional(99)],
    colours: [0, 1, 2],
  },
  ema: {
    isPane: false,
    unit: 'price',
    params: [period(12, 1), optional(26), optional(0)],
    colours: [3, 4, 5],
  },
  boll: {
    isPane: false,
    unit: 'price',
    params: [period(20), { name: 'deviation', first: 2, least: 0.1, most: 10, step: 0.1 }],
    colours: [1, 0, 2],
  },
  vwap: { isPane: false, unit: 'price', params: [], colours: [5] },
  sar: {
    isPane: false,
    unit: 'price',
    params: [
      { name: 'step', first: 0.02, least: 0.001, most: 0.5, step: 0.001 },
      { name: 'most', first: 0.2, least: 0.001, most: 1, step: 0.001 },
    ],
    colours: [6],
  },
  vol: { isPane: true, unit: 'volume', params: [optional(5), optional(10)], colours: [0, 1] },
  macd: {
    isPane: true,
    unit: 'difference',
    params: [count('fast', 12), count('slow', 26), count('signal', 9)],
    colours: [0, 2],
  },
  rsi: { isPane: true, unit: 'level', params: [period(14)], colours: [1] },
  kdj: {
    isPane: true,
    unit: 'level',
    params: [period(9, 1), count('k', 3), count('d', 3)],
    colours: [0, 2, 1],
  },
  atr: { isPane: true, unit: 'difference', params: [period(14, 1)], colours: [2] },
  obv: { isPane: true, unit: 'volume', params: [], colours: [0] },
};

/** An indicator as it begins. */
export function firstIndicator(kind: IndicatorKind): Indicator {
  const { params, colours } = indicatorRules[kind];
  return { kind, params: params.map(({ first }) => first), colours };
}

/** Whether a number may stand for a parameter. */
export const isParam = (value: unknown, { least, most, step }: ParamRule): value is number =>
  typeof value === 'number' && value >= least && value <= most && (step < 1 || Number.isInteger(value));

/** What was kept or sent as an indicator; undefined where anything of it is impossible. */
export function indicatorFrom(value: unknown): Indicator | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, params, colours } = value as Record<string, unknown>;
  const known = indicatorKinds.find((each) => each === kind);
  if (known === undefined || !Array.isArray(params) || !Array.isArray(colours)) return undefined;
  const rule = indicatorRules[known];
  const isValid =
    params.length === rule.params.length &&
    rule.params.every((param, i) => isParam(params[i], param)) &&
    colours.length === rule.colours.length &&
    colours.every((colour) => Number.isInteger(colour) && colour >= 0 && colour < PLOT_COLOURS);
  return isValid ? { kind: known, params, colours } : undefined;
}

/** A line of an indicator. */
export interface Plot {
  readonly label: string;
  readonly shape: PlotShape;
  /** Place in the indicator's colours; undefined: that of rising and falling. */
  readonly colour?: number;
}

const line = (label: string, colour: number): Plot => ({ label, shape: 'line', colour });
/** Lines of one name with different periods; those of none are not drawn. */
const averages = (name: string, periods: readonly number[]): Plot[] =>
  periods.flatMap((length, i) => (length > 0 ? [line(`${name}${length}`, i)] : []));

const plotsByKind: Readonly<Record<IndicatorKind, (params: readonly number[]) => readonly Plot[]>> = {
  ma: (params) => averages('MA', params),
  ema: (params) => averages('EMA', params),
  boll: () => [line('UP', 0), line('MB', 1), line('DN', 2)],
  vwap: () => [line('VWAP', 0)],
  sar: () => [{ label: 'SAR', shape: 'dots', colour: 0 }],
  vol: (params) => [{ label: 'VOL', shape: 'volume' }, ...averages('MA', params)],
  macd: () => [{ label: 'MACD', shape: 'sign' }, line('DIF', 0), line('DEA', 1)],
  rsi: ([length]) => [line(`RSI${length}`, 0)],
  kdj: () => [line('K', 0), line('D', 1), line('J', 2)],
  atr: ([length]) => [line(`ATR${length}`, 0)],
  obv: () => [line('OBV', 0)],
};

/** Its lines in the order in which they are reckoned and drawn. */
export const plotsOf = ({ kind, params }: Indicator): readonly Plot[] => plotsByKind[kind](params);

/** Whether its lines' names alone do not say what they are: its own stands before them, with its numbers. */
export const hasTitle = (kind: IndicatorKind): boolean =>
  kind === 'boll' || kind === 'macd' || kind === 'kdj';
