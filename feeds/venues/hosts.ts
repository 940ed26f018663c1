import * as v from 'valibot';
import type { VenueName, VenueOptions } from './types.ts';

/** Addresses in place of those that adapters know, by venue and by what they are for. */
export type VenueHosts = Partial<Readonly<Record<VenueName, NonNullable<VenueOptions['hosts']>>>>;

const Address = v.pipe(v.string(), v.regex(/^(https?|wss?):\/\/[\w.:[\]-]+(\/[\w./-]*\w)?$/));
const Hosts = v.record(v.string(), v.record(v.string(), v.pipe(v.array(Address), v.minLength(1))));

/** Addresses from JSON text; undefined for what is none. */
export function readVenueHosts(text: string): VenueHosts | undefined {
  try {
    return v.parse(Hosts, JSON.parse(text));
  } catch {
    return undefined;
  }
}
