import { describe, expect, it } from 'vitest';
import type { LogRow } from '../../../../server/edge/compat/streams/reports.ts';
import { futuresReports, spotReports } from '../../../../server/edge/compat/streams/reports.ts';

const AT = 1_700_000_000_000;
const instruments = { symbolOf: () => 'BTCUSDT' } as never;
const names = new Map([
  [1, { clientId: 'gain', stopAbove: null, listClientId: 'pair' }],
  [2, { clientId: 'loss', stopAbove: false, listClientId: 'pair' }],
]);
const order = {
  ...{ id: 1, market: 'BTC-USDT', side: 'sell', type: 'limit', tif: 'GTC', postOnly: true, price: '110' },
  ...{ stopPrice: null, quantity: '3', total: null, filled: '0', filledTotal: '0', status: 'open' },
  ...{ partner: 2, triggeredAt: null, reason: null, version: 1, createdAt: AT, updatedAt: AT },
};
const stop = {
  ...{ ...order, id: 2, type: 'stopLimit', postOnly: false, price: '89', stopPrice: '90' },
  ...{ status: 'waiting', partner: 1 },
};
const fill = {
  ...{ id: 7, order: 1, market: 'BTC-USDT', side: 'sell', price: '110', quantity: '1', total: '110' },
  ...{ fee: '0.11', feeAsset: 'USDT', role: 'maker', at: AT + 5 },
};
const row = (type: string, body: object): LogRow => ({ type, body });

/** The reports of one user, transaction by transaction. */
function teller(reports = spotReports) {
  const seen = new Set<number>();
  const margins = new Map<string, string>();
  return async (...rows: LogRow[]) => {
    const deps = { rows, seen, margins, instruments, at: AT + 9, namesOf: async () => names };
    const published = await reports(deps);
    // biome-ignore lint/suspicious/noExplicitAny: what came over the wire
    return published as readonly any[];
  };
}
const inShort = (
  published: readonly { e: string; i: number; x: string; X: string; l: string; L: string }[],
) => published.map(({ e, i, x, X, l, L }) => (e === 'listStatus' ? [l, L] : [i, x, X]));

describe('reports of orders', () => {
  it('say of each trade what was traded by then, to the last digit', async () => {
    const publish = teller();
    const alone = { ...order, partner: null };
    await publish(row('order', alone));
    const published = await publish(
      row('fill', { ...fill, price: '110.1', quantity: '0.7', total: '77.07' }),
      row('fill', { ...fill, id: 8, price: '110.3', quantity: '2.3', total: '253.69' }),
      row('order', { ...alone, status: 'filled', filled: '3', filledTotal: '330.76' }),
    );
    expect(published.map(({ X, l, L, z, Z, Y, t }) => [X, l, L, z, Z, Y, t])).toEqual([
      ['PARTIALLY_FILLED', '0.7', '110.1', '0.7', '77.07', '77.07', 7],
      ['FILLED', '2.3', '110.3', '3', '330.76', '253.69', 8],
    ]);
  });

  it('of futures say what is not the margin of an isolated position, whichever row comes first', async () => {
    const publish = teller(futuresReports);
    const position = {
      ...{ market: 'BTC-USDT-PERP', side: 'long', quantity: '1', cost: '100', mode: 'isolated' },
      ...{ margin: '30', realised: { price: '0' } },
    };
    const balance = row('balance', { account: 'futures', asset: 'USDT', posted: '500', held: '30' });
    const wallets = async (...rows: LogRow[]) => {
      const [{ a }] = await publish(...rows);
      return a.B.map(({ wb, cw }: { wb: string; cw: string }) => [wb, cw]);
    };
    expect(await wallets(row('position', position), balance)).toEqual([['500', '470']]);
    expect(await wallets(balance)).toEqual([['500', '470']]);
    const other = { ...position, market: 'ETH-USDT-PERP', margin: '20' };
    expect(await wallets(row('position', other), balance)).toEqual([['500', '450']]);
    const closed = { ...position, quantity: '0', cost: '0', margin: '0' };
    expect(await wallets(row('position', closed), balance)).toEqual([['500', '480']]);
  });

  it('of futures have the mean price of what was traded by then', async () => {
    const publish = teller(futuresReports);
    const own = { ...order, side: 'buy', trigger: null, reduceOnly: false };
    const published = await publish(
      row('futuresFill', { ...fill, price: '100', quantity: '1', profit: '0' }),
      row('futuresFill', { ...fill, id: 8, price: '103', quantity: '2', profit: '0' }),
      row('futuresOrder', { ...own, status: 'filled', filled: '3', filledTotal: '306' }),
    );
    expect(published.map(({ o }) => [o.x, o.X, o.z, o.ap])).toEqual([
      ['NEW', 'NEW', '0', '0'],
      ['TRADE', 'PARTIALLY_FILLED', '1', '100'],
      ['TRADE', 'FILLED', '3', '102'],
    ]);
  });

  it('say of a stop whether it is on the book, and since when', async () => {
    const publish = teller();
    const alone = { ...stop, partner: null };
    const [waiting] = await publish(row('order', alone));
    expect([waiting.w, waiting.W, waiting.P]).toEqual([false, undefined, '90']);
    const triggered = { ...alone, status: 'open', triggeredAt: AT + 3 };
    const [trade] = await publish(
      row('fill', { ...fill, order: 2 }),
      row('order', { ...triggered, status: 'partial', filled: '1', filledTotal: '110' }),
    );
    expect([trade.w, trade.W]).toEqual([true, AT + 3]);
    const [ended] = await teller()(row('order', { ...alone, status: 'cancelled' })).then((published) =>
      published.slice(1),
    );
    expect([ended.x, ended.w, ended.W]).toEqual(['CANCELED', false, undefined]);
  });
});

describe('reports of pairs', () => {
  const placed = [row('order', stop), row('order', order)];

  it('stand beside those of the two orders when a pair is placed', async () => {
    const published = await teller()(
      ...placed,
      row('balance', { account: 'spot', asset: 'BTC', posted: '3', held: '3' }),
    );
    expect(inShort(published).slice(0, 3)).toEqual([
      [2, 'NEW', 'NEW'],
      [1, 'NEW', 'NEW'],
      ['EXEC_STARTED', 'EXECUTING'],
    ]);
    expect(published[2]).toEqual({
      ...{
        e: 'listStatus',
        E: AT + 9,
        s: 'BTCUSDT',
        g: 1,
        c: 'OCO',
        l: 'EXEC_STARTED',
        L: 'EXECUTING',
        r: 'NONE',
      },
      ...{ C: 'pair', T: AT },
      O: [
        { s: 'BTCUSDT', i: 1, c: 'gain' },
        { s: 'BTCUSDT', i: 2, c: 'loss' },
      ],
    });
    expect(published[3].e).toBe('outboundAccountPosition');
    expect(published.slice(0, 2).map(({ g }) => g)).toEqual([1, 1]);
  });

  it('say that a pair is done when both are cancelled', async () => {
    const publish = teller();
    await publish(...placed);
    const ended = placed.map(({ type, body }) => row(type, { ...body, status: 'cancelled' }));
    expect(inShort(await publish(...ended))).toEqual([
      [2, 'CANCELED', 'CANCELED'],
      [1, 'CANCELED', 'CANCELED'],
      ['ALL_DONE', 'ALL_DONE'],
    ]);
  });

  it('say it once: when the order that trades has ended, not when it begins', async () => {
    const publish = teller();
    await publish(...placed);
    const part = await publish(
      row('fill', fill),
      row('order', { ...order, status: 'partial', filled: '1', filledTotal: '110' }),
      row('order', { ...stop, status: 'expired', reason: 'ocoFilled' }),
    );
    expect(inShort(part)).toEqual([
      [1, 'TRADE', 'PARTIALLY_FILLED'],
      [2, 'EXPIRED', 'EXPIRED'],
    ]);
    const rest = await publish(
      row('fill', { ...fill, id: 8, quantity: '2', total: '220' }),
      row('order', { ...order, status: 'filled', filled: '3', filledTotal: '330' }),
    );
    expect(inShort(rest)).toEqual([
      [1, 'TRADE', 'FILLED'],
      ['ALL_DONE', 'ALL_DONE'],
    ]);
    expect(rest[1].O).toEqual([
      { s: 'BTCUSDT', i: 1, c: 'gain' },
      { s: 'BTCUSDT', i: 2, c: 'loss' },
    ]);
  });

  it('say nothing more of a pair whose stop was reached, until that one has ended', async () => {
    const publish = teller();
    await publish(...placed);
    const open = { ...stop, status: 'open', triggeredAt: AT + 3 };
    const reached = await publish(
      row('order', { ...order, status: 'expired', reason: 'ocoTriggered' }),
      row('order', open),
    );
    expect(inShort(reached)).toEqual([[1, 'EXPIRED', 'EXPIRED']]);
    const ended = await publish(row('order', { ...open, status: 'cancelled' }));
    expect(inShort(ended)).toEqual([
      [2, 'CANCELED', 'CANCELED'],
      ['ALL_DONE', 'ALL_DONE'],
    ]);
  });
});
