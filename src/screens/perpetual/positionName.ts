/** What is done to the position of a market at market price is done once, from whichever button. */
export const positionName = (market: string): string => `position ${market}`;
