import type { Profile } from '../../domain/contract/index.ts';

/** An account without a contact lives on this device alone, until it is made whole. */
export const isGuest = (profile: Pick<Profile, 'email' | 'phone'> | undefined): boolean =>
  profile !== undefined && profile.email === null && profile.phone === null;
