import { assert, constantFrom, property, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coinIconId,
  isPagePath,
  namesOf,
  notificationKinds,
  notificationPath,
  pagePaths,
  plainName,
} from '../../domain/index.ts';

describe('a name that is searched', () => {
  it.each([
    ['BTC / USDT', 'btcusdt'],
    ['Pétrole', 'petrole'],
    ['ALTIN', 'altin'],
    ['altın', 'altin'],
    ['Rohöl', 'rohol'],
    ['Straße', 'strasse'],
    ['XAU_USD-PERP', 'xauusdperp'],
  ])('%s is compared as %s', (text, plain) => expect(plainName(text)).toBe(plain));
  it('is compared alike however often it was made plain', () => {
    assert(
      property(stringMatching(/^[A-Za-zÀ-ÿ \-_/]{0,20}$/), (text) => {
        expect(plainName(plainName(text))).toBe(plainName(text));
        expect(plainName(text.toUpperCase())).toBe(plainName(text.toLowerCase()));
      }),
    );
  });
  it('finds a coin in every language, a token as what stands behind it, and nothing of one without a name', () => {
    expect(namesOf('BTC')).toEqual(expect.arrayContaining(['bitcoin', '比特幣', '비트코인'].map(plainName)));
    expect(namesOf('XAU')).toContain('altin');
    expect(namesOf('WBTC')).toEqual(namesOf('BTC'));
    expect(namesOf('PAXG')).toEqual(namesOf('XAU'));
    expect(namesOf('USDT')).toEqual([]);
  });
});

it('pictures of coins have ids from 1 on; a coin without one has none', () => {
  expect([coinIconId('BTC'), coinIconId('ETH'), coinIconId('btc'), coinIconId('')]).toEqual([
    1,
    2,
    null,
    null,
  ]);
});

describe('a path of the page', () => {
  const part = stringMatching(/^[A-Za-z0-9-]{1,12}$/);
  it('is known with anything in the place of its parts, in any case, with a slash at the end', () => {
    assert(
      property(constantFrom(...pagePaths), part, (known, own) => {
        const path = known.replace(/:\w+/, own);
        expect(
          [path, `${path}/`, path.replace(/^\/\w+/, (head) => head.toUpperCase())].map(isPagePath),
        ).toEqual([true, true, true]);
      }),
    );
  });
  it.each([
    '/homes',
    '/coinDetail',
    '/coinDetail/',
    '/coinDetail/a/b',
    '/mine/',
    '/api',
    '/../home',
    '//home',
  ])('%s is %s', (path) => expect(isPagePath(path)).toBe(path === '/mine/'));
  it('is where each notification leads', () => {
    for (const kind of notificationKinds)
      for (const product of ['spot', 'perpetual'] as const) {
        const path = notificationPath({ kind, product, order: 7, market: 'BTC-USDT', ticket: 3 });
        expect(isPagePath(path.replace(/\?.*/, ''))).toBe(true);
        expect(path).not.toMatch(/undefined/);
      }
    expect(notificationPath({ kind: 'fill', product: 'spot', order: 7 })).toBe('/tradDetail/7');
    expect(notificationPath({ kind: 'fill', product: 'perpetual', order: 7 })).toBe('/contractRecord/all');
  });
});
