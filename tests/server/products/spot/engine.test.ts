import { expect, it } from 'vitest';
import type { Dec, Market } from '../../../../domain/index.ts';
import { D } from '../../../../domain/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { leftOf } from '../../../../server/matching/orderBook.ts';
import { ownDatabase, withDatabase } from '../../../support/databases.ts';
import type { Spot } from '../../../support/spot.ts';
import { codeOf, flawsOf, newMarket, openSpot } from '../../../support/spot.ts';

const buy = (price: Dec, quantity: Dec) => ({ side: 'buy', price, quantity }) as const;
const sell = (price: Dec, quantity: Dec) => ({ side: 'sell', price, quantity }) as const;
const idOf = ({ order }: { order: { id: number } }): number => order.id;

withDatabase('a spot market', (db) => {
  /** A market at 10 whose house has plenty; the money is proved when the test is over. */
  async function withSpot(
    work: (spot: Spot) => Promise<void>,
    { last = '10', isAlone = false, ...more }: Partial<Market> & { last?: Dec; isAlone?: boolean } = {},
    funds = '1000000',
  ): Promise<void> {
    const spot = await openSpot(db(), newMarket(more, isAlone ? undefined : 'USDT'), { userCount: 4, funds });
    spot.source.tick(spot.market.id, last);
    try {
      await work(spot);
      await spot.settled();
      const { orderBook, stored } = await spot.live();
      expect(orderBook).toEqual(stored);
      if (isAlone) expect(await flawsOf(db(), spot.market)).toEqual([]);
      expect(await verifyLedger(db())).toEqual([]);
      expect(spot.logged).toEqual([]);
    } finally {
      for (const user of spot.users.keys()) await spot.cancelAll(user);
      spot.close();
    }
  }

  it('lets prints eat what stood ahead of an order first, then the order', () =>
    withSpot(async (spot) => {
      await spot.book([['9.9', '5']], [['10.1', '5']]);
      const id = idOf(await spot.place(0, buy('9.9', '3')));
      await spot.print('9.9', '4', 'sell');
      expect((await spot.order(id)).filled).toBe('0');
      await spot.print('9.9', '2', 'buy');
      expect((await spot.order(id)).filled).toBe('0');
      await spot.print('9.9', '2', 'sell');
      expect(await spot.order(id)).toMatchObject({ status: 'partial', filled: '1' });
      await spot.print('9.9', '0.5', 'sell');
      expect((await spot.order(id)).filled).toBe('1.5');
      await spot.print('9.95', '100', 'sell');
      expect((await spot.order(id)).filled).toBe('1.5');
      await spot.print('9.9', '9', 'sell');
      expect(await spot.order(id)).toMatchObject({ status: 'filled', filled: '3', total: '29.7' });
    }));
  it('trades users before the house at the same price, the earlier first, at the price that rested', () =>
    withSpot(async (spot) => {
      await spot.book([['9.9', '5']], [['10.1', '5']]);
      const first = idOf(await spot.place(0, buy('9.9', '1')));
      const second = idOf(await spot.place(1, buy('9.9', '1')));
      const { order, fills } = await spot.place(2, { ...sell('9.8', '1.5'), tif: 'IOC' });
      expect(order).toMatchObject({ status: 'filled', filled: '1.5', filledTotal: '14.85' });
      expect(fills.map(({ price, quantity }) => [price, quantity])).toEqual([
        ['9.9', '1'],
        ['9.9', '0.5'],
      ]);
      expect(await spot.order(first)).toMatchObject({ status: 'filled', filled: '1' });
      expect(await spot.order(second)).toMatchObject({ status: 'partial', filled: '0.5' });
    }));
  it('takes no worse price than its own, and rests with what is left', () =>
    withSpot(async (spot) => {
      await spot.book(
        [['9.9', '5']],
        [
          ['10.1', '2'],
          ['10.2', '2'],
          ['10.3', '2'],
        ],
      );
      const { order, fills } = await spot.place(0, buy('10.2', '5'));
      expect(fills.map(({ price, quantity }) => [price, quantity])).toEqual([
        ['10.1', '2'],
        ['10.2', '2'],
      ]);
      expect(order).toMatchObject({ status: 'partial', filled: '4', filledTotal: '40.6' });
    }));
  it('gives a print to the earlier order first, and never more than it was', () =>
    withSpot(async (spot) => {
      await spot.book([['9.9', '5']], [['10.1', '5']]);
      const first = idOf(await spot.place(0, buy('9.9', '3')));
      const second = idOf(await spot.place(1, buy('9.9', '3')));
      await spot.print('9.9', '10', 'sell');
      expect([(await spot.order(first)).filled, (await spot.order(second)).filled]).toEqual(['3', '2']);
      await spot.print('9.9', '0.4', 'sell');
      expect((await spot.order(second)).filled).toBe('2.4');
    }));
  it('keeps the place of an order that was made smaller, and not of one that was made larger', () =>
    withSpot(async (spot) => {
      const ids: number[] = [];
      for (const user of [0, 1, 2]) ids.push(idOf(await spot.place(user, buy('9', '3'))));
      const [first = 0, second = 0, third = 0] = ids;
      await spot.amend(0, first, { quantity: '2' });
      await spot.amend(1, second, { quantity: '4' });
      await spot.place(3, { ...sell('9', '4'), tif: 'IOC' });
      const filled = [];
      for (const id of [first, second, third]) filled.push((await spot.order(id)).filled);
      expect(filled).toEqual(['2', '0', '2']);
    }));
  it('keeps the place of an order that a print filled in part', () =>
    withSpot(async (spot) => {
      const first = idOf(await spot.place(0, buy('9', '3')));
      const second = idOf(await spot.place(1, buy('9', '3')));
      await spot.print('9', '1', 'sell');
      await spot.place(3, { ...sell('9', '1'), tif: 'IOC' });
      expect([(await spot.order(first)).filled, (await spot.order(second)).filled]).toEqual(['2', '0']);
    }));
  it.each(['amended', 'filled in part'])('never lets an order that was %s trade with its owner', (how) =>
    withSpot(async (spot) => {
      const own = idOf(await spot.place(0, buy('9', '3')));
      if (how === 'amended') await spot.amend(0, own, { quantity: '2' });
      else await spot.print('9', '1', 'sell');
      const { fills } = await spot.place(0, { ...sell('9', '2'), tif: 'IOC' });
      expect(fills).toEqual([]);
      expect((await spot.order(own)).status).toBe('cancelled');
    }),
  );
  it('fills an order at its own price when the venue prints through it', () =>
    withSpot(async (spot) => {
      await spot.book([['9.9', '500']], [['10.1', '5']]);
      const bid = idOf(await spot.place(0, buy('9.9', '3')));
      const ask = idOf(await spot.place(1, sell('10.2', '2')));
      await spot.print('9.89', '0.001', 'sell');
      expect(await spot.order(bid)).toMatchObject({ status: 'filled', filled: '3', total: '29.7' });
      await spot.print('10.21', '0.001', 'buy');
      expect(await spot.order(ask)).toMatchObject({ status: 'filled', filled: '2', total: '20.4' });
    }));
  it('fills an order at its own price when the venue crosses it, each level once', () =>
    withSpot(async (spot) => {
      await spot.book([['9.5', '5']], [['10.1', '5']]);
      const id = idOf(await spot.place(0, buy('9.9', '3')));
      await spot.book([['9.5', '5']], [['9.9', '5']]);
      expect((await spot.order(id)).filled).toBe('0');
      await spot.book([['9.5', '5']], [['9.8', '2']]);
      expect(await spot.order(id)).toMatchObject({ status: 'partial', filled: '2', total: '19.8' });
      // The same level, published again.
      await spot.book([['9.5', '6']], [['9.8', '2']]);
      expect((await spot.order(id)).filled).toBe('2');
      await spot.book([['9.5', '6']], [['9.8', '2.5']]);
      expect(await spot.order(id)).toMatchObject({ status: 'filled', filled: '3', total: '29.7' });
    }));
  it('does not fill what is left of a large order from levels that it has used up', () =>
    withSpot(async (spot) => {
      await spot.book([['9.9', '5']], [['10.1', '5']]);
      const id = idOf(await spot.place(0, buy('10.5', '100')));
      await spot.book([['9.9', '4']], [['10.1', '5']]);
      expect(await spot.order(id)).toMatchObject({ status: 'partial', filled: '5' });
    }));
  it('uses a level of the venue once, until it has changed or gone', () =>
    withSpot(async (spot) => {
      const asks = [
        ['10.1', '2'],
        ['10.2', '1'],
      ] as const;
      await spot.book([], asks);
      const take = async () => (await spot.place(0, { ...buy('10.1', '5'), tif: 'IOC' })).order.filled;
      expect(await take()).toBe('2');
      expect(spot.engine.book(spot.market.id)?.asks).toEqual([['10.2', '1']]);
      await spot.book([], asks);
      expect(await take()).toBe('0');
      await spot.book(
        [],
        [
          ['10.1', '1.5'],
          ['10.2', '1'],
        ],
      );
      expect(await take()).toBe('1.5');
      await spot.book([], [['10.2', '1']]);
      expect(await take()).toBe('0');
      await spot.book(
        [],
        [
          ['10.1', '1.5'],
          ['10.2', '1'],
        ],
      );
      expect(await take()).toBe('1.5');
    }));
  it('refuses post-only that would take a level which the shown book hides', () =>
    withSpot(async (spot) => {
      await spot.book([], [['10.2', '1']]);
      await spot.place(0, buy('10.1', '1'));
      await spot.book([], [['10.1', '1']]);
      expect(spot.engine.book(spot.market.id)?.asks).toEqual([]);
      const request = { ...buy('10.1', '1'), postOnly: true };
      expect(await codeOf(spot.place(1, request))).toBe('orderWouldTake');
    }));

  it('lets a stop wait for the last price, and then be a limit order', () =>
    withSpot(async (spot) => {
      await spot.book([['9.9', '5']], [['10.1', '5']]);
      const stop = { type: 'stopLimit', ...buy('11', '1'), stopPrice: '10.5' } as const;
      const id = idOf(await spot.place(0, stop));
      expect(await spot.money(0, 'USDT')).toEqual(['1000000', '11']);
      await spot.tick('10.49');
      expect((await spot.order(id)).status).toBe('waiting');
      expect(spot.engine.book(spot.market.id)?.bids).toEqual([['9.9', '5']]);
      await spot.tick('10.5');
      expect(await spot.order(id)).toMatchObject({ status: 'filled', total: '10.1' });
      const below = idOf(await spot.place(0, { type: 'stopLimit', ...sell('9.4', '1'), stopPrice: '9.5' }));
      await spot.book([['9', '5']], [['9.6', '5']]);
      await spot.tick('9.4');
      expect((await spot.order(below)).status).toBe('open');
      await spot.print('9.4', '1', 'buy');
      expect(await spot.order(below)).toMatchObject({ status: 'filled', total: '9.4' });
    }));
  it('reaches a stop by a print, before any ticker tells of it', () =>
    withSpot(async (spot) => {
      const id = idOf(await spot.place(0, { type: 'stopLimit', ...buy('11', '1'), stopPrice: '10.5' }));
      await spot.print('10.6', '1', 'buy');
      expect((await spot.order(id)).status).toBe('open');
    }));
  it('never turns a stop round whose price was passed on its way', () =>
    withSpot(async (spot) => {
      const loss = { type: 'stopLimit', ...sell('10.4', '1'), stopPrice: '10.5', stopAbove: false } as const;
      expect(await codeOf(spot.place(0, loss))).toBe('orderTriggered');
      const gain = { type: 'stopLimit', ...sell('9.4', '1'), stopPrice: '9.5', stopAbove: true } as const;
      expect(await codeOf(spot.place(0, gain))).toBe('orderTriggered');
      expect((await spot.place(0, { ...gain, stopAbove: false })).order.status).toBe('waiting');
      expect((await spot.place(0, { ...loss, stopAbove: true })).order.status).toBe('waiting');
    }));
  it('refuses a stop whose price is reached already', () =>
    withSpot(async (spot) => {
      const stop = { type: 'stopLimit', ...buy('11', '1'), stopPrice: '10' } as const;
      expect(await codeOf(spot.place(0, stop))).toBe('orderTriggered');
      expect(await spot.money(0, 'USDT')).toEqual(['1000000', '0']);
    }));
  it('ends a stop that may not take, when it would', () =>
    withSpot(async (spot) => {
      await spot.book([], [['10.1', '5']]);
      const stop = { type: 'stopLimit', ...buy('11', '1'), stopPrice: '10.5' } as const;
      const post = idOf(await spot.place(0, { ...stop, postOnly: true }));
      const kill = idOf(await spot.place(0, { ...stop, ...buy('11', '6'), tif: 'FOK' }));
      await spot.tick('10.6');
      expect((await spot.order(post)).status).toBe('expired');
      expect((await spot.order(kill)).status).toBe('expired');
      expect(await spot.money(0, 'USDT')).toEqual(['1000000', '0']);
    }));

  it('refuses orders on a source that has fallen silent, and lets them be revoked', () =>
    withSpot(async (spot) => {
      const id = idOf(await spot.place(0, buy('9', '1')));
      spot.clock.jump(5_000);
      const second = idOf(await spot.place(0, buy('9', '1')));
      spot.clock.jump(1);
      expect(await codeOf(spot.place(0, buy('9', '1')))).toBe('marketStale');
      expect(await codeOf(spot.place(0, { side: 'buy', type: 'market', quantity: '1' }))).toBe('marketStale');
      expect(await codeOf(spot.amend(0, id, { quantity: '2' }))).toBe('marketStale');
      expect((await spot.cancel(0, id)).order.status).toBe('cancelled');
      expect((await spot.cancelAll(0)).cancelled).toEqual([second]);
      spot.source.tick(spot.market.id, '10');
      await spot.place(0, buy('9', '1'));
    }));
  it.each([
    ['closed', 'marketClosed'],
    ['cancelOnly', 'marketPaused'],
  ] as const)('that is %s takes no orders, and lets them be revoked', (status, code) =>
    withSpot(async (spot) => {
      const id = idOf(await spot.place(0, buy('9', '1')));
      spot.source.setStatus(spot.market.id, status);
      expect(await codeOf(spot.place(0, buy('9', '1')))).toBe(code);
      expect(await codeOf(spot.amend(0, id, { quantity: '2' }))).toBe(code);
      expect((await spot.cancel(0, id)).order.status).toBe('cancelled');
    }),
  );

  it('that is halted fills nothing, fires nothing and lets nothing be cancelled until it opens again', () =>
    withSpot(async (spot) => {
      const { id: market } = spot.market;
      const stop = { type: 'stopLimit', ...buy('11', '1'), stopPrice: '10.5' } as const;
      const [resting, waiting] = [idOf(await spot.place(0, buy('9', '1'))), idOf(await spot.place(0, stop))];
      spot.source.setStatus(market, 'halted');
      expect(await codeOf(spot.place(0, buy('9', '1')))).toBe('marketPaused');
      expect(await codeOf(spot.cancel(0, resting))).toBe('marketPaused');
      expect((await spot.cancelAll(0)).cancelled).toEqual([]);
      await spot.print('8', '5', 'sell');
      await spot.book([['7', '5']], [['8', '5']]);
      await spot.tick('10.6');
      expect((await spot.order(resting)).filled).toBe('0');
      expect((await spot.order(waiting)).status).toBe('waiting');
      spot.source.setStatus(market, 'open');
      await spot.book([['7', '5']], [['8', '6']]);
      expect((await spot.order(resting)).status).toBe('filled');
      expect((await spot.cancelAll(0)).cancelled).toEqual([waiting]);
    }));

  // At ten million the house's stock is two.
  const scarce = { last: '10000000' };
  it('sells no more of the house than it has; the order rests with what is left', () =>
    withSpot(
      async (spot) => {
        await spot.book(
          [],
          [
            ['10000000', '5'],
            ['10000001', '5'],
          ],
        );
        const { order } = await spot.place(0, buy('10000001', '3'));
        expect([order.status, order.filled]).toEqual(['partial', '2']);
        expect(await spot.house('house_mm', spot.market.base)).toBe('0');
        await spot.print('9000000', '5', 'sell');
        await spot.book([], [['9000000', '7']]);
        expect((await spot.order(order.id)).filled).toBe('2');
        await spot.place(1, { ...sell('10000001', '0.5'), tif: 'IOC' });
        expect((await spot.order(order.id)).filled).toBe('2.5');
        expect(await spot.house('house_mm', spot.market.base)).toBe('0');
      },
      scarce,
      '100000000',
    ));
  it('gives no more than it has to several orders of one print', () =>
    withSpot(
      async (spot) => {
        const [first = 0, second = 0] = [
          idOf(await spot.place(0, buy('9500000', '0.5'))),
          idOf(await spot.place(1, buy('9500000', '1'))),
        ];
        await spot.print('9400000', '9', 'sell');
        expect((await spot.order(first)).status).toBe('filled');
        expect((await spot.order(second)).status).toBe('filled');
        const [third = 0, fourth = 0] = [
          idOf(await spot.place(0, buy('9500000', '0.4'))),
          idOf(await spot.place(1, buy('9500000', '0.4'))),
        ];
        await spot.print('9400000', '9', 'sell');
        expect((await spot.order(third)).filled).toBe('0.4');
        expect((await spot.order(fourth)).filled).toBe('0.1');
        expect(await spot.house('house_mm', spot.market.base)).toBe('0');
      },
      scarce,
      '100000000',
    ));
  it('gives no more than it has to one order from several levels of a book', () =>
    withSpot(
      async (spot) => {
        const id = idOf(await spot.place(0, buy('9500000', '3')));
        await spot.book(
          [],
          [
            ['9000000', '1.5'],
            ['9000001', '1.5'],
          ],
        );
        expect((await spot.order(id)).filled).toBe('2');
        expect(await spot.house('house_mm', spot.market.base)).toBe('0');
      },
      scarce,
      '100000000',
    ));
  it('refuses all-or-nothing that the house cannot fill', () =>
    withSpot(
      async (spot) => {
        await spot.book([], [['10000000', '5']]);
        const request = { ...buy('10000000', '3'), tif: 'FOK' } as const;
        expect(await codeOf(spot.place(0, request))).toBe('orderUnfillable');
        expect((await spot.place(0, { ...request, quantity: '2' })).order.status).toBe('filled');
      },
      scarce,
      '100000000',
    ));
  it('gives the first stock once more when the order that brought it was refused', () =>
    withSpot(async (spot) => {
      await spot.book([], [['10.1', '5']]);
      expect(await codeOf(spot.place(0, buy('10.1', '999999')))).toBe('insufficientBalance');
      expect((await spot.place(0, buy('10.1', '1'))).order.status).toBe('filled');
      expect(await spot.house('house_mm', spot.market.base)).toBe('1999999');
    }));

  it('charges 8 and 10 hundredths of a per cent of what is received; the house gets what rounding leaves', () =>
    withSpot(
      async (spot) => {
        const { base, quote } = spot.market;
        const maker = idOf(await spot.place(0, buy('3.33333', '0.00007')));
        expect(await spot.money(0, quote)).toEqual(['1000000', '0.00023334']);
        const { fills } = await spot.place(1, { ...sell('3.33333', '0.00007'), tif: 'IOC' });
        // 0.0002333331 in exact terms.
        expect(fills).toMatchObject([
          { total: '0.00023333', fee: '0.00000024', feeAsset: quote, role: 'taker' },
        ]);
        expect(await spot.money(0, quote)).toEqual(['999999.99976666', '0']);
        expect(await spot.money(0, base)).toEqual(['1000000.00006994', '0']);
        expect(await spot.money(1, quote)).toEqual(['1000000.00023309', '0']);
        expect(await spot.money(1, base)).toEqual(['999999.99993', '0']);
        expect(await spot.house('house_fee', quote)).toBe('0.00000025');
        expect(await spot.house('house_fee', base)).toBe('0.00000006');
        expect(await spot.order(maker)).toMatchObject({ status: 'filled', total: '0.0002333331' });
      },
      { tick: '0.00001', lot: '0.00001', minQuantity: '0', last: '3', isAlone: true },
    ));
  it('can change an order whose rest is paid for already', () =>
    withSpot(
      async (spot) => {
        // 3e-9 each: three cost a unit of the last place, and so does the first of them alone.
        const id = idOf(await spot.place(0, buy('0.00003', '0.0003')));
        await spot.place(1, { ...sell('0.00003', '0.0001'), tif: 'IOC' });
        expect((await spot.amend(0, id, { price: '0.00002' })).order.status).toBe('partial');
        expect((await spot.cancel(0, id)).order.status).toBe('cancelled');
        expect((await spot.money(0, spot.market.quote))[1]).toBe('0');
      },
      { tick: '0.00001', lot: '0.0001', minQuantity: '0', last: '0.00003', isAlone: true },
    ));
  it('gives back at once what a better price has saved', () =>
    withSpot(async (spot) => {
      await spot.place(0, sell('9', '1'));
      const { order } = await spot.place(1, buy('10', '3'));
      expect([order.filled, order.filledTotal]).toEqual(['1', '9']);
      expect(await spot.money(1, 'USDT')).toEqual(['999991', '20']);
    }));

  const failing = [
    ['its booking', (text: string) => text.includes('spot_write')],
    [
      'its booking, and reading the book,',
      (text: string) => /spot_write|from spot_order where status/.test(text),
    ],
  ] as const;
  it.each(failing)('stays as it is stored when %s fails', (_, fits) =>
    withSpot(async (spot) => {
      await spot.book([], [['10.1', '5']]);
      const [mine, other] = [
        idOf(await spot.place(0, buy('9', '3'))),
        idOf(await spot.place(1, sell('11', '3'))),
      ];
      const before = (await spot.live()).stored;
      const works: (() => Promise<unknown>)[] = [
        () => spot.place(0, buy('8', '1')),
        () => spot.place(0, { ...buy('11', '7'), tif: 'IOC' }),
        () => spot.place(2, { side: 'sell', type: 'market', quantity: '1' }),
        () => spot.amend(0, mine, { quantity: '1' }),
        () => spot.amend(1, other, { price: '12' }),
        () => spot.cancel(0, mine),
      ];
      for (const work of works) {
        spot.breakWhen(fits);
        await expect(work()).rejects.toThrow('the database is gone');
        spot.breakWhen(undefined);
        // A command of no consequence.
        expect(await codeOf(spot.cancel(3, mine))).toBe('notFound');
        expect(await codeOf(spot.place(3, { ...buy('10', '1'), tif: 'FOK' }))).toBe('orderUnfillable');
        expect((await spot.live()).stored).toEqual(before);
        expect((await spot.live()).orderBook).toEqual(before);
      }
      spot.logged.length = 0;
      // No level of the venue was used by what failed.
      expect((await spot.place(0, { ...buy('11', '8'), tif: 'IOC' })).order.filled).toBe('8');
    }),
  );

  it('tells both users their orders and fills, in the order of the commits', () =>
    withSpot(async (spot) => {
      const maker = idOf(await spot.place(0, sell('10', '3')));
      await spot.amend(0, maker, { quantity: '2' });
      const takers: number[] = [];
      for (const quantity of ['0.5', '1.5', '1']) takers.push(idOf(await spot.place(1, buy('10', quantity))));
      await spot.cancel(1, takers[2] ?? 0);
      const emitted = async (user: number) => {
        const rows = await db().query<{
          type: string;
          body: { id: number; version: number; status: string; order: number };
        }>("select type, body from outbox where stream = $1 and type in ('order', 'fill') order by seq", [
          `user:${spot.users[user]}`,
        ]);
        return rows.map(({ type, body }) =>
          type === 'fill' ? ['fill', body.order] : [body.status, body.id],
        );
      };
      expect(await emitted(0)).toEqual([
        ['open', maker],
        ['open', maker],
        ['partial', maker],
        ['fill', maker],
        ['filled', maker],
        ['fill', maker],
      ]);
      expect(await emitted(1)).toEqual([
        ['filled', takers[0]],
        ['fill', takers[0]],
        ['filled', takers[1]],
        ['fill', takers[1]],
        ['open', takers[2]],
        ['cancelled', takers[2]],
      ]);
      const versions = await db().query<{ id: number; versions: number[] }>(
        `select (body ->> 'id')::bigint as id, array_agg((body ->> 'version')::int order by seq) as versions
         from outbox where stream = any($1::text[]) and type = 'order' group by 1`,
        [spot.users.map((user) => `user:${user}`)],
      );
      expect(versions).toHaveLength(4);
      for (const { versions: each } of versions)
        expect(each).toEqual([...new Set(each)].toSorted((a, b) => a - b));
      const newest = await spot.order(maker);
      expect(versions.find(({ id }) => id === maker)?.versions.at(-1)).toBe(newest.version);
      expect(new Set(spot.published)).toEqual(new Set([0, 1].map((user) => `user:${spot.users[user]}`)));
    }));

  it('lets either a cancel or a fill win, never both', () =>
    withSpot(
      async (spot) => {
        const winners = new Set<string>();
        for (let round = 0; round < 12; round++) {
          const maker = idOf(await spot.place(0, sell('10', '1')));
          const begun: Promise<unknown>[] = [];
          const cancel = () => codeOf(spot.cancel(0, maker));
          const take = () => spot.place(1, { ...buy('10', '1'), tif: 'IOC' });
          const first = round % 2 === 0 ? undefined : cancel();
          // The cancel looks up its market first: it is given a start every other time.
          if (first) await db().query('select 1');
          const taken = take();
          const cancelled = first ?? cancel();
          begun.push(taken, cancelled);
          await Promise.all(begun);
          const [code, { order }] = [await cancelled, await taken];
          const { status, filled } = await spot.order(maker);
          expect([status, filled, order.filled]).toEqual(
            code === undefined ? ['cancelled', '0', '0'] : ['filled', '1', '1'],
          );
          expect([undefined, 'orderClosed']).toContain(code);
          winners.add(status);
          expect(await flawsOf(db(), spot.market)).toEqual([]);
        }
        expect([...winners].sort()).toEqual(['cancelled', 'filled']);
      },
      { isAlone: true },
    ));
  it('gives a maker to one of two takers, or a part to each', () =>
    withSpot(
      async (spot) => {
        for (let round = 0; round < 6; round++) {
          const maker = idOf(await spot.place(0, sell('10', '3')));
          const request = { ...buy('10', '2'), tif: round % 2 === 0 ? 'IOC' : 'FOK' } as const;
          const answers = await Promise.allSettled([spot.place(1, request), spot.place(2, request)]);
          const filled = answers.map((each) => (each.status === 'fulfilled' ? each.value.order.filled : '-'));
          expect(filled.sort()).toEqual(round % 2 === 0 ? ['1', '2'] : ['-', '2']);
          const rest = round % 2 === 0 ? '3' : '2';
          expect((await spot.order(maker)).filled).toBe(rest);
          await spot.cancelAll(0);
        }
        const [base, quote] = [await spot.money(0, spot.market.base), await spot.money(0, spot.market.quote)];
        expect([base, quote]).toEqual([
          ['999985', '0'],
          [new D(150).times('0.9992').plus(1_000_000).toFixed(), '0'],
        ]);
      },
      { isAlone: true },
    ));
});

it('does the same again for the same commands', { timeout: 60_000 }, async () => {
  const market = newMarket({ tick: '0.00001', lot: '0.1', minQuantity: '0.1' });
  const played = [await play(), await play()];
  expect(played[1]).toEqual(played[0]);
  expect(played[0]?.fills.length).toBeGreaterThan(20);
  expect(played[0]?.orders.length).toBeGreaterThan(60);

  async function play() {
    const database = await ownDatabase();
    const spot = await openSpot(database, market, { userCount: 3 });
    let state = 7;
    const random = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let step = 0; step < 120; step++) {
      const price = new D(10).plus(new D(random(21) - 10).times('0.00001')).toFixed();
      const quantity = `${1 + random(9)}.${random(10)}`;
      const dice = random(10);
      const user = random(3);
      if (dice < 7)
        await codeOf(
          spot.place(user, { ...(random(2) ? buy : sell)(price, quantity), tif: random(4) ? 'GTC' : 'IOC' }),
        );
      else if (dice < 8) await spot.print(price, quantity, random(2) ? 'buy' : 'sell');
      else {
        const { stored } = await spot.live();
        const order = stored[random(Math.max(1, stored.length))];
        const owner = spot.users.indexOf(order?.userId ?? 0);
        if (order && dice === 8) await spot.cancel(owner, order.id);
        if (order && dice === 9) await codeOf(spot.amend(owner, order.id, { price }));
      }
    }
    const { orderBook } = await spot.live();
    const result = {
      resting: orderBook.map((order) => [order.id, leftOf(order)]),
      orders: await database.query<{ id: number }>(
        `select id, rank, side, price::text, quantity::text, filled::text, filled_total::text, paid::text, fee::text, status, version
         from spot_order order by id`,
      ),
      fills: await database.query(
        'select id, order_id, price::text, quantity::text, fee::text, journal_id from spot_fill order by id',
      ),
      money: await database.query(
        'select owner_id, kind, asset, posted::text, held::text, version from account order by id',
      ),
    };
    spot.close();
    await database.close();
    return result;
  }
});
