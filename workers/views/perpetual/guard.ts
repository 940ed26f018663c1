import type { PositionRow } from '../../../domain/contract/index.ts';
import type { Dec, GuardKind, Market, RefusalCode } from '../../../domain/index.ts';
import {
  averageEntryOf,
  closingQuantity,
  closingSide,
  D,
  defined,
  exactText,
  isBeyondLiquidation,
  NO_FIGURE,
  positionValue,
  priceForProfit,
  priceForRoe,
  protectionRefusal,
  roeOf,
  toText,
  triggerRefusal,
  typedAmount,
} from '../../../domain/index.ts';
import type {
  FuturesGuardFrame,
  FuturesGuardView,
  GuardInput,
  GuardOutcome,
  TrailInput,
  TrailOutcome,
} from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { Joined } from '../../streams/positions/joined.ts';
import { honestDirection, netIfClosed, profitAt } from './lines.ts';
import type { FuturesState } from './perpetual.ts';
import { priceRefusal } from './place.ts';
import { positionOf } from './positions.ts';
import { textsOf } from './texts.ts';
import { parseTrail, trailRequest } from './trailing.ts';

const NOTHING: GuardOutcome = {
  price: NO_FIGURE,
  profit: NO_FIGURE,
  direction: 0,
  roe: NO_FIGURE,
  isBeyond: false,
};

const NO_TRAIL: TrailOutcome = { trigger: NO_FIGURE, profit: NO_FIGURE, direction: 0 };

/** A position whose guards are being typed. */
interface Guarded {
  readonly position: PositionRow;
  readonly joined: Joined;
  readonly market: Market;
  /** What is guarded, base units. */
  readonly quantity: Dec;
  readonly last: Dec | undefined;
}

/** Take-profit and stop-loss as typed, each as price, P/L and yield, with what the exchange would refuse. */
export function guardFrame(
  view: FuturesGuardView,
  state: FuturesState,
  words: Words,
): FuturesGuardFrame | undefined {
  const row = state.rows.row(view.market);
  if (!row || !state.positions.isKnown) return undefined;
  const { market, ticker } = row;
  const texts = textsOf(market, words.style);
  const position = state.positions.positionOf(view.market);
  const joined = state.positions.snapshot().joined.get(view.market);
  const line = positionOf(view.market, state, words);
  const head = {
    kind: 'futuresGuard',
    view,
    isKnown: true,
    tick: exactText(market.tick, words.style),
    last: texts.price(ticker?.last),
  } as const;
  if (!position || !joined)
    return {
      ...head,
      quantity: NO_FIGURE,
      takeProfit: NOTHING,
      stopLoss: NOTHING,
      trailing: NO_TRAIL,
      canSend: false,
    };
  const isWhole = view.percent >= 100;
  const share = toText(new D(view.percent).div(100));
  const quantity = isWhole ? position.quantity : closingQuantity(position.quantity, share, market.lot);
  const guarded = { position, joined, market, quantity, last: ticker?.last };
  const takeProfit = outcomeOf('profit', view.takeProfit, guarded, words);
  const stopLoss = outcomeOf('stop', view.stopLoss, guarded, words);
  const trailing = trailOf(view.trailing, guarded, words);
  const isEmpty = [view.takeProfit, view.stopLoss, view.trailing].every(({ value }) => value === '');
  return {
    ...head,
    ...(line ? { line } : {}),
    quantity: texts.quantity(quantity),
    takeProfit,
    stopLoss,
    trailing,
    ...(isWhole ? {} : { part: quantity }),
    canSend:
      !isEmpty &&
      quantity !== '0' &&
      [takeProfit, stopLoss].every(({ error, limitError }) => !error && !limitError) &&
      !trailing.error &&
      !trailing.activationError,
  };
}

function trailOf(
  input: TrailInput,
  { position, joined, market, quantity, last }: Guarded,
  { style }: Words,
): TrailOutcome {
  if (input.value === '' || quantity === '0') return NO_TRAIL;
  const watched = input.source === 'mark' ? joined.mark[1] : last;
  const side = closingSide(position.side);
  const { request, trigger, error, activationError } = parseTrail(input, side, watched, market);
  const texts = textsOf(market, style);
  const profit = trigger && profitAt(position, quantity, trigger);
  const net = trigger && profit && netIfClosed(position, profit, positionValue(quantity, trigger));
  return {
    trigger: texts.price(trigger),
    profit: texts.signed(profit),
    direction: honestDirection(profit, net),
    ...defined({ error, activationError }),
    ...(request ? { request: trailRequest(request, input) } : {}),
  };
}

function outcomeOf(
  kind: GuardKind,
  input: GuardInput,
  { position, joined, market, quantity, last }: Guarded,
  { style }: Words,
): GuardOutcome {
  if (input.value === '' || quantity === '0') return NOTHING;
  const value = signed(kind, input, typedAmount(input.value.replace(/^[+\-−]/, '')));
  if (value === undefined)
    return { ...NOTHING, error: input.by === 'price' ? 'priceInvalid' : 'amountInvalid' };
  const cost = toText(new D(position.cost).times(quantity).div(position.quantity));
  const part = { side: position.side, quantity, cost, leverage: position.leverage };
  const price =
    input.by === 'price'
      ? value
      : input.by === 'profit'
        ? priceForProfit(part, value, market.tick)
        : priceForRoe(part, value, market.tick);
  const limit = input.limit === '' ? undefined : typedAmount(input.limit);
  const limitError = input.limit === '' ? undefined : priceRefusal(limit, market);
  if (price === undefined) return { ...NOTHING, error: 'priceInvalid' };
  const watched = input.source === 'mark' ? joined.mark[1] : last;
  const error = errorOf(kind, price, watched, position, market);
  const texts = textsOf(market, style);
  const profit = profitAt(position, quantity, price);
  return {
    price: texts.price(price),
    profit: texts.signed(profit),
    direction: honestDirection(profit, netIfClosed(position, profit, positionValue(quantity, price))),
    roe: texts.percent(roeOf(profit, cost, position.leverage)),
    ...defined({ error, limitError }),
    isBeyond: kind === 'stop' && isBeyondLiquidation(position.side, price, joined.liquidation),
    ...(error || limitError
      ? {}
      : {
          request: {
            by: input.by,
            value,
            source: input.source,
            ...defined({ limit }),
          },
        }),
  };
}

/**
 * A yield is typed in per cent. A take-profit's P/L or yield is a gain, and a stop-loss's a loss, whether or not the
 * sign is typed.
 */
function signed(kind: GuardKind, { by, value }: GuardInput, typed: Dec | undefined): Dec | undefined {
  if (typed === undefined || by === 'price') return typed;
  const size = by === 'roe' ? new D(typed).div(100) : new D(typed);
  const isLoss = /^[-−]/.test(value) || (kind === 'stop' && !value.startsWith('+'));
  return toText(isLoss ? size.neg() : size);
}

function errorOf(
  kind: GuardKind,
  price: Dec,
  watched: Dec | undefined,
  position: PositionRow,
  market: Market,
): RefusalCode | undefined {
  const guard = kind === 'profit' ? { takeProfit: price } : { stopLoss: price };
  return (
    priceRefusal(price, market) ??
    protectionRefusal(position.side, averageEntryOf(position), guard) ??
    (watched === undefined ? undefined : triggerRefusal(closingSide(position.side), kind, price, watched))
  );
}
