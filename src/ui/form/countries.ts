import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

export interface Country {
  /** ISO 3166 alpha-2. */
  readonly id: string;
  readonly name: string;
  /** Digits only: `49`. */
  readonly callingCode: string;
}

/** Every country that has a calling code, by its name in a language. Loaded when somebody picks one. */
export function listCountries(language: string): readonly Country[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return getCountries()
    .map((id) => ({ id, name: names.of(id) ?? id, callingCode: `${getCountryCallingCode(id)}` }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}

/** Countries whose name, id or calling code starts or contains what somebody typed. */
export function findCountries(countries: readonly Country[], typed: string): readonly Country[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return countries;
  const digits = text.replace(/^\+/, '');
  if (/^\d+$/.test(digits)) return countries.filter(({ callingCode }) => callingCode.startsWith(digits));
  return countries.filter(({ id, name }) => name.toLowerCase().includes(text) || id.toLowerCase() === text);
}
