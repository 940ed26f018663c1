import { bookView } from './bookView.ts';
import { candlesView } from './candlesView.ts';
import { depthView } from './depthView.ts';
import { tradesView } from './tradesView.ts';
import type { FocusKind, ViewSpecs } from './view.ts';

/** What is shown of one market in focus, with its bars: no screen that users see first has it. */
export const focusViews: ViewSpecs<FocusKind> = {
  candles: { pace: 'focus', open: candlesView },
  book: { pace: 'focus', open: bookView },
  trades: { pace: 'focus', open: tradesView },
  depth: { pace: 'focus', open: depthView },
};
