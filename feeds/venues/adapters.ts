import type { VenueAdapter, VenueName } from './types.ts';

/** Each venue's adapter, loaded on first use: nobody needs all of them at once. */
const LOADERS: Readonly<Record<VenueName, () => Promise<VenueAdapter>>> = {
  binance: async () => (await import('../binance/adapter.ts')).binance,
  hyperliquid: async () => (await import('../hyperliquid/adapter.ts')).hyperliquid,
  okx: async () => (await import('../okx/adapter.ts')).okx,
};

/** Every venue that can be read. */
export const venueNames = Object.keys(LOADERS) as readonly VenueName[];

export function isVenueName(value: unknown): value is VenueName {
  return (venueNames as readonly unknown[]).includes(value);
}

/** Rejects when its code cannot be had. */
export function loadVenue(name: VenueName): Promise<VenueAdapter> {
  return LOADERS[name]();
}
