import type { Digits } from '../venues/scanner.ts';
import { Scanner } from '../venues/scanner.ts';
import type { OkxBookMessage } from './book.ts';
import { MOST_LEVELS, ReadBook } from './book.ts';
import type { OkxFrame } from './frames.ts';
import { streamName } from './frames.ts';
import { TickerRow, TradeRow } from './rows.ts';

const BEGINNING = '{"arg":{"channel":"';
/** Entries of a level after price and size. */
const FURTHER = 2;
/** The bounds of amounts. @see amountSign */
const AMOUNT: Digits = { whole: 19, fraction: 18 };

/**
 * The frames that come most, in the form in which the venue writes them; undefined for every other text, which is left
 * to `JSON.parse` and to the readers of its values. The result is the same as theirs.
 */
export function scanFrame(text: string): OkxFrame | undefined {
  const scanner = new Scanner(text);
  if (!scanner.has(BEGINNING)) return undefined;
  if (scanner.has('books","instId":')) return scanBook(scanner);
  if (scanner.has('trades","instId":')) return scanRow('trades', scanner, scanTrade);
  return scanner.has('tickers","instId":') ? scanRow('tickers', scanner, scanTicker) : undefined;
}

/** A frame of one row. */
function scanRow(
  channel: string,
  scanner: Scanner,
  scan: (scanner: Scanner) => TradeRow | TickerRow,
): OkxFrame | undefined {
  const stream = streamName(channel, scanner.name());
  const row = scan(scanner.skip('},"data":[{'));
  const isWhole = scanner.skip('}]}').isWhole;
  return isWhole ? { kind: 'data', stream, action: undefined, rows: [row] } : undefined;
}

function scanTrade(scanner: Scanner): TradeRow {
  scanner.skip('"instId":').leave();
  const id = scanner.skip(',"tradeId":"').whole();
  const price = scanner.skip('","px":').decimal();
  const quantity = scanner.skip(',"sz":').decimal();
  const side = scanner.skip(',"side":"').has('buy') ? 'buy' : 'sell';
  if (side === 'sell') scanner.skip('sell');
  const at = scanner.skip('","ts":"').whole();
  scanner.skip('"');
  // Absent from older frames.
  if (scanner.has(',"count":')) scanner.leave();
  if (scanner.has(',"source":')) scanner.leave();
  if (scanner.has(',"seqId":')) scanner.whole();
  return new TradeRow({ id, price, quantity, side, at });
}

function scanTicker(scanner: Scanner): TickerRow {
  const instId = scanner.skip('"instType":').leave().skip(',"instId":').name();
  const last = scanner.skip(',"last":').decimal();
  scanner.skip(',"lastSz":').leave().skip(',"askPx":').leave().skip(',"askSz":').leave();
  scanner.skip(',"bidPx":').leave().skip(',"bidSz":').leave();
  const open24 = scanner.skip(',"open24h":').decimal();
  const high24 = scanner.skip(',"high24h":').decimal();
  const low24 = scanner.skip(',"low24h":').decimal();
  scanner.skip(',"sodUtc0":').leave().skip(',"sodUtc8":').leave();
  const amount = scanner.skip(',"volCcy24h":').decimal();
  const at = scanner.skip(',"vol24h":').leave().skip(',"ts":"').whole();
  scanner.skip('"');
  return new TickerRow(instId, [last, open24, high24, low24], amount, at);
}

function scanBook(scanner: Scanner): OkxFrame | undefined {
  const instId = scanner.name();
  const isSnapshot = scanner.skip('},"action":"').has('snapshot');
  if (!isSnapshot) scanner.skip('update');
  const asks = scanner.skip('","data":[{"asks":').levels(FURTHER, AMOUNT);
  const bids = scanner.skip(',"bids":').levels(FURTHER, AMOUNT);
  const at = scanner.skip(',"ts":"').whole();
  const checksum = scanner.skip('","checksum":').signed();
  const numbers = scanNumbers(scanner);
  // The checksum is made of the venue's own texts: one that has been trimmed goes the other way.
  if (!scanner.skip('}]}').isWhole || scanner.hasTrimmed || Math.max(asks.length, bids.length) > MOST_LEVELS)
    return undefined;
  const message: OkxBookMessage = { isSnapshot, bids, asks, checksum, at, ...numbers };
  const stream = streamName('books', instId);
  const action = isSnapshot ? 'snapshot' : 'update';
  return { kind: 'data', stream, action, rows: [new ReadBook(message)] };
}

/** In either order; absent from older frames. */
function scanNumbers(scanner: Scanner): Pick<OkxBookMessage, 'seqId' | 'prevSeqId'> {
  if (scanner.has(',"seqId":')) {
    const seqId = scanner.whole();
    return { seqId, prevSeqId: scanner.skip(',"prevSeqId":').signed() };
  }
  if (!scanner.has(',"prevSeqId":')) return { seqId: undefined, prevSeqId: undefined };
  const prevSeqId = scanner.signed();
  return { seqId: scanner.skip(',"seqId":').whole(), prevSeqId };
}
