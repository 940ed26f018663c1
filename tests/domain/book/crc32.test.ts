import { assert, integer, property, stringMatching } from 'fast-check';
import { expect, it } from 'vitest';
import { crcOver, crcOverZeros } from '../../../domain/index.ts';

const ascii = stringMatching(/^[ -~]{0,60}$/);
const register = integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

/** The same sum bit by bit, as its definition has it. */
function slowly(text: string): number {
  let crc = -1;
  for (const char of text) {
    crc ^= char.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

it('is the CRC-32 that everybody has', () => {
  expect(~crcOver(-1, '123456789') >>> 0).toBe(0xcbf43926);
  assert(property(ascii, (text) => void expect(~crcOver(-1, text) >>> 0).toBe(slowly(text))));
});

it('goes on from where a text before it has ended', () => {
  assert(
    property(register, ascii, ascii, (from, one, other) => {
      expect(crcOver(crcOver(from, one), other)).toBe(crcOver(from, one + other));
    }),
  );
});

it('changes by what stood before a text as zeros of its length change it', () => {
  assert(
    property(register, register, ascii, (one, other, text) => {
      expect(crcOver(one, text) ^ crcOver(other, text)).toBe(crcOverZeros(one ^ other, text.length));
      expect(crcOverZeros(one, text.length)).toBe(crcOver(one, '\0'.repeat(text.length)));
    }),
  );
});
