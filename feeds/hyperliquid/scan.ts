import type { Level } from '../../domain/index.ts';
import { Scanner } from '../venues/scanner.ts';
import { MOST_LEVELS, ReadBook } from './rows.ts';

/**
 * A book in the form in which the venue writes it, its members by the alphabet; undefined for every other text, which
 * is left to `JSON.parse` and to the readers of its values. What is told is what those would tell.
 */
export function scanBook(text: string): ReadBook | undefined {
  const scanner = new Scanner(text);
  if (!scanner.has('{"channel":"l2Book","data":{"coin":')) return undefined;
  const coin = scanner.name();
  const bids = scanLevels(scanner.skip(',"levels":['));
  const asks = scanLevels(scanner.skip(','));
  const at = scanner.skip('],"time":').whole();
  if (!scanner.skip('}}').isWhole || !bids || !asks) return undefined;
  return new ReadBook({ coin, book: { bids, asks }, at });
}

function scanLevels(scanner: Scanner): Level[] | undefined {
  const levels: Level[] = [];
  if (scanner.has('[]')) return levels;
  scanner.skip('[');
  do {
    scanner.skip('{"n":').whole();
    const price = scanner.skip(',"px":').decimal();
    const quantity = scanner.skip(',"sz":').decimal();
    if (price === '0' || quantity === '0' || levels.length === MOST_LEVELS) return undefined;
    levels.push([price, quantity]);
  } while (scanner.skip('}').has(','));
  scanner.skip(']');
  return levels;
}
