import type { IPriceLine, ISeriesApi } from 'lightweight-charts';
import type { TriggerKind } from '../../../domain/index.ts';
import type { MarksFrame } from '../../../workers/api.ts';
import type { ChartStyle } from './chartStyle.ts';

type Main = ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>;
type Levels = NonNullable<MarksFrame['levels']>;
type Level = Levels[number]['level'];

/** Names of a perpetual's lines. */
export type LineTexts = Readonly<Record<Level | TriggerKind, string>>;

/** Where a position was opened and where it is liquidated, as lines that stay where they are. */
export class LevelLines {
  readonly #main: Main;
  readonly #words: () => LineTexts;
  readonly #lines = new Map<Level, IPriceLine>();
  #levels: Levels = [];

  constructor(main: Main, words: () => LineTexts) {
    this.#main = main;
    this.#words = words;
  }

  show(levels: Levels, look: ChartStyle): void {
    this.#levels = levels;
    for (const [level, line] of this.#lines) {
      if (levels.some((each) => each.level === level)) continue;
      this.#main.removePriceLine(line);
      this.#lines.delete(level);
    }
    this.restyle(look);
  }

  /** Draws again: colours have changed. */
  restyle(look: ChartStyle): void {
    for (const { level, price } of this.#levels) {
      const color = level === 'liquidation' ? look.warn : look.accent;
      const options = { price, color, title: this.#words()[level] };
      const known = this.#lines.get(level);
      if (known) known.applyOptions(options);
      else
        this.#lines.set(
          level,
          this.#main.createPriceLine({ ...options, lineWidth: 1, lineStyle: 1, axisLabelVisible: true }),
        );
    }
  }
}
