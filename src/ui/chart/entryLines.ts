import type { IPriceLine, ISeriesApi } from 'lightweight-charts';
import type { CycleMark } from '../../../workers/api.ts';
import type { ChartStyle } from './chartStyle.ts';

type Main = ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>;

const ARROW = { up: '▲', down: '▼' } as const;

/** Entry prices of running cycle contracts as lines, each with the time at which it ends. */
export class EntryLines {
  readonly #main: Main;
  readonly #lines = new Map<number, IPriceLine>();
  #entries: readonly CycleMark[] = [];

  constructor(main: Main) {
    this.#main = main;
  }

  show(entries: readonly CycleMark[], look: ChartStyle): void {
    this.#entries = entries;
    const ids = new Set(entries.map(({ id }) => id));
    for (const [id, line] of this.#lines) {
      if (ids.has(id)) continue;
      this.#main.removePriceLine(line);
      this.#lines.delete(id);
    }
    this.restyle(look);
  }

  /** Draws again: colours have changed. */
  restyle(look: ChartStyle): void {
    for (const { id, direction, price, text } of this.#entries) {
      const color = direction === 'up' ? look.up : look.down;
      const options = { price, color, title: `${ARROW[direction]} ${text}` };
      const known = this.#lines.get(id);
      if (known) known.applyOptions(options);
      else
        this.#lines.set(
          id,
          this.#main.createPriceLine({ ...options, lineWidth: 1, lineStyle: 0, axisLabelVisible: true }),
        );
    }
  }
}
