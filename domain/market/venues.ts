/** Venues that prices can be read from, and what users call each. `feeds/venues/adapters.ts` loads them. */
export const venueTitles = { binance: 'Binance', okx: 'OKX', hyperliquid: 'Hyperliquid' } as const;
/** A venue as settings and the wire name it. */
export type VenueName = keyof typeof venueTitles;

/** What users call a venue; the name itself of one that this version does not know. */
export const venueTitle = (name: string): string =>
  Object.hasOwn(venueTitles, name) ? venueTitles[name as VenueName] : name;
