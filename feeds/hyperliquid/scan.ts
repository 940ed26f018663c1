import type { Level } from '../../domain/index.ts';
import type { Place } from '../venues/bytes.ts';
import { createPlace, ownBytes } from '../venues/bytes.ts';
import { Scanner } from '../venues/scanner.ts';
import { MOST_LEVELS, ReadBook } from './rows.ts';

const COUNT = /*#__PURE__*/ ownBytes('{"n":');
const PRICE = /*#__PURE__*/ ownBytes(',"px":');
const SIZE = /*#__PURE__*/ ownBytes(',"sz":');
const END = /*#__PURE__*/ ownBytes('}');

/** Coins whose last books are remembered. */
const MOST_COINS = 16;
/** Levels that may have gone between one that repeats and the next. */
const MOST_GONE = 2;

/** One side of a book, and where each of its levels begins and ends in the bytes of its text. */
interface Side {
  readonly levels: readonly Level[];
  readonly begins: readonly number[];
  readonly ends: readonly number[];
}
interface LastBook {
  readonly place: Place;
  readonly bids: Side;
  readonly asks: Side;
}
const NO_SIDE: Side = { levels: [], begins: [], ends: [] };
const NO_BOOK: LastBook = { place: createPlace(0), bids: NO_SIDE, asks: NO_SIDE };

/**
 * Scans books in the form in which the venue writes them, their members by the alphabet; undefined for every other text,
 * which is left to `JSON.parse` and to the readers of its values. The result is the same as theirs. Each message
 * has the whole book, most of which the one before had too: a level whose text repeats is the same level, not read again.
 */
export function createBookScan(): (text: string) => ReadBook | undefined {
  const books = new Map<string, LastBook>();
  return (text) => {
    const scanner = new Scanner(text);
    if (!scanner.has('{"channel":"l2Book","data":{"coin":')) return undefined;
    const coin = scanner.name();
    const last = books.get(coin) ?? NO_BOOK;
    const bids = scanSide(scanner.skip(',"levels":['), last.place, last.bids);
    const asks = scanSide(scanner.skip(','), last.place, last.asks);
    const at = scanner.skip('],"time":').whole();
    if (!scanner.skip('}}').isWhole || !bids || !asks) return undefined;
    if (books.size >= MOST_COINS && !books.has(coin)) books.clear();
    books.set(coin, { place: scanner.copy(last.place), bids, asks });
    return new ReadBook({ coin, book: { bids: bids.levels, asks: asks.levels }, at });
  };
}

function scanSide(scanner: Scanner, earlier: Place, last: Side): Side | undefined {
  if (scanner.has('[]')) return NO_SIDE;
  scanner.skip('[');
  const side = { levels: [] as Level[], begins: [] as number[], ends: [] as number[] };
  let next = 0;
  do {
    side.begins.push(scanner.at);
    const rank = rankOf(scanner, earlier, last, next);
    const level = rank < last.levels.length ? last.levels[rank] : scanLevel(scanner);
    if (!level || side.levels.length === MOST_LEVELS) return undefined;
    if (rank < last.levels.length) next = rank + 1;
    side.levels.push(level);
    side.ends.push(scanner.at);
  } while (scanner.has(','));
  scanner.skip(']');
  return side;
}

/** Goes behind a level of the last book, of those next in order, when it repeats. @returns its rank, or their number. */
function rankOf(scanner: Scanner, earlier: Place, { levels, begins, ends }: Side, next: number): number {
  const most = Math.min(levels.length, next + MOST_GONE + 1);
  for (let rank = next; rank < most; rank++)
    if (scanner.repeats(earlier, begins[rank] ?? 0, ends[rank] ?? 0)) return rank;
  return levels.length;
}

/** Undefined for one without a price or a quantity. */
function scanLevel(scanner: Scanner): Level | undefined {
  scanner.pass(COUNT).whole();
  const price = scanner.pass(PRICE).decimal();
  const quantity = scanner.pass(SIZE).decimal();
  scanner.pass(END);
  return price === '0' || quantity === '0' ? undefined : [price, quantity];
}
