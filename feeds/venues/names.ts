import type { VenueName } from './types.ts';

export const venueNames: readonly VenueName[] = ['binance', 'okx', 'hyperliquid'];

export function isVenueName(value: unknown): value is VenueName {
  return (venueNames as readonly unknown[]).includes(value);
}
