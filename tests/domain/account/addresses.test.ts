import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalAddress } from '../../../domain/index.ts';

describe('an IPv4 address within IPv6', () => {
  // 10.0.0.1 is 0a00:0001, and 192.168.255.7 is c0a8:ff07.
  it.each([
    ['::ffff:a00:1', '10.0.0.1'],
    ['::FFFF:0a00:0001', '10.0.0.1'],
    ['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
    ['0000:0000:0000:0000:0000:ffff:0a00:0001', '10.0.0.1'],
    ['0::0:ffff:c0a8:ff07', '192.168.255.7'],
    ['::ffff:0:0', '0.0.0.0'],
    ['::ffff:255.255.255.255', '255.255.255.255'],
  ])('%s is %s: one caller, however it comes in', (text, address) =>
    expect(normalAddress(text)).toBe(address),
  );
  it.each([
    // Only behind these very groups is it the IPv4 address; elsewhere it is one of IPv6.
    ['::10.0.0.1', '0:0:0:0:0:0:a00:1'],
    ['64:ff9b::10.0.0.1', '64:ff9b:0:0:0:0:a00:1'],
    ['::ffff:0:a00:1', '0:0:0:0:ffff:0:a00:1'],
  ])('%s is none, but %s', (text, address) => expect(normalAddress(text)).toBe(address));
  it.each([
    '::ffff:10.0.0.256',
    '::ffff:10.0.0',
    '::ffff:010.0.0.1',
    '1:2:3:4:5:6:7:1.2.3.4',
    '1.2.3.4::',
    '::1.2.3.4:5',
    ':::1',
  ])('%s is no address', (text) => expect(normalAddress(text)).toBeUndefined());
});

const byte = fc.integer({ min: 0, max: 255 });
const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));

it('any IPv4 address is the same in all of its writings', () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
      const dotted = `${a}.${b}.${c}.${d}`;
      const hex = [a, b, c, d].map((each) => each.toString(16).padStart(2, '0'));
      const groups = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
      for (const text of [dotted, `::ffff:${dotted}`, `::ffff:${groups}`, `0:0:0:0:0:FFFF:${groups}`])
        expect(normalAddress(text)).toBe(dotted);
    }),
  );
});
it('any IPv6 address is the same with zeros written, left out and cut, and no other one is', () => {
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), fc.nat(7), fc.nat(7), (groups, one, two) => {
      if (groups.slice(0, 6).join(':') === '0:0:0:0:0:65535') return;
      const short = groups.map((each) => each.toString(16));
      const written = groups.map((each) => each.toString(16).padStart(4, '0')).join(':');
      expect(normalAddress(short.join(':'))).toBe(short.join(':'));
      expect(normalAddress(written.toUpperCase())).toBe(short.join(':'));
      const [from, to] = [Math.min(one, two), Math.max(one, two) + 1];
      const isNought = groups.slice(from, to).every((each) => each === 0);
      const cut = `${short.slice(0, from).join(':')}::${short.slice(to).join(':')}`;
      // Two colons stand for zeros alone: where others were cut out, it is another address.
      expect(normalAddress(cut) === short.join(':')).toBe(isNought);
    }),
  );
});
