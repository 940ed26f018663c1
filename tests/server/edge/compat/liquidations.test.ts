import { afterEach, expect, it } from 'vitest';
import { Instruments } from '../../../../server/edge/compat/market/instruments.ts';
import { StreamFeeds } from '../../../../server/edge/compat/streams/feeds.ts';
import { parseStream } from '../../../../server/edge/compat/streams/names.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { openFutures, perpetualPair } from '../../../support/perpetual.ts';

it('a stream of liquidations is one of futures', () => {
  expect(parseStream('btcusdt@forceOrder', 'futures')).toEqual({ kind: 'forceOrder', symbol: 'BTCUSDT' });
  expect(parseStream('!forceOrder@arr', 'futures')).toEqual({ kind: 'allForceOrders' });
  for (const name of ['btcusdt@forceOrder', '!forceOrder@arr'])
    expect(parseStream(name, 'spot')).toBeUndefined();
  expect(parseStream('btcusdt@forceOrder@1s', 'futures')).toBeUndefined();
});

withDatabase('liquidations for programs', (db) => {
  let x: Futures;
  let feeds: StreamFeeds;
  let undo: readonly ((() => void) | undefined)[] = [];
  afterEach(async () => {
    feeds.close();
    await x.stop();
  });
  const received: Record<'one' | 'other' | 'all', string[]> = { one: [], other: [], all: [] };
  const open = async (): Promise<void> => {
    for (const texts of Object.values(received)) texts.length = 0;
    const pairs = [perpetualPair('BTC'), perpetualPair('ETH')];
    x = await openFutures(db(), pairs);
    for (const [, { id }] of pairs) await x.mark('100', { id });
    const instruments = {
      spot: new Instruments(x.source, 'spot'),
      futures: new Instruments(x.source, 'perpetual'),
    };
    const { source, clock } = x;
    const { marks, liquidationTape: liquidations } = x.engine;
    feeds = new StreamFeeds({ source, clock, marks, liquidations, instruments, books: undefined as never });
    const names = { one: 'btcusdt@forceOrder', other: 'ethusdt@forceOrder', all: '!forceOrder@arr' } as const;
    undo = (['one', 'other', 'all'] as const).map((name) =>
      feeds.open('futures', names[name], (text) => received[name].push(text)),
    );
  };
  const liquidate = async (side: 'long' | 'short'): Promise<void> => {
    await x.mark('100');
    await x.terms(0, { mode: 'isolated', leverage: 10 });
    await x.place(0, { side, quantity: '5' });
    await x.mark(side === 'long' ? '90' : '110');
    await x.pass(1_000);
    expect(x.position(0)).toBeUndefined();
  };
  const parsed = (texts: readonly string[]): unknown[] => texts.map((text): unknown => JSON.parse(text));

  it.each([
    ['long', 'SELL'],
    ['short', 'BUY'],
  ] as const)('are told as the order that closes a %s: once, where its market is read', async (side, S) => {
    await open();
    await liquidate(side);
    const closed = (await x.liquidations(0)).find(({ step }) => step === 'close' || step === 'takeover');
    const q = '5';
    const [p, T] = [closed?.price, closed?.at];
    const o = { s: 'BTCUSDT', S, o: 'LIMIT', f: 'IOC', q, p, ap: p, X: 'FILLED', l: q, z: q, T };
    expect(parsed(received.one)).toEqual([{ e: 'forceOrder', E: expect.any(Number), o }]);
    expect(parsed(received.all)).toEqual(parsed(received.one));
    expect(received.other).toEqual([]);
  });
  it('are not told when the booking failed, to those who left, or on a live venue', async () => {
    await open();
    x.breakWhen((text) => text.includes('futures_write'));
    await x.mark('100');
    x.breakWhen(undefined);
    Object.assign(x.source, { origin: 'live' });
    await liquidate('long');
    expect(received.all).toEqual([]);
    Object.assign(x.source, { origin: 'simulated' });
    for (const stop of undo) stop?.();
    await liquidate('short');
    expect(received.all).toEqual([]);
  });
});
