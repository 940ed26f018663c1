import { describe, expect, it } from 'vitest';
import { normalAddress } from '../../../domain/index.ts';

describe('normalAddress', () => {
  it('has one writing for one address', () => {
    expect(normalAddress(' 10.0.0.1 ')).toBe('10.0.0.1');
    expect(normalAddress('::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(normalAddress('2001:DB8::1')).toBe(normalAddress('2001:0db8:0:0:0:0:0:0001'));
    expect(normalAddress('::1')).toBe('0:0:0:0:0:0:0:1');
    expect(normalAddress('::')).toBe('0:0:0:0:0:0:0:0');
  });

  it('knows no other text', () => {
    for (const text of [
      '',
      '10.0.0',
      '10.0.0.256',
      '010.0.0.1',
      '1::2::3',
      '1:2:3:4:5:6:7',
      'g::',
      'localhost',
    ])
      expect(normalAddress(text)).toBeUndefined();
    expect(normalAddress('1:2:3:4:5:6:7:8::')).toBeUndefined();
  });
});
