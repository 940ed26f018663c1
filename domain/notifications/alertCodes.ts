/*
 * Codes of price alerts on the wire. They stand apart from the rules: who only reads alerts loads these alone.
 */
/** `above`: the price is at the level or over it; `below`: at it or under it. */
export const alertDirections = ['above', 'below'] as const;
export type AlertDirection = (typeof alertDirections)[number];

/**
 * `waiting` for its price; `reached`: a one-time alert that was sent; `resting`: a repeating one that was sent, and waits
 * for the price to go back before it counts again.
 */
export const alertStates = ['waiting', 'resting', 'reached'] as const;
export type AlertState = (typeof alertStates)[number];

/** Alerts of one user that may wait or rest at a time. */
export const MOST_ALERTS = 50;
