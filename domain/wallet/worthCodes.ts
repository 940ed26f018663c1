/** How far back a picture of the worth goes. */
export const worthRanges = ['day', 'week', 'month', 'year'] as const;
export type WorthRange = (typeof worthRanges)[number];
