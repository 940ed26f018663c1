/*
 * Codes of perpetuals on the wire. They stand apart from the rules: who only reads rows loads these alone.
 */
/** The price that fires a trigger: the last trade's, or the mark. */
export const triggerSources = ['last', 'mark'] as const;
export type TriggerSource = (typeof triggerSources)[number];
/** `stop` fires when the price runs against an order's side, `profit` when it runs with it. */
export const guardKinds = ['stop', 'profit'] as const;
export type GuardKind = (typeof guardKinds)[number];
/** `trail` is a stop that follows the best price. */
export const triggerKinds = [...guardKinds, 'trail'] as const;
export type TriggerKind = (typeof triggerKinds)[number];
/** How far a trailing stop stays behind: a fraction of the best price, or an amount of quote. */
export const trailWays = ['rate', 'distance'] as const;
export type TrailBy = (typeof trailWays)[number];
/** What becomes of what a chase has not filled: it trades at market, or is cancelled. */
export const chaseEnds = ['market', 'cancel'] as const;
export type ChaseEnd = (typeof chaseEnds)[number];
/** `long` buys and `short` sells, whatever is open. */
export const perpetualOrderTypes = ['limit', 'market'] as const;
export type PerpetualOrderType = (typeof perpetualOrderTypes)[number];
/** Good till cancelled; good till a date; immediate or cancel. */
export const perpetualTimes = ['GTC', 'GTD', 'IOC'] as const;
export type PerpetualTime = (typeof perpetualTimes)[number];
/** Who made an order: the user, a guard of a position, or the exchange when it liquidates. */
export const orderOrigins = ['ticket', 'guard', 'close', 'liquidation'] as const;
export type OrderOrigin = (typeof orderOrigins)[number];
/** How a position ended. */
export const positionEnds = ['closed', 'turned', 'liquidated', 'deleveraged'] as const;
export type PositionEnd = (typeof positionEnds)[number];
/** How a trade of a position came about. */
export const fillKinds = ['trade', 'liquidation', 'takeover', 'deleverage'] as const;
export type FillKind = (typeof fillKinds)[number];

/**
 * Steps of a liquidation, in their order: the orders go; a part is closed, down to a lower tier; all is closed at the
 * market; what the market does not take goes to the house at the bankruptcy price; the insurance fund has the
 * surplus or the loss; what it cannot cover is taken off the best positions of the other side, and last from the house.
 */
export const liquidationSteps = [
  'cancel',
  'reduce',
  'close',
  'takeover',
  'insurance',
  'deleverage',
  'house',
] as const;
export type LiquidationStep = (typeof liquidationSteps)[number];

/** Margin ratios, in hundredths, at which a user is warned; liquidation is at 100. */
export const warningLevels = [70, 85] as const;
/** The level of which a user stands warned; 0: of none. */
export type WarnedLevel = 0 | (typeof warningLevels)[number];

/** What happens when a user has been gone for as long as they said. */
export const absenceActions = ['cancelAll', 'reduceOnly'] as const;
export type AbsenceAction = (typeof absenceActions)[number];
/** Whole seconds that somebody may be gone. */
export const absenceSeconds = { least: 10, most: 600 } as const;
/** `armed`: watched; `away`: no socket, time runs; `done`: it has acted, and is armed again when the user is back. */
export const absenceStates = ['off', 'armed', 'away', 'done'] as const;
export type AbsenceState = (typeof absenceStates)[number];
