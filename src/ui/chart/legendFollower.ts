import type { BarLegend, CandlesFrame } from '../../../workers/api.ts';
import type { CellBoard } from '../../state/cells.ts';

/** Writes a bar's words; the worker made them. */
export function writeLegend(board: CellBoard, legend: BarLegend): void {
  board.write('time', legend.time);
  board.write('open', legend.open);
  board.write('high', legend.high);
  board.write('low', legend.low);
  board.write('close', legend.close);
  board.write('volume', legend.volume);
  board.write('change', legend.change, legend.direction);
  legend.plots.forEach((text, i) => {
    board.write(`plot${i}`, text);
  });
}

/** Keeps the legend at the bar under the finger, and at the newest one when there is none. */
export class LegendFollower {
  readonly #board: CellBoard;
  readonly #ask: (time: number) => Promise<BarLegend | undefined>;
  #hovered: number | undefined;
  #newest: BarLegend | undefined;

  /** @param ask words of the bar that starts at so many seconds UTC. */
  constructor(board: CellBoard, ask: (time: number) => Promise<BarLegend | undefined>) {
    this.#board = board;
    this.#ask = ask;
  }

  /** Bars came: words of the newest, and maybe others of the one under the finger. */
  take({ legend, bars }: Pick<CandlesFrame, 'legend' | 'bars'>): void {
    this.#newest = legend;
    if (this.#hovered === undefined) writeLegend(this.#board, legend);
    else if (this.#hovered >= (bars.time[0] ?? Number.POSITIVE_INFINITY)) void this.#publish(this.#hovered);
  }

  /** @param time start of the bar under the finger, seconds UTC; undefined when the finger has left. */
  hover(time: number | undefined): void {
    if (time === this.#hovered) return;
    this.#hovered = time;
    if (time !== undefined) void this.#publish(time);
    else if (this.#newest) writeLegend(this.#board, this.#newest);
  }

  async #publish(time: number): Promise<void> {
    const legend = await this.#ask(time);
    // The finger may have moved on before the answer came.
    if (legend && this.#hovered === time) writeLegend(this.#board, legend);
  }
}
