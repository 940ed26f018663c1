import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChannel } from '../../domain/contract/index.ts';
import type { Cursor, Market, SortColumn, Ticker } from '../../domain/index.ts';
import {
  DAY_MS,
  filterBreach,
  isRefusalCode,
  isUp,
  judge,
  nextSort,
  RuleError,
  refusalCodes,
  restsWithdrawals,
  sortDirection,
  startLanguage,
  unsorted,
} from '../../domain/index.ts';

const account = { hasPhone: false, hasFundPassword: false, createdAt: 0 };
it.each([
  ['password', account, 0, true],
  ['email', account, 0, true],
  ['totpOff', account, 0, true],
  ['totpOn', account, 9 * DAY_MS, false],
  ['phone', account, 9 * DAY_MS, false],
  ['phone', { ...account, hasPhone: true }, 0, true],
  ['fundPassword', account, DAY_MS - 1, false],
  ['fundPassword', account, DAY_MS, true],
  ['fundPassword', { ...account, hasFundPassword: true }, 0, true],
] as const)('withdrawals after %s of %j at %i rest: %s', (change, of, at, rests) => {
  expect(restsWithdrawals(change, of, at)).toBe(rests);
});

describe('sort state of a list header', () => {
  it('counts 1, 2, 0 on one column and starts at 1 on another', () => {
    const first = nextSort(unsorted, 'price');
    const second = nextSort(first, 'price');
    expect([first, second, nextSort(second, 'price')].map(({ state }) => state)).toEqual([1, 2, 0]);
    expect(nextSort(second, 'name')).toEqual({ column: 'name', state: 1 });
  });
  it('is always one of three, whatever is tapped', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<SortColumn>('name', 'price', 'volume', 'change')), (taps) => {
        const sort = taps.reduce(nextSort, unsorted);
        expect([0, 1, 2]).toContain(sort.state);
        expect(sortDirection(sort) === 0).toBe(sort.state === 0);
      }),
    );
  });
  it('shows names from A and figures from the largest first', () => {
    expect(sortDirection({ column: 'name', state: 1 })).toBe(1);
    expect(sortDirection({ column: 'price', state: 1 })).toBe(-1);
    expect(sortDirection({ column: 'price', state: 2 })).toBe(1);
  });
});

describe('the language to start in', () => {
  it.each([
    ['zh', ['de'], 'en_us'],
    ['de', ['fr'], 'de'],
    [null, ['pt-BR', 'ja-JP'], 'jp'],
    [null, ['zh-TW'], 'zh_hk'],
    [null, ['zh'], 'zh_cn'],
    [null, ['ko'], 'kr'],
    [null, ['pt'], 'en_us'],
    [null, [], 'en_us'],
    ['{"damaged"', ['tr'], 'tr'],
  ] as const)('stored %s, browser %s: %s', (stored, preferred, language) => {
    expect(startLanguage(stored, preferred)).toBe(language);
  });
});

describe('judging a numbered message', () => {
  const cursor = { epoch: 'a', seq: 10 };
  it.each([
    ['delta', 'a', 11, 'apply'],
    ['delta', 'a', 10, 'drop'],
    ['delta', 'a', 5, 'drop'],
    ['delta', 'a', 12, 'hold'],
    ['delta', 'b', 1, 'resync'],
    ['snap', 'a', 9, 'drop'],
    ['snap', 'a', 10, 'apply'],
    ['snap', 'b', 0, 'apply'],
  ] as const)('%s of %s at %i: %s', (kind, epoch, seq, verdict) => {
    expect(judge(cursor, { kind, epoch, seq })).toBe(verdict);
  });
  it('never follows a hole: what is applied is a snapshot, or comes right after what was applied', () => {
    const message = fc.record({
      kind: fc.constantFrom('snap' as const, 'delta' as const),
      epoch: fc.constantFrom('a', 'b'),
      seq: fc.integer({ min: 0, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 60 }), (messages) => {
        let at: Cursor | undefined;
        for (const each of messages) {
          if (judge(at, each) !== 'apply') continue;
          const isNext = at?.epoch === each.epoch && each.seq === at.seq + 1;
          const isNewer = at?.epoch !== each.epoch || each.seq >= at.seq;
          expect(each.kind === 'snap' ? isNewer : isNext).toBe(true);
          at = { epoch: each.epoch, seq: each.seq };
        }
      }),
    );
  });
  it('takes every message of a log that comes whole, however often each is repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 40 }), (copies) => {
        let at: Cursor | undefined;
        const applied: number[] = [];
        for (const [seq, count] of copies.entries()) {
          for (let copy = 0; copy < count; copy++) {
            const verdict = judge(at, { kind: seq === 0 ? 'snap' : 'delta', epoch: 'a', seq });
            // A snapshot may come again; it holds what is there already.
            if (seq > 0) expect(verdict).toBe(copy === 0 ? 'apply' : 'drop');
            if (verdict === 'apply' && at?.seq !== seq) applied.push(seq);
            if (verdict === 'apply') at = { epoch: 'a', seq };
          }
        }
        expect(applied).toEqual([...copies.keys()]);
      }),
    );
  });
  it('needs a snapshot first', () => {
    expect(judge(undefined, { kind: 'delta', epoch: 'a', seq: 1 })).toBe('resync');
    expect(judge(undefined, { kind: 'snap', epoch: 'a', seq: 7 })).toBe('apply');
  });
});

const market: Market = {
  id: 'BTC-USDT',
  name: 'BTC/USDT',
  kind: 'spot',
  asset: 'crypto',
  base: 'BTC',
  quote: 'USDT',
  iconId: 1,
  tick: '0.01',
  lot: '0.001',
  minQuantity: '0.002',
  minTotal: '10',
  status: 'open',
  cycle: true,
  listedAt: 0,
  origin: 'simulated',
};
const ticker: Ticker = {
  id: 'BTC-USDT',
  last: '61842.1',
  open24: '60725',
  volume: '1543000000',
  high24: '62310',
  low24: '60415.55',
};

describe('order filters', () => {
  it.each([
    ['100.001', '1', 'tick'],
    ['100', '0.0015', 'lot'],
    ['100', '0.001', 'minQuantity'],
    ['100', '0.002', 'minTotal'],
    ['5000.01', '0.002', undefined],
    ['5000', '0.002', undefined],
    ['4999.99', '0.002', 'minTotal'],
  ] as const)('%s × %s: %s', (price, quantity, breach) => {
    expect(filterBreach(market, price, quantity)).toBe(breach);
  });
  it('lets a rule of zero rest', () => {
    expect(
      filterBreach({ tick: '0', lot: '0', minQuantity: '0', minTotal: '0' }, '1.2345', '0.00001'),
    ).toBeUndefined();
  });
});

describe('a price', () => {
  it.each([
    ['60725.00', true],
    ['60724.99', false],
    ['9999.99', false],
  ])('of %s is up unless below yesterday: %s', (last, expected) => {
    expect(isUp({ ...ticker, last })).toBe(expected);
  });
  it('without yesterday is up', () => {
    expect(isUp({ ...ticker, open24: '0' })).toBe(true);
  });
});

describe('refusals', () => {
  it('are told apart by code', () => {
    expect(new Set(refusalCodes).size).toBe(refusalCodes.length);
    expect(new RuleError('marketUnknown').code).toBe('marketUnknown');
    expect(isRefusalCode('marketUnknown')).toBe(true);
    expect(isRefusalCode('toString')).toBe(false);
  });
});

describe('channel names', () => {
  it.each(['tick', 'book:BTC-USDT', 'trade:X', 'cndl:BTC-USDT:1m'])('reads %s', (name) => {
    expect(parseChannel(name)).toBeDefined();
  });
  it.each([
    '',
    'Tick',
    'book',
    'book:',
    'book:A/B',
    'cndl:A',
    'cndl:A:2M',
    'me',
    'user:1',
    'tick:A',
    `book:${'A'.repeat(60)}`,
    null,
    3,
  ])('refuses %s', (name) => {
    expect(parseChannel(name)).toBeUndefined();
  });
});
