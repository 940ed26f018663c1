/** A step needs the accounts of all users with a position in the market, which its batch has not read. */
export class AllAccountsNeeded extends Error {
  override readonly name = 'EverybodyNeeded';
}
