import type { OrderSide } from '../orders/orderCodes.ts';

/** `long` gains when the price rises, `short` when it falls. */
export const positionSides = ['long', 'short'] as const;
export type PositionSide = (typeof positionSides)[number];
/** `cross`: the whole futures balance stands behind the position; `isolated`: its own margin alone. */
export const marginModes = ['cross', 'isolated'] as const;
export type MarginMode = (typeof marginModes)[number];

/** +1 for long, −1 for short: the sign of what a rise of the price is worth. */
export const signOfSide = (side: PositionSide): 1 | -1 => (side === 'long' ? 1 : -1);
/** The order that opens a position or adds to it. */
export const openingSide = (side: PositionSide): OrderSide => (side === 'long' ? 'buy' : 'sell');
/** The order that closes it. */
export const closingSide = (side: PositionSide): OrderSide => (side === 'long' ? 'sell' : 'buy');
/** The position that an order opens. */
export const sideOfOrder = (side: OrderSide): PositionSide => (side === 'buy' ? 'long' : 'short');
