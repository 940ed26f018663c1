import { coinIconId } from '../../../domain/index.ts';
import { keyOf, normal, uniform } from './random.ts';

/** A coin of the simulated market: ticker, price in dollars at which its path rests, picture. */
export interface Coin {
  readonly ticker: string;
  readonly price: number;
  readonly iconId: number | null;
}

/** Well-known tickers in order of traded volume, with plausible prices. */
const KNOWN = `BTC 61800|ETH 2680|SOL 148.9|XRP 0.582|DOGE 0.1042|BNB 512.4|SHIB 0.00001384|ADA 0.338|
AVAX 21.4|LINK 10.42|TRX 0.1278|DOT 4.61|LTC 58.2|BCH 322|UNI 5.72|ATOM 4.43|PEPE 0.00000745|
NEAR 3.92|APT 5.81|ARB 0.521|OP 1.32|SUI 0.812|INJ 17.6|FIL 3.42|ICP 7.11|ETC 18.3|XLM 0.0962|HBAR 0.0531|VET 0.0214|
ALGO 0.121|FTM 0.362|AAVE 98.4|GRT 0.142|SAND 0.248|MANA 0.271|AXS 4.58|EGLD 25.7|THETA 1.18|XTZ 0.668|EOS 0.472|
FLOW 0.528|CHZ 0.0524|KAVA 0.297|CRV 0.262|SNX 1.29|COMP 42.6|MKR 1930|RUNE 3.61|ZEC 33.9|DASH 23.4|NEO 9.18|IOTA 0.118|
QTUM 2.16|ZIL 0.0138|ENJ 0.141|BAT 0.166|1INCH 0.231|LRC 0.117|ANKR 0.0228|CELO 0.412|ONE 0.0112|HOT 0.00151|ICX 0.121|
ONT 0.172|SUSHI 0.531|YFI 4720|ZRX 0.291|KSM 17.9|GALA 0.0171|DYDX 0.961|IMX 1.12|LDO 1.02|STX 1.41|TIA 5.12|SEI 0.261|
WIF 1.52|BONK 0.0000181|FLOKI 0.000118|JUP 0.741|PYTH 0.271|ORDI 27.8|FET 0.918|RNDR 4.72|AR 20.4|KAS 0.161|ROSE 0.0592|
WLD 1.47|BLUR 0.161|GMX 22.6|ENS 16.1|APE 0.614|MASK 1.98|JASMY 0.0194|CFX 0.124|SKL 0.0327|COTI 0.0812|BTT 0.00000068|
WIN 0.0000714|SPELL 0.000512|LUNC 0.0000741|XEC 0.0000289|NKN 0.0684|TFUEL 0.0561|DENT 0.000862|RVN 0.0158|STORJ 0.364|
1MBABYDOGE 0.00146`;

const HARD = ['b', 'c', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'x', 'z'];
const SOFT = ['a', 'e', 'i', 'o', 'u'];

/** An invented ticker of three to six letters that can be spoken; the market's label says that it is simulated. */
function inventedTicker(key: number, attempt: number): string {
  const stream = keyOf(key, attempt);
  const length = 3 + Math.floor(uniform(stream, 0) * 4);
  const letters = Array.from({ length }, (_, i) => {
    const from = i % 2 === 0 ? HARD : SOFT;
    return from[Math.floor(uniform(stream, i + 1) * from.length)] ?? 'x';
  });
  return letters.join('').toUpperCase();
}

/** Part of the invented coins that cost next to nothing. */
const TINY_SHARE = 0.08;

/** Log-normal around a few tens of cents, up to 20,000 dollars; some from 3e-8 to 1e-4 dollars, evenly in logarithm. */
function inventedPrice(key: number): number {
  if (uniform(key, 0) < TINY_SHARE) return 3e-8 * 3_300 ** uniform(key, 1);
  return Math.max(1e-4, Math.min(20_000, 0.3 * Math.exp(3.1 * normal(key, 2))));
}

/** The first `count` coins by traded volume; the same for the same key. */
export function coins(key: number, count: number): readonly Coin[] {
  const list: Coin[] = KNOWN.split('|').map((entry) => {
    const [ticker = '', price = '1'] = entry.trim().split(' ');
    // biome-ignore lint/plugin: constants of this file, the anchor of a path that is made of floats
    return { ticker, price: Number(price), iconId: coinIconId(ticker) };
  });
  const taken = new Set(list.map(({ ticker }) => ticker));
  for (let attempt = 0; list.length < count; attempt++) {
    const ticker = inventedTicker(key, attempt);
    if (taken.has(ticker)) continue;
    taken.add(ticker);
    list.push({ ticker, price: inventedPrice(keyOf(key, -1 - attempt)), iconId: null });
  }
  return list.slice(0, count);
}
