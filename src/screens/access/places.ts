import type { Places } from '../../ui/form/Form.tsx';

/** Refusals of a contact and of the code that proves it. @param field where the contact stands. */
export const contactPlaces = (field: string) =>
  ({
    emailEmpty: field,
    emailInvalid: field,
    phoneEmpty: field,
    phoneInvalid: field,
    contactBound: field,
    codeEmpty: 'code',
    codeInvalid: 'code',
  }) as const satisfies Places;

export const passwordPlaces = {
  passwordEmpty: 'password',
  passwordForm: 'password',
  passwordCommon: 'password',
  passwordMismatch: 'confirm',
} as const satisfies Places;

export const totpPlaces = { totpRequired: 'totp', totpInvalid: 'totp' } as const satisfies Places;
