import type { Level } from '../../domain/index.ts';
import { amountSign } from '../../domain/index.ts';
import { Scanner } from '../venues/scanner.ts';
import type { OkxBookMessage } from './book.ts';
import { MOST_LEVELS, ReadBook } from './book.ts';
import type { OkxFrame } from './frames.ts';
import { streamName } from './frames.ts';

const BEGINNING = '{"arg":{"channel":"books","instId":';
/** Entries of a level after price and size. */
const FURTHER = 2;

/**
 * A message of a book in the form in which the venue writes it; undefined for every other text, which is left to
 * `JSON.parse` and to the readers of its values. What is told is what those would tell.
 */
export function scanFrame(text: string): OkxFrame | undefined {
  const scanner = new Scanner(text);
  if (!scanner.has(BEGINNING)) return undefined;
  const instId = scanner.name();
  const isSnapshot = scanner.skip('},"action":"').has('snapshot');
  if (!isSnapshot) scanner.skip('update');
  const asks = scanner.skip('","data":[{"asks":').levels(FURTHER);
  const bids = scanner.skip(',"bids":').levels(FURTHER);
  const at = scanner.skip(',"ts":"').whole();
  const checksum = scanner.skip('","checksum":').signed();
  const numbers = scanNumbers(scanner);
  // The checksum is made of the venue's own texts: one that has been trimmed goes the other way.
  if (!scanner.skip('}]}').isWhole || scanner.hasTrimmed || !areAmounts(asks) || !areAmounts(bids))
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

function areAmounts(levels: readonly Level[]): boolean {
  if (levels.length > MOST_LEVELS) return false;
  for (const [price, size] of levels)
    if (amountSign(price) === undefined || amountSign(size) === undefined) return false;
  return true;
}
