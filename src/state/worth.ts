import { proxy } from 'valtio';
import type { WorthFrame, WorthLine } from '../../workers/api.ts';
import { CellBoard } from './cells.ts';

interface WorthState {
  isKnown: boolean;
  hasFailed: boolean;
  since: string;
  words: WorthLine['words'];
  /** Whether there is a line to draw. */
  hasLine: boolean;
}

const NO_WORDS = { first: '', low: '', high: '', last: '' };
const NO_LINE: WorthLine = { points: [], words: NO_WORDS };

/** What is shown of the worth: still parts to render, live amounts to write, and a line to draw. */
export class WorthModel {
  readonly state = proxy<WorthState>({
    isKnown: false,
    hasFailed: false,
    since: '',
    words: NO_WORDS,
    hasLine: false,
  });
  readonly cells = new CellBoard();
  points: WorthLine['points'] = [];
  /** Called when the line has changed. */
  onLine: (points: WorthLine['points']) => void = () => undefined;
  /** Of which time the line is. */
  #range: WorthFrame['range'] | undefined;
  #wasKnown = false;

  /** The only writer of the worth. */
  apply({ range, isKnown, profit, percent, direction, since, line, failed }: WorthFrame): void {
    const { state, cells } = this;
    const isOther = range !== this.#range;
    this.#range = range;
    if (state.hasFailed !== (failed !== undefined)) state.hasFailed = failed !== undefined;
    // Who comes back sees what stood here until it is known again.
    if (this.#wasKnown && !isKnown) {
      // But for the line, which is of the time that was chosen before.
      if (!isOther) return;
      state.isKnown = false;
      this.#draw(NO_LINE);
      return;
    }
    this.#wasKnown = isKnown;
    cells.write('profit', profit, direction);
    cells.write('percent', percent, direction);
    if (state.isKnown !== isKnown) state.isKnown = isKnown;
    if (state.since !== since) state.since = since;
    if (line) this.#draw(line);
  }

  #draw({ points, words }: WorthLine): void {
    this.points = points;
    this.state.words = words;
    this.state.hasLine = points.length > 1;
    this.onLine(points);
  }
}
