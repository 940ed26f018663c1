/** A step needs the accounts of everybody with a position in the market, which its batch has not read. */
export class AllAccountsNeeded extends Error {
  override readonly name = 'EverybodyNeeded';
}
