/*
 * Codes of the trade on the wire. They stand apart from the rules: who only reads contracts loads these alone.
 */
/** Lengths of cycle contracts. @see product decisions "cycles" */
export const cycles = ['30s', '60s', '2m', '5m', '10m', '30m', '1h', '1d'] as const;
export type Cycle = (typeof cycles)[number];
/** Which way the index has to go for a contract to win. */
export const cycleDirections = ['up', 'down'] as const;
export type CycleDirection = (typeof cycleDirections)[number];

/** Why a contract is void: no index tick in time to begin with, or too few in the window. */
export const voidReasons = ['noEntry', 'noIndex'] as const;
export type VoidReason = (typeof voidReasons)[number];
/** The form of a receipt. */
export const RECEIPT_FORMAT = 'tidemark-cycle-1';
/** How a contract that runs to its end is settled. `tie` and `void` give the stake back; `void`: the index did not say enough. */
const settledOutcomes = ['win', 'lose', 'tie', 'void'] as const;
export type SettledOutcome = (typeof settledOutcomes)[number];
/** `sold`: sold back before its end. */
export const cycleOutcomes = [...settledOutcomes, 'sold'] as const;
export type CycleOutcome = (typeof cycleOutcomes)[number];
