import { describe, expect, it } from 'vitest';
import { futuresMarket } from '../../../../server/edge/compat/futures/market.ts';
import { barFigures } from '../../../../server/edge/compat/market/barFigures.ts';
import type { Endpoint } from '../../../../server/edge/compat/protocol/endpoint.ts';
import { Params } from '../../../../server/edge/compat/protocol/params.ts';
import { spotMarket } from '../../../../server/edge/compat/spot/market.ts';
import { klineMessage } from '../../../../server/edge/compat/streams/messages.ts';

const AT = 1_700_000_040_000;
const trade = (id: number, at: number, side: 'buy' | 'sell', price: string, quantity: string) =>
  ({ id, at, side, price, quantity }) as const;
const tape = [
  trade(1, AT - 1, 'buy', '9', '7'),
  trade(2, AT, 'buy', '10.5', '0.3'),
  trade(3, AT + 59_999, 'sell', '10', '0.2'),
  trade(4, AT + 60_000, 'sell', '11', '5'),
];
const nothing = { quote: '0', trades: 0, bought: '0', boughtQuote: '0', first: -1, last: -1 };

describe('figures of a bar', () => {
  it('are those of its trades, to the last digit', () => {
    expect(barFigures({ at: AT, volume: '0.5' }, '1m', tape)).toEqual({
      ...{ quote: '5.15', trades: 2, bought: '0.3', boughtQuote: '3.15', first: 2, last: 3 },
    });
  });
  it('are not told where the tape does not have all of it', () => {
    // It begins within the bar, or in the very moment in which the bar does; it lacks trades; it is empty.
    expect(barFigures({ at: AT, volume: '0.2' }, '1m', tape.slice(2))).toEqual(nothing);
    expect(barFigures({ at: AT, volume: '0.5' }, '1m', tape.slice(1))).toEqual(nothing);
    expect(barFigures({ at: AT, volume: '0.6' }, '1m', tape)).toEqual(nothing);
    expect(barFigures({ at: AT, volume: '0' }, '1m', [])).toEqual(nothing);
  });
  it('are nothing for one without trades', () => {
    expect(barFigures({ at: AT + 120_000, volume: '0' }, '1m', tape)).toEqual(nothing);
  });
});

describe('bars of the compatible API', () => {
  const prices = { open: '10.5', high: '10.5', low: '10', close: '10' };
  const source = {
    now: () => AT + 70_000,
    trades: () => tape,
    candles: async () => ({ candles: [{ at: AT, ...prices, volume: '0.5' }], more: false }),
  };
  const deps = { source, instruments: { of: () => ({ id: 'A' }) } } as never;
  const wanted = [AT, '10.5', '10.5', '10', '10', '0.5', AT + 59_999, '5.15', 2, '0.3', '3.15', '0'];
  it.each([
    ['GET /api/v3/klines', spotMarket(deps)['GET /api/v3/klines']],
    ['GET /api/v3/uiKlines', spotMarket(deps)['GET /api/v3/uiKlines']],
    ['GET /fapi/v1/klines', futuresMarket(deps)['GET /fapi/v1/klines']],
  ])('%s says what the tape knows', async (_, endpoint) => {
    const { answer } = endpoint as Extract<Endpoint, { security: 'none' }>;
    const params = new Params([
      ['symbol', 'A'],
      ['interval', '1m'],
    ]);
    expect(await answer(params)).toEqual([wanted]);
  });
  it('say it on streams too', () => {
    const { open, high, low, close } = prices;
    const published = klineMessage('A', '1m', [AT, open, high, low, close, '0.5', true], { tape, now: AT });
    expect(published.k).toMatchObject({ q: '5.15', n: 2, V: '0.3', Q: '3.15', f: 2, L: 3 });
  });
});
