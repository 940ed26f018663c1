/** Coins that have a picture, in the order of the pictures' ids. @see specification §3, coin icons */
const DRAWN = 'BTC ETH BNB SOL XRP DOGE ADA TRX LTC BCH DOT LINK AVAX SHIB UNI ATOM'.split(' ');

/** Id of a coin's picture, 1 and up; null for a coin without one. @param ticker upper case, e.g. `BTC`. */
export function coinIconId(ticker: string): number | null {
  const at = DRAWN.indexOf(ticker);
  return at < 0 ? null : at + 1;
}
