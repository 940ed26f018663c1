import type { VenueAdapter, VenueName } from './types.ts';

/** Each venue's adapter, fetched when it is asked for: nobody needs all of them at once. */
const LOADERS: Partial<Readonly<Record<VenueName, () => Promise<VenueAdapter>>>> = {
  binance: async () => (await import('../binance/binance.ts')).binance,
  okx: async () => (await import('../okx/adapter.ts')).okx,
};

/** Every venue that can be read. */
export const venueNames = Object.keys(LOADERS) as readonly VenueName[];

export function isVenueName(value: unknown): value is VenueName {
  return (venueNames as readonly unknown[]).includes(value);
}

/** Rejects when its code cannot be had. */
export async function loadVenue(name: VenueName): Promise<VenueAdapter> {
  const load = LOADERS[name];
  if (!load) throw new Error(`no such venue: ${name}`);
  return load();
}
