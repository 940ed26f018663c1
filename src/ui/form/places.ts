import type { Places } from './Form.tsx';

/**
 * Refusals of a new contact beside the old one. A code that is refused stands above the button: the exchange does not
 * say which of the two it is. @param field where the contact stands.
 */
export const newContactPlaces = (field: string) =>
  ({
    emailEmpty: field,
    emailInvalid: field,
    phoneEmpty: field,
    phoneInvalid: field,
    contactBound: field,
  }) as const satisfies Places;

/** Refusals of a contact and of the code that proves it. @param field where the contact stands. */
export const contactPlaces = (field: string) =>
  ({ ...newContactPlaces(field), codeEmpty: 'code', codeInvalid: 'code' }) as const satisfies Places;

export const passwordPlaces = {
  passwordEmpty: 'password',
  passwordForm: 'password',
  passwordCommon: 'password',
  passwordMismatch: 'confirm',
} as const satisfies Places;

export const totpPlaces = { totpRequired: 'totp', totpInvalid: 'totp' } as const satisfies Places;
