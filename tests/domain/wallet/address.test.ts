import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AddressFamily } from '../../../domain/index.ts';
import {
  addressFamilies,
  addressInLink,
  addressPattern,
  checksummed,
  labelRefusal,
  readAddress,
  readAddressOf,
} from '../../../domain/index.ts';

/** EIP-55, BIP 173 and BIP 350, the first block of Bitcoin, the contract of USDT on Tron. */
const good: readonly (readonly [family: AddressFamily, text: string, written?: string])[] = [
  ['evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['evm', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['evm', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['evm', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  ['evm', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['evm', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  ['evm', '0xde709f2102306220921060314715629080e2fb77'],
  ['evm', '0x27b1fdb04752bbc536007a920d24acb045561c26'],
  ['evm', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['evm', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['bitcoin', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
];

describe('an address', () => {
  it.each(good.map(([family, text, written = text]) => ({ family, text, written })))(
    'of $family: $text',
    ({ family, text, written }) => {
      expect(readAddress(text)).toEqual({ family, address: written });
      expect(readAddress(`  ${text}\n`)).toEqual({ family, address: written });
      expect(new RegExp(addressPattern(family)).test(text)).toBe(true);
      for (const other of addressFamilies.filter((each) => each !== family))
        expect(readAddressOf(other, text)).toEqual({ family, refusal: 'addressNetwork' });
    },
  );
  it.each([
    ['', 'addressEmpty'],
    ['   ', 'addressEmpty'],
    ['hello', 'addressInvalid'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'addressInvalid'],
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'addressInvalid'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg', 'addressInvalid'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', 'addressChecksum'],
    ['0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'addressChecksum'],
    ['0x0000000000000000000000000000000000000000', 'addressInvalid'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'addressChecksum'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf0a', 'addressInvalid'],
    ['1111111111111111111114oLvT2', 'addressInvalid'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s', 'addressChecksum'],
    ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'addressInvalid'],
    // Bech32 where Bech32m has to be, and the other way round.
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'addressChecksum'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'addressChecksum'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'addressChecksum'],
    ['bc1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'addressInvalid'],
    ['bc1pw5dgrnzv', 'addressInvalid'],
    ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'addressInvalid'],
    ['bc1gmk9yu', 'addressInvalid'],
    // Good addresses of versions that nobody guards yet.
    ['BC1SW50QGDZ25J', 'addressInvalid'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'addressInvalid'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'addressInvalid'],
    ['<img src=x onerror=alert(1)>', 'addressInvalid'],
    ['0x'.repeat(5_000), 'addressInvalid'],
  ])('%s is %s', (text, refusal) => {
    expect(readAddress(text).refusal).toBe(refusal);
  });
  it('is the same for every writing of an EVM address without case, and for no other with one letter changed', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(
        digits.filter((text) => /[1-9a-f]/.test(text)),
        (text) => {
          const address = checksummed(`0x${text}`);
          expect(readAddress(`0x${text}`)).toEqual({ family: 'evm', address });
          expect(readAddress(address)).toEqual({ family: 'evm', address });
          const at = address.slice(2).search(/[a-zA-Z]/) + 2;
          const isLone = address.slice(2).replace(/\d/g, '').length < 2;
          if (at < 2 || isLone) return;
          const letter = address.charAt(at);
          const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
          const changed = address.slice(0, at) + other + address.slice(at + 1);
          const hasCase = changed.slice(2) !== changed.slice(2).toLowerCase();
          const isUpper = changed.slice(2) === changed.slice(2).toUpperCase();
          if (hasCase && !isUpper) expect(readAddress(changed).refusal).toBe('addressChecksum');
        },
      ),
    );
  });
  it('with one character changed is never another address of the same family unnoticed', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    const base = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 33 }), fc.constantFrom(...alphabet), (at, letter) => {
        const changed = base.slice(0, at) + letter + base.slice(at + 1);
        if (changed !== base) expect(readAddress(changed).refusal).toBe('addressChecksum');
      }),
    );
  });
});

describe('a picture code', () => {
  const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  it.each([
    [evm, evm],
    [`  ${evm} `, evm],
    [`ethereum:${evm}`, evm],
    [`ethereum:${evm}@1?value=1e18`, evm],
    [`ethereum:pay-${evm}@1`, evm],
    [`ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${evm}&uint256=1e6`, evm],
    ['ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7/transfer?uint256=1', ''],
    ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.1', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['BITCOIN:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['tron://TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['https://example.com', 'https://example.com'],
  ])('%s holds %s', (text, address) => {
    expect(addressInLink(text)).toBe(address);
  });
});

describe('a label', () => {
  it.each(['', 'Cold wallet', '冷錢包 №1', 'a'.repeat(40)])('can be "%s"', (label) => {
    expect(labelRefusal(label)).toBeUndefined();
  });
  it.each(['a'.repeat(41), 'two\nlines', 'a\u0000b', 'a\u2028b', '\u202Eabc'])('cannot be %j', (label) => {
    expect(labelRefusal(label)).toBe('labelInvalid');
  });
});
