import type { PositionRow } from '../../../domain/contract/index.ts';
import type { Dec, LiquidationPrice, RefusalCode } from '../../../domain/index.ts';
import {
  D,
  defined,
  fitsScale,
  liquidationPrice,
  NO_FIGURE,
  removableMargin,
  toText,
  typedAmount,
} from '../../../domain/index.ts';
import type { FuturesMarginFrame, FuturesMarginView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { Joined } from '../../streams/positions/joined.ts';
import type { FuturesState } from './perpetual.ts';
import { positionOf } from './positions.ts';
import { textsOf } from './texts.ts';

const BOOKED = 8;

/** What more or less margin of an isolated position would mean. */
export function marginFrame(
  view: FuturesMarginView,
  state: FuturesState,
  words: Words,
): FuturesMarginFrame | undefined {
  const market = state.rows.row(view.market)?.market;
  if (!market) return undefined;
  const position = state.positions.positionOf(view.market);
  const joined = state.positions.snapshot().joined.get(view.market);
  const line = positionOf(view.market, state, words);
  const texts = textsOf(market, words.style);
  if (!position || !joined)
    return {
      kind: 'futuresMargin',
      view,
      most: NO_FIGURE,
      mostDigits: '0',
      margin: NO_FIGURE,
      liquidation: undefined,
      error: 'positionNone',
    };
  const most = mostOf(view, position, joined, state);
  const typed = typedAmount(view.amount);
  const amount = typed && toText(new D(typed).times(view.way === 'add' ? 1 : -1));
  const margin = toText(new D(position.margin).plus(amount ?? 0));
  const liquidation = liquidationPrice(position, margin, joined.mark[1], joined.table);
  const error = errorOf(view, position, typed, most, liquidation);
  return {
    kind: 'futuresMargin',
    view,
    ...(line ? { line } : {}),
    most: texts.has(most),
    mostDigits: most,
    margin: texts.owes(margin),
    liquidation: texts.liquidation(liquidation, position.side),
    ...(error === undefined ? { ...defined({ amount }) } : { error }),
  };
}

function mostOf({ way }: FuturesMarginView, position: PositionRow, joined: Joined, state: FuturesState): Dec {
  if (way === 'take') return removableMargin(position, joined.mark[1]);
  const free = new D(state.positions.snapshot().totals?.available ?? 0);
  return toText(free.toDecimalPlaces(BOOKED, D.ROUND_DOWN));
}

function errorOf(
  { way }: FuturesMarginView,
  { mode }: PositionRow,
  typed: Dec | undefined,
  most: Dec,
  after: LiquidationPrice,
): RefusalCode | undefined {
  if (mode === 'cross') return 'marginCross';
  if (typed === undefined) return 'amountInvalid';
  if (new D(typed).isZero()) return 'amountZero';
  if (!fitsScale(typed)) return 'amountTooFine';
  if (new D(typed).gt(most)) return way === 'add' ? 'insufficientBalance' : 'marginNeeded';
  return way === 'take' && after.kind === 'due' ? 'marginNeeded' : undefined;
}
