/** At most so many favourites are kept, on a device and with an account. */
export const FAVOURITES_MOST = 500;

/**
 * Favourites of an account and of a device on which it logs in: the account's in their order, then what the device
 * alone has, in its order. @param most ids of the result: those of favourites, or of another list. @returns each once.
 */
export function mergeFavourites(
  account: readonly string[],
  device: readonly string[],
  most = FAVOURITES_MOST,
): string[] {
  return [...new Set([...account, ...device])].slice(0, most);
}

/**
 * What a device changed, put upon what others have changed meanwhile: nobody's addition or removal is lost, and the
 * order is this device's. @param base what both began with. @param own as the device has it. @param theirs as the
 * account has it by now. @returns at most `most` ids, each once; `theirs` where the device changed nothing.
 */
export function rebaseFavourites(
  base: readonly string[],
  own: readonly string[],
  theirs: readonly string[],
  most = FAVOURITES_MOST,
): string[] {
  if (isSameOrder(base, own)) return [...theirs];
  const [begun, kept, others] = [new Set(base), new Set(own), new Set(theirs)];
  const added = theirs.filter((id) => !begun.has(id) && !kept.has(id));
  const rest = own.filter((id) => others.has(id) || !begun.has(id));
  return mergeFavourites(added, rest, most);
}

/** Whether two lists hold the same ids in the same order. */
export const isSameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i]);
