import { describe, expect, it } from 'vitest';
import { linkKind, SLUG } from '../../domain/index.ts';

describe('where a link may lead', () => {
  it.each(['/', '/recharge', '/coinDetail/BTC-USDT?tab=book#top', '/mine/helpCenter/fees'])(
    '%s: a route',
    (to) => {
      expect(linkKind(to)).toBe('route');
    },
  );
  it.each(['https://a.example', 'https://a.example:8443/x?y=z#w', 'https://sub.a.example/a%20b'])(
    '%s: outside',
    (to) => {
      expect(linkKind(to)).toBe('outside');
    },
  );
  it.each([
    '',
    'recharge',
    '#top',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'http://a.example',
    'https://',
    'https://bank.example@evil.example',
    'https://a.example\\@evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    ' https://a.example',
    'https://a.example/"onclick="x',
    '/a"b',
    '/a\nb',
    `/${'x'.repeat(300)}`,
  ])('%j: nowhere', (to) => {
    expect(linkKind(to)).toBeUndefined();
  });
});

describe('names of articles', () => {
  it.each(['fees', 'two-step-login', 'a1', 'x'.repeat(60)])('%s', (name) => {
    expect(SLUG.test(name)).toBe(true);
  });
  it.each(['', 'Fees', 'a_b', '-a', 'a-', 'a--b', '../a', 'a/b', '__proto__', 'x'.repeat(61), 'a\n'])(
    'not %j',
    (name) => {
      expect(SLUG.test(name)).toBe(false);
    },
  );
});
