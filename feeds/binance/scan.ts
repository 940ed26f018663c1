import type { Level, Ticker, Trade } from '../../domain/index.ts';
import { compareDec } from '../../domain/index.ts';
import { ownBytes } from '../venues/bytes.ts';
import { Scanner } from '../venues/scanner.ts';
import type { DepthDiff } from './normalise.ts';

/** A difference of a book that is read already. */
export class ReadDiff implements DepthDiff {
  readonly kind = 'diff';
  readonly symbol: string;
  readonly first: number;
  readonly last: number;
  readonly previous?: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** The venue's clock, ms UTC. */
  readonly at: number;

  constructor({ symbol, first, last, previous, bids, asks }: Omit<DepthDiff, 'kind'>, at: number) {
    this.symbol = symbol;
    this.first = first;
    this.last = last;
    if (previous !== undefined) this.previous = previous;
    this.bids = bids;
    this.asks = asks;
    this.at = at;
  }
}
/** A trade that is read already. */
export class ReadTrade {
  readonly trade: Trade;
  constructor(trade: Trade) {
    this.trade = trade;
  }
}
/** Rows of a list that are read already; the id of each is the venue's symbol. */
export class ReadTickers {
  readonly rows: readonly Ticker[];
  /** The venue's clock, ms UTC. */
  readonly at: number;
  constructor(rows: readonly Ticker[], at: number) {
    this.rows = rows;
    this.at = at;
  }
}
export interface ScannedFrame {
  readonly stream: string;
  readonly message: ReadDiff | ReadTrade | ReadTickers;
}

/**
 * The frames that come most, in the form in which the venue writes them; undefined for every other text, which is left
 * to `JSON.parse` and to the readers of its values. The result is the same as theirs.
 */
export function scanFrame(text: string): ScannedFrame | undefined {
  const scanner = new Scanner(text);
  const stream = scanner.skip('{"stream":').name();
  if (scanner.has(',"data":{"e":"depthUpdate","E":')) return scanDiff(scanner, stream);
  if (scanner.has(',"data":{"e":"aggTrade","E":')) return scanTrade(scanner, stream);
  if (scanner.has(',"data":[')) return scanTickers(scanner, stream);
  return undefined;
}

function scanDiff(scanner: Scanner, stream: string): ScannedFrame | undefined {
  const at = scanner.whole();
  if (scanner.has(',"T":')) scanner.whole();
  const symbol = scanner.skip(',"s":').name();
  const first = scanner.skip(',"U":').whole();
  const last = scanner.skip(',"u":').whole();
  const previous = scanner.has(',"pu":') ? { previous: scanner.whole() } : {};
  const bids = scanner.skip(',"b":').levels();
  const asks = scanner.skip(',"a":').levels();
  if (!scanner.skip('}}').isWhole || first > last) return undefined;
  return { stream, message: new ReadDiff({ symbol, first, last, ...previous, bids, asks }, at) };
}

function scanTrade(scanner: Scanner, stream: string): ScannedFrame | undefined {
  scanner.whole();
  scanner.skip(',"s":').name();
  const id = scanner.skip(',"a":').whole();
  const price = scanner.skip(',"p":').decimal();
  const quantity = scanner.skip(',"q":').decimal();
  scanner.skip(',"f":').whole();
  scanner.skip(',"l":').whole();
  const at = scanner.skip(',"T":').whole();
  const side = scanner.skip(',"m":').has('true') ? 'sell' : 'buy';
  if (side === 'buy') scanner.skip('false');
  if (!scanner.has(',"M":true')) scanner.has(',"M":false');
  if (!scanner.skip('}}').isWhole || price === '0' || quantity === '0') return undefined;
  return { stream, message: new ReadTrade({ id, price, quantity, side, at }) };
}

/** What stands between the values of a list's row. */
const ROW = {
  begin: /*#__PURE__*/ ownBytes('{"e":"24hrMiniTicker","E":'),
  symbol: /*#__PURE__*/ ownBytes(',"s":'),
  last: /*#__PURE__*/ ownBytes(',"c":'),
  open24: /*#__PURE__*/ ownBytes(',"o":'),
  high24: /*#__PURE__*/ ownBytes(',"h":'),
  low24: /*#__PURE__*/ ownBytes(',"l":'),
  base: /*#__PURE__*/ ownBytes(',"v":'),
  volume: /*#__PURE__*/ ownBytes(',"q":'),
  end: /*#__PURE__*/ ownBytes('}'),
};

/** Rows without a price and impossible ones are for the other way to sort out. */
function scanTickers(scanner: Scanner, stream: string): ScannedFrame | undefined {
  const rows: Ticker[] = [];
  let at = 0;
  do {
    const published = scanner.pass(ROW.begin).whole();
    if (rows.length === 0) at = published;
    const id = scanner.pass(ROW.symbol).name();
    const last = scanner.pass(ROW.last).decimal();
    const open24 = scanner.pass(ROW.open24).decimal();
    const high24 = scanner.pass(ROW.high24).decimal();
    const low24 = scanner.pass(ROW.low24).decimal();
    scanner.pass(ROW.base).leave();
    const volume = scanner.pass(ROW.volume).decimal();
    if (last === '0' || compareDec(high24, low24) < 0) return undefined;
    rows.push({ id, last, open24, volume, high24, low24 });
  } while (scanner.pass(ROW.end).has(','));
  return scanner.skip(']}').isWhole ? { stream, message: new ReadTickers(rows, at) } : undefined;
}
