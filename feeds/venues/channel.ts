import type { ChannelName } from '../../domain/contract/index.ts';
import { parseChannel } from '../../domain/contract/index.ts';

/** The channels of a venue: prices of all markets at once, and one market at a time. */
export type VenueChannel = Exclude<ChannelName, { readonly kind: 'sort' | 'row' }>;

/** Reads a channel's name; undefined for one that venues do not have. */
export function venueChannel(text: string): VenueChannel | undefined {
  const name = parseChannel(text);
  return name?.kind === 'sort' || name?.kind === 'row' ? undefined : name;
}
