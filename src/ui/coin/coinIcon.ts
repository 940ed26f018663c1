import sprite from './coins.svg?url';

/** Ids that have a picture. @see specification §3 "Coin icons" */
export const coinIconIds: readonly number[] = [
  ...Array.from({ length: 17 }, (_, id) => id),
  1001,
  1002,
  1003,
  1004,
  1005,
  2001,
  2002,
];

/** There is no picture for this id. */
export class CoinIconMissingError extends Error {
  override readonly name = 'CoinIconMissingError';
  readonly id: number;
  constructor(id: number) {
    super(`no coin icon ${id}`);
    this.id = id;
  }
}

/** Address of a coin's picture in the sprite. @throws {CoinIconMissingError} for an id without one. */
export function coinIcon(id: number): string {
  if (!coinIconIds.includes(id)) throw new CoinIconMissingError(id);
  return `${sprite}#c${id}`;
}
