import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cursor, NotificationKind, Numbered } from '../../domain/index.ts';
import {
  HOLD_MS,
  isPagePath,
  isRefusalCode,
  judge,
  notificationKinds,
  notificationPath,
  PUSH_MOVED_PATH,
  pagePaths,
  RuleError,
  refusalCodes,
  SEALED_NOTICE,
} from '../../domain/index.ts';

/** Routes of the specification, §2. */
const SPECIFIED = `
  /home /market /trade /cycle /property /property/coinRecord /lockMining /confirmLock/{id} /lockRecord
  /allRecord/{coinType} /contractRecord/{coinType} /recharge /withdraw /withdrawBank /transfer /convert
  /convertRecord /stopPl /mine /mine/identity /mine/identityNew /mine/identityBase /mine/identityAdvance
  /mine/phone /mine/email /mine/editEmail /mine/password /mine/fund /mine/security /mine/coinAddress
  /mine/addCoinAddress /mine/myTeam /mine/invite /mine/helpCenter /mine/addQuestion /mine/questionRecord
  /register /login /retrieve /announcement /announcementDetail/{id} /setting /documentDetail/{type}
  /tradDetail/{id} /aboutUs /customerService /download /coinSearch /coinDetail/{coinType}`
  .trim()
  .split(/\s+/);

describe('a path of the page', () => {
  it.each(SPECIFIED)('%s is there, as specified', (path) => {
    expect(isPagePath(path.replace(/\{\w+\}/, 'BTC-USDT'))).toBe(true);
    expect(pagePaths).toContain(path.replace(/\{(\w+)\}/, ':$1'));
  });
  it('is there once, and no other one answers in its place', () => {
    expect(new Set(pagePaths).size).toBe(pagePaths.length);
    expect(new Set(pagePaths.map((path) => path.toLowerCase())).size).toBe(pagePaths.length);
  });
  it('has something in the place of each of its parts, and nothing after them', () => {
    for (const path of pagePaths) {
      const filled = path.replace(/:\w+/, '7');
      expect(isPagePath(filled)).toBe(true);
      expect(isPagePath(`${filled}/`)).toBe(true);
      expect(isPagePath(`${filled}//`)).toBe(false);
      expect(isPagePath(`${filled}/more/than/that`)).toBe(false);
      expect(isPagePath(filled.slice(1))).toBe(false);
      if (filled !== path)
        expect(isPagePath(path.replace(/:\w+/, ''))).toBe(
          pagePaths.some((each) => path === `${each}/:${path.split(':')[1]}`),
        );
    }
  });
  it('is none with another first part, whatever follows', () => {
    const known = new Set(pagePaths.map((path) => path.split('/')[1]?.toLowerCase()));
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }),
        (first, rest) => {
          const name = first.replaceAll('/', '').toLowerCase();
          if (name === '' || known.has(name)) return;
          expect(isPagePath(`/${[name, ...rest].join('/')}`)).toBe(false);
        },
      ),
    );
  });
});

describe('where a notification leads', () => {
  const about = { order: 12, market: 'BTC-USDT', ticket: 5 };
  it.each<[NotificationKind, string]>([
    ['fill', '/contractRecord/all'],
    ['margin', '/trade?kind=perpetual'],
    ['cycle', '/contractRecord/all?kind=cycle'],
    ['deposit', '/property/deposits'],
    ['withdrawal', '/property/withdrawals'],
    ['interest', '/lockRecord'],
    ['reward', '/mine/myTeam'],
    ['reply', '/mine/questionRecord?ticket=5'],
    ['identity', '/mine/identity'],
    ['alert', '/coinDetail/BTC-USDT'],
  ])('%s: %s', (kind, path) => expect(notificationPath({ ...about, product: 'perpetual', kind })).toBe(path));
  it('is the order itself on spot alone', () => {
    for (const kind of ['fill', 'trigger'] as const) {
      expect(notificationPath({ ...about, product: 'spot', kind })).toBe('/tradDetail/12');
      expect(notificationPath({ ...about, product: 'perpetual', kind })).toBe('/contractRecord/all');
    }
    expect(notificationPath({ ...about, product: 'spot', kind: 'chase' })).toBe('/contractRecord/all');
  });
  it('is a screen of the page for every kind, and for a notice that says nothing', () => {
    for (const kind of notificationKinds)
      for (const product of ['spot', 'perpetual'] as const) {
        const [path = ''] = notificationPath({ ...about, product, kind }).split('?');
        expect(isPagePath(path)).toBe(true);
      }
    expect(isPagePath(SEALED_NOTICE.path)).toBe(true);
    // What a device reports is a call of the exchange, and no screen.
    expect(isPagePath(PUSH_MOVED_PATH)).toBe(false);
  });
});

/** A reader that keeps what it may not apply yet, and asks for a snapshot when that has stood too long. */
function read(messages: readonly Numbered[]): { cursor: Cursor | undefined; applied: readonly number[] } {
  let cursor: Cursor | undefined;
  const applied: number[] = [];
  const held = new Map<number, Numbered>();
  const take = (message: Numbered): void => {
    const verdict = judge(cursor, message);
    if (verdict === 'hold') held.set(message.seq, message);
    if (verdict !== 'apply') return;
    cursor = { epoch: message.epoch, seq: message.seq };
    applied.push(message.seq);
    const next = held.get(message.seq + 1);
    held.delete(message.seq + 1);
    if (next) take(next);
  };
  for (const message of messages) take(message);
  return { cursor, applied };
}

describe('a numbered channel', () => {
  const delta = (seq: number, epoch = 'a'): Numbered => ({ kind: 'delta', epoch, seq });
  const snap = (seq: number, epoch = 'a'): Numbered => ({ kind: 'snap', epoch, seq });
  it('is read in its order, in whatever order its messages come', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }), (order) => {
        const { applied } = read([snap(0), ...order.map((seq) => delta(seq))]);
        expect(applied).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
      }),
    );
  });
  it('stands still before what is missing, and goes on from a snapshot beyond it', () => {
    expect(read([snap(3), delta(4), delta(6), delta(7)]).cursor).toEqual({ epoch: 'a', seq: 4 });
    expect(read([snap(3), delta(4), delta(6), delta(7), snap(6)]).cursor).toEqual({ epoch: 'a', seq: 7 });
  });
  it('that begins again counts from its new snapshot, however small its numbers are', () => {
    expect(read([snap(900), delta(901), snap(0, 'b'), delta(1, 'b')]).cursor).toEqual({ epoch: 'b', seq: 1 });
    expect(judge({ epoch: 'a', seq: 901 }, delta(902, 'b'))).toBe('resync');
    // An older log's message is no step back: it asks for a snapshot, which says what holds.
    expect(judge({ epoch: 'b', seq: 1 }, delta(902, 'a'))).toBe('resync');
    expect(judge(undefined, snap(5))).toBe('apply');
  });
  it('waits half a second for what is missing: long for a network, short for a reader', () =>
    expect(HOLD_MS).toBe(500));
});

describe('codes of refusals', () => {
  it('are each there once, in letters alone, so that they name their words and nothing else', () => {
    expect(new Set(refusalCodes).size).toBe(refusalCodes.length);
    for (const code of refusalCodes) expect(code).toMatch(/^[a-z]+(?:[A-Z][a-z]*)*$/);
    for (const code of [
      'toString',
      'constructor',
      '__proto__',
      '',
      'AMOUNTZERO',
      401,
      null,
      undefined,
      ['amountZero'],
    ])
      expect(isRefusalCode(code)).toBe(false);
  });
  it('has one for each message of the specification, §8', () => {
    const specified = [
      'amountZero',
      'insufficientBalance',
      'phoneEmpty',
      'emailEmpty',
      'passwordMismatch',
      'stopLossAboveOpen',
      'stopLossBelowOpen',
      'takeProfitAboveOpen',
      'takeProfitBelowOpen',
    ];
    for (const code of specified) expect(isRefusalCode(code)).toBe(true);
  });
  it('are what a rule throws, and its message', () => {
    const error = new RuleError('amountZero');
    expect(error).toBeInstanceOf(Error);
    expect([error.code, error.message]).toEqual(['amountZero', 'amountZero']);
  });
});
