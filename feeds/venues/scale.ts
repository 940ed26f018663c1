import type { Dec } from '../../domain/index.ts';
import { D, toText } from '../../domain/index.ts';
import { plainDecimal } from './fields.ts';

/**
 * How a venue's amounts turn into amounts of the market: times a fixed factor, exactly. A power of ten, which
 * nearly every factor is, only moves the point: books bring tens of thousands of texts a second.
 * @param factor > 0. @returns what takes a plain decimal without surplus zeros, and gives one.
 */
export function scaleBy(factor: Dec): (amount: Dec) => Dec {
  const size = new D(factor);
  const shift = size.e;
  if (!size.eq(new D(10).pow(shift))) return (amount) => toText(new D(amount).times(size));
  return shift === 0 ? (amount) => amount : (amount) => movePoint(amount, shift);
}

function movePoint(amount: Dec, places: number): Dec {
  const point = amount.indexOf('.');
  const digits = point < 0 ? amount : amount.slice(0, point) + amount.slice(point + 1);
  const at = (point < 0 ? amount.length : point) + places;
  if (at <= 0) return trimmed(`0.${'0'.repeat(-at)}${digits}`);
  if (at >= digits.length) return trimmed(digits + '0'.repeat(at - digits.length));
  return trimmed(`${digits.slice(0, at)}.${digits.slice(at)}`);
}

/** Longer texts than a feed may send come out of hostile ones alone. */
const trimmed = (text: string): Dec => plainDecimal(text) ?? toText(new D(text));
