import { beforeEach, describe, expect, it } from 'vitest';
import type { Language, Ticker } from '../../domain/index.ts';
import { position } from './futuresRows.ts';
import { ask, connect, list, market, open, pass, publish, start, world, worldForEach } from './world.ts';

worldForEach();

const NANO = market('NANO', 'USDT', { tick: '0.0000000001' });
const SOL = market('SOL', 'BTC', { tick: '0.0000001' });
const OIL = market('WTI', 'USD', { kind: 'futures', tick: '0.01' });
const ticker = (id: string, last: string, more: Partial<Ticker> = {}): Ticker => ({
  id,
  last,
  open24: last,
  volume: '0',
  high24: last,
  low24: last,
  ...more,
});

/** What a list's first row says in a language, by its columns. */
async function rowOf(id: string, language: Language): Promise<readonly unknown[]> {
  const columns = ['value0', 'value1', 'value2', 'value3', 'value4', 'value5'] as const;
  const view = list({ list: 'favorites', ids: [id], sort: { column: 'name', state: 0 }, columns });
  const { frames } = await open(view, await connect({ language }));
  await pass(60);
  return (frames.at(-1)?.cells ?? []).filter((_, i) => i % 4 === 2);
}

describe('prices of markets with small or foreign units', () => {
  beforeEach(async () => {
    world.markets = [...world.markets, NANO, SOL, OIL];
    await start();
    await pass(20);
    publish(
      [
        ticker('BTC-USDT', '46018.57', { open24: '47325', volume: '891296000' }),
        ticker('NANO-USDT', '0.0000000033', { high24: '0.0000012', low24: '0.0000000006' }),
        ticker('SOL-BTC', '0.0020849'),
        ticker('WTI-USD', '-37.63'),
      ],
      true,
    );
  });

  it('are told by the tick where the decimals of dollars would say nothing, zeros counted', async () => {
    const nano = await rowOf('NANO-USDT', 'en_us');
    expect(nano).toEqual(['0.0₈33', '0.00%', '0.00', '$0.0₈33', '0.0₅120', '0.0₉6']);
    const sol = await rowOf('SOL-BTC', 'en_us');
    expect([sol[0], sol[3]]).toEqual(['0.0020849', '$95.944']);
    const { frames } = await open({ kind: 'ticker', id: 'NANO-USDT' });
    await pass(60);
    expect(frames[0]).toMatchObject({ price: '0.0₈33', dollar: '$0.0₈33', high: '0.0₅12000' });
  });

  it('keep every level of a book apart, in one column of decimals', async () => {
    const { frames } = await open({ kind: 'book', id: 'NANO-USDT', depth: 2 });
    const bids = [
      ['0.0000000033', '1'],
      ['0.0000000032', '1'],
    ] as const;
    world.feed.subject.next({
      kind: 'book',
      id: 'NANO-USDT',
      at: world.clock.now(),
      book: { bids, asks: [['0.0000000035', '1']] },
    });
    await pass(60);
    expect(frames[0]?.bids.map(([price]) => price)).toEqual(['0.0₈33', '0.0₈32']);
    expect(frames[0]?.spread).toBe('0.0₉2');
    expect(frames[0]?.groups[0]).toEqual({ step: '0.0000000001', text: '0.0₉1' });
  });

  it.each([
    ['en_us', '46,018.57', '−2.76%', '891.29M', '$46,018.57', '−$37.630'],
    ['de', '46.018,57', '−2,76\u00a0%', '891,29\u00a0Mio.', '46.018,57\u00a0$', '−37,630\u00a0$'],
    ['fr', '46\u202f018,57', '−2,76\u202f%', '891,29\u00a0M', '46\u202f018,57\u00a0$', '−37,630\u00a0$'],
    ['tr', '46.018,57', '−%2,76', '891,29\u00a0Mn', '$46.018,57', '−$37,630'],
    ['jp', '46,018.57', '−2.76%', '8.91億', '$46,018.57', '−$37.630'],
    ['kr', '46,018.57', '−2.76%', '8.91억', '$46,018.57', '−$37.630'],
    ['zh_cn', '46,018.57', '−2.76%', '8.91亿', '$46,018.57', '−$37.630'],
    ['zh_hk', '46,018.57', '−2.76%', '8.91億', '$46,018.57', '−$37.630'],
  ] as const)('follow the language: %s', async (language, price, percent, volume, dollar, oil) => {
    expect((await rowOf('BTC-USDT', language)).slice(0, 4)).toEqual([price, percent, volume, dollar]);
    expect((await rowOf('WTI-USD', language))[3]).toBe(oil);
  });
});

describe('a file of positions', () => {
  it('carries what is booked, and no sum of fills with all its digits', async () => {
    const third = `0.${'3'.repeat(64)}`;
    const row = position({
      quantity: '0.01',
      cost: third,
      realised: { price: `-${third}`, fees: '-1.22', funding: '0.5' },
      closedQuantity: '0.02',
      closedCost: third,
      closedValue: third,
    });
    world.answers['perpetual/position/list'] = () => ({ rows: [row], next: null });
    const file = await ask('exportFutures', { tab: 'positions' });
    const [, line = ''] = file.ok ? file.data.split('\r\n') : [];
    expect(line.split(',').slice(8)).toEqual([
      '0.01',
      '0.33333334',
      '0.02',
      '0.33333334',
      '0.33333333',
      '-0.33333334',
      '-1.22',
      '0.5',
      '-1.05333334',
    ]);
  });
  it.each(['positions', 'orders', 'liquidations'] as const)(
    'calls gross and net by the words of the screens: %s',
    async (tab) => {
      const part = { orders: 'order', positions: 'position', liquidations: 'liquidation' }[tab];
      world.answers[`perpetual/${part}/list`] = () => ({ rows: [], next: null });
      const file = await ask('exportFutures', { tab });
      const heads = (file.ok ? file.data : '').trim().split(',');
      expect(heads).toContain('price P/L');
      expect(heads.filter((each) => /^(P\/L|net|profit)$/.test(each))).toEqual([]);
    },
  );
});
