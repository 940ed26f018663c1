import { beforeAll, describe, expect, it } from 'vitest';
import type { NotificationRow } from '../../../../domain/contract/index.ts';
import { languages, notificationKinds } from '../../../../domain/index.ts';
import { readNoticeWords } from '../../../../server/host/files/words.ts';
import type { NoticeWords } from '../../../../server/products/notifications/push/words.ts';
import { noticeOf, sealedNotice } from '../../../../server/products/notifications/push/words.ts';
import { newMarket } from '../../../support/spot.ts';

let words: NoticeWords;
beforeAll(async () => {
  words = await readNoticeWords(process.cwd(), 'Tidemark');
});

const market = { ...newMarket(), id: 'BTC-USDT', name: 'BTC/USDT', tick: '0.01', lot: '0.0001' };
const order = {
  product: 'spot',
  order: 7,
  market: market.id,
  side: 'buy',
  quantity: '0.5',
  value: '30000.05',
};
const forced = { ...order, position: 3, side: 'long', net: '-1250.25', left: '0', wallet: '12.5' };

/** A row of each kind that is pushed, and what it says in English. */
const emitted: readonly (readonly [kind: string, body: object, title: string, text: string, path: string])[] =
  [
    [
      'fill',
      { ...order, isPartial: true },
      'Order partially filled',
      'Buy 0.5000 · BTC/USDT · average 60,000.10',
      '/tradDetail/7',
    ],
    [
      'trigger',
      { ...order, product: 'perpetual', trigger: 'profit', price: '61000', result: 'filled', net: '12.3' },
      'Take profit filled',
      'Buy 0.5000 · BTC/USDT · average 60,000.10 · Net P/L +12.30 USDT',
      '/contractRecord/all',
    ],
    [
      'trigger',
      { ...order, trigger: 'stop', price: '61000', result: 'failed', reason: 'balanceTooLow' },
      'Stop order triggered and canceled',
      'Buy · BTC/USDT · 61,000.00',
      '/tradDetail/7',
    ],
    [
      'chase',
      { ...order, product: 'perpetual', side: 'sell', left: '1.5', reason: 'chaseTimedOut' },
      'Chase ended, partly closed',
      'Sell · BTC/USDT · Not closed: 1.5000 · The chase was over by time.',
      '/contractRecord/all',
    ],
    [
      'liquidation',
      forced,
      'Position liquidated',
      'Long 0.5000 · BTC/USDT · average 60,000.10 · Net P/L −1,250.25 USDT · Still open: 0.00 · Futures balance: 12.50 USDT',
      '/contractRecord/all',
    ],
    [
      'margin',
      { level: 70, ratio: '0.7012', market: market.id, side: 'short' },
      'Margin ratio at 70.12%',
      'Short BTC/USDT · liquidation at 100%',
      '/trade?kind=perpetual',
    ],
    [
      'deposit',
      { asset: 'USDT', amount: '250', result: 'reversed', debt: '10' },
      'Deposit taken back by its network',
      '250.00 USDT · Owed: 10.00 USDT',
      '/property/deposits',
    ],
    [
      'cycle',
      {
        contract: 1,
        market: market.id,
        direction: 'up',
        cycle: '30s',
        outcome: 'win',
        amount: '10',
        net: '8.5',
      },
      'Cycle contract: Won',
      'BTC/USDT · Up · 30 s · +8.50 USDT',
      '/contractRecord/all?kind=cycle',
    ],
    [
      'withdrawal',
      { withdrawal: 1, asset: 'USDT', amount: '250', result: 'confirmed' },
      'Withdrawal completed',
      '250.00 USDT',
      '/property/withdrawals',
    ],
    [
      'absence',
      { action: 'cancelAll' },
      'Orders canceled',
      'No page was connected for the time you set. All open orders were canceled.',
      '/contractRecord/all',
    ],
    ['identity', { level: 2, result: 'approved' }, 'Level 2 verified', '', '/mine/identity'],
    [
      'reply',
      { ticket: 4, title: 'Which fees?' },
      'Your question has a reply',
      'Which fees?',
      '/mine/questionRecord?ticket=4',
    ],
    [
      'alert',
      { alert: 1, market: market.id, direction: 'above', price: '70000', reached: '70001.2' },
      'BTC/USDT: price reached',
      'Rose to 70,001.20 · alert at 70,000.00',
      '/coinDetail/BTC-USDT',
    ],
  ];
const rowOf = (kind: string, body: object) => ({ id: 9, kind, at: 1, body }) as unknown as NotificationRow;

describe('a notification that is pushed', () => {
  it.each(emitted)('%s', (kind, body, title, text, path) => {
    const notice = noticeOf(rowOf(kind, body), words, [market], 'en_us');
    expect(notice).toMatchObject({ id: 'notification:9', title, path });
    expect(notice?.text.startsWith(text)).toBe(true);
  });
  it.each(languages)('has words for every kind in %s, and fills all of their blanks', (language) => {
    for (const [kind, body] of emitted) {
      const { title = '', text = '' } = noticeOf(rowOf(kind, body), words, [market], language) ?? {};
      expect(title).not.toBe('');
      expect(text).not.toMatch(/\{\{|undefined| · ·/);
      expect(text === '').toBe(kind === 'identity');
    }
    expect(sealedNotice(words, language, 'Tidemark').text).toContain('Tidemark');
  });
  it('is none of the kinds that can wait', () => {
    const pushed = new Set([...emitted.map(([kind]) => kind), 'reduction', 'deleveraging']);
    const others = notificationKinds.filter((kind) => !pushed.has(kind));
    expect(others).toEqual(['interest', 'storage', 'reward']);
    for (const kind of others) expect(noticeOf(rowOf(kind, {}), words, [market], 'en_us')).toBeUndefined();
  });
  it('is no longer than a locked screen shows', () => {
    const long = noticeOf(rowOf('reply', { ticket: 4, title: 'x'.repeat(5_000) }), words, [market], 'jp');
    expect(long?.text).toHaveLength(300);
  });
});
