/* Apart from the other texts: a client of marks alone loads this alone. */
/** `live`: mark and index move; `stale`: the source is silent, nothing is liquidated; `closed`: outside its hours. */
export const markStates = ['live', 'stale', 'closed'] as const;
export type MarkState = (typeof markStates)[number];
