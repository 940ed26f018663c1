import type { Plugin } from 'vite';

/**
 * decimal.js carries pi and the logarithm of ten to 1024 places, which compress badly. Money counts in 64 digits and asks
 * for neither; what requested more places than are left would be refused by decimal.js, not be answered wrongly.
 */
export const fewerPlaces = (code: string): string =>
  code.replace(/'([23]\.\d{1000,})'/g, (_, digits: string) => `'${digits.slice(0, 130)}'`);

/** Leaves them out of what a browser fetches. */
export const fewerPlacesPlugin = (): Plugin => ({
  name: 'fewer-places',
  transform: { filter: { id: /\/decimal\.js\/decimal\.mjs/ }, handler: fewerPlaces },
});
