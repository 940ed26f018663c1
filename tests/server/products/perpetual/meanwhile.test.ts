import { afterEach, expect, it } from 'vitest';
import type { Market } from '../../../../domain/index.ts';
import { perpetualHandlers } from '../../../../server/products/perpetual/handlers.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';

withDatabase('what happens while another transaction is under way', (db) => {
  let x: Futures;
  const open = async (pairs: readonly (readonly [Market, Market])[] = [perpetualPair()]): Promise<void> => {
    x = await openFutures(db(), pairs);
    for (const [, { id }] of pairs) await x.mark('100', { id, depth: '1000' });
  };
  /** Does something once, while the next transaction reads. */
  const meanwhile = (work: () => void): void => {
    let isDone = false;
    x.breakWhen(() => {
      if (!isDone) {
        isDone = true;
        work();
      }
      return false;
    });
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });

  it('has closing everything close what was opened meanwhile, with another user as its counterparty', async () => {
    const pairs = [perpetualPair(), perpetualPair()];
    await open(pairs);
    const later = pairs[1]?.[1].id ?? '';
    await x.place(0, { side: 'long', quantity: '1' });
    const { order: bid } = await x.place(1, { side: 'long', quantity: '5', price: '99.5', market: later });
    x.source.setBook(later, { bids: [], asks: [['100.01', '100']] });
    const caller = { user: { userId: x.users[0] }, key: 'closing-all-of-it' };
    let closing: unknown;
    meanwhile(() => {
      closing = perpetualHandlers(x.engine)['perpetual.closeAll']({}, caller as never);
    });
    await x.place(0, { side: 'long', quantity: '1', market: later });
    expect(await closing).toMatchObject({
      closed: pairs.map(([, { id }]) => ({ market: id, position: null, refusal: null })),
    });
    expect(x.engine.store.positionsOf(x.users[0] ?? 0)).toEqual([]);
    expect((await x.orders(1)).find(({ id }) => id === bid.id)).toMatchObject({
      status: 'partial',
      filled: '1',
    });
  });

  it('does not let a trailing stop that is to watch the mark follow the last price any further', async () => {
    await open();
    const trail = { by: 'distance', value: '5', source: 'last' } as const;
    await x.place(0, { side: 'long', quantity: '1' });
    const { order } = await x.place(0, { side: 'short', quantity: '1', reduceOnly: true, trail });
    meanwhile(() => x.source.tick(x.market, '110'));
    await x.amend(0, order.id, { trail: { ...trail, source: 'mark' } });
    await x.pass(500);
    const { mark, last } = x.engine.marks.of(x.market) ?? {};
    expect([mark, last]).toEqual(['101', '110']);
    expect((await x.orders(0)).find(({ id }) => id === order.id)).toMatchObject({
      status: 'waiting',
      trigger: { price: '96', source: 'mark' },
      trail: { best: mark, reached: null },
    });
    expect(x.position(0)?.quantity).toBe('1');
  });
});
