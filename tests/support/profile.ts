import type { Profile } from '../../domain/contract/index.ts';

/** What the exchange says of somebody who has just registered by e-mail. */
export const profileOf = (more: Partial<Profile> = {}): Profile => ({
  uid: '100200300',
  email: 'a•••@people.example',
  phone: null,
  level: 0,
  identity: 'none',
  creditScore: 100,
  inviteCode: 'ABCDEFGH',
  createdAt: 1,
  measures: { email: true, phone: false, fundPassword: false, totp: false, antiPhishing: false },
  antiPhishing: null,
  recoveryCodesLeft: 0,
  heldUntil: null,
  heldAfter: null,
  isPlay: true,
  ...more,
});
