import { describe, expect, it } from 'vitest';
import { emptyBook } from '../../../domain/index.ts';
import type { BatchDocument, BatchLog, Database, Queries } from '../../../server/base/db/database.ts';
import { MatchingEngine } from '../../../server/matching/engine.ts';
import type { EngineDeps } from '../../../server/matching/engineTables.ts';
import type { QueuedCommand } from '../../../server/matching/groupCommit.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeSource, fakeMarket } from '../../support/fakeSource.ts';
import type { TestOrder } from '../../support/restingOrders.ts';
import { noLimit, testOrder } from '../../support/restingOrders.ts';
import { TestBatch } from '../../support/testBatch.ts';

const ID = 'AAA-USDT';
interface Command extends QueuedCommand<TestBatch> {
  readonly markets?: readonly string[];
}

/** What is stored, and what stops being stored. */
interface Stored {
  orders: TestOrder[];
  newest: number;
  /** Texts that a batch cannot store. */
  readonly poison: Set<string>;
  isAway: boolean;
}

class TestEngine extends MatchingEngine<TestOrder, TestBatch, Command> {
  readonly events: string[] = [];
  readonly #stored: Stored;

  constructor(deps: EngineDeps, stored: Stored) {
    super(deps, {
      ...{ product: 'spot', kinds: ['spot'], orders: 'spot_order', newest: 'select newest' },
      liveOrders: async (_, market) => {
        if (stored.isAway) throw new Error('away');
        return stored.orders.filter((order) => market === undefined || order.market === market);
      },
    });
    this.#stored = stored;
  }
  protected newBatch(at: number): TestBatch {
    const batch = new TestBatch(at);
    batch.stores = (entries) => {
      this.events.push(`store ${entries.join(' ')}`);
      if (entries.some((entry) => this.#stored.poison.has(entry))) throw new Error('refused');
    };
    return batch;
  }
  protected ending(market: string, orders: readonly TestOrder[]): Command {
    return {
      markets: [market],
      decide: (batch) => {
        for (const order of orders) {
          this.events.push(`expire ${order.id}`);
          batch.entries.push(`expired-${order.id}`);
          this.orderBookOf(market)?.remove(order);
        }
      },
    };
  }
  protected override rolledBack(): void {
    this.events.push('rolled back');
  }
  /** Takes from the book, or rests in it. */
  command(name: string, more: Partial<TestOrder> = {}): Command & QueuedCommand<TestBatch, number> {
    return {
      markets: [ID],
      decide: (batch) => {
        const orderBook = this.orderBookOf(ID);
        if (!orderBook) throw new Error('no book');
        this.touch(orderBook);
        const order = testOrder(this.newId(), more);
        batch.entries.push(name);
        this.events.push(`decide ${name}`);
        if (more.side === 'sell') orderBook.take(order, order.quantity ?? '0', order.price ?? '0', noLimit);
        else orderBook.add(order);
        return order.id;
      },
    };
  }
}

/** An engine on tables that a test holds in its hand. @param log of a database whose batches are appended. */
async function openEngine(orders: TestOrder[] = [], log?: Partial<BatchLog>) {
  const clock = new FakeClock();
  const source = new FakeSource(clock, [{ ...fakeMarket(ID), tick: '1', lot: '1' }, 'BBB-USDT']);
  source.books.set(ID, emptyBook);
  const stored: Stored = { orders, newest: 40, poison: new Set(), isAway: false };
  const queries: string[] = [];
  const logged: unknown[] = [];
  const query = async <Row>(text: string, params: readonly unknown[] = []): Promise<readonly Row[]> => {
    queries.push(text);
    if (text.startsWith('select newest')) return [{ newest: stored.newest }] as Row[];
    const known = params[0] === 30 && params[1] === 3;
    return (text.includes('from spot_order') && known ? [{ market: 'BBB-USDT' }] : []) as Row[];
  };
  const tx: Queries = { query };
  const db = {
    query,
    transaction: (work: (own: Queries) => Promise<unknown>) => work(tx),
    ...(log ? { log } : {}),
  };
  const engine = new TestEngine(
    {
      ...{ clock, source, published: () => undefined, db: db as unknown as Database },
      log: (event, detail) => void logged.push([event, detail]),
    },
    stored,
  );
  await engine.start();
  engine.onBook((id) => {
    engine.events.push(
      `book ${id}: ${engine
        .book(id)
        ?.bids.map(([price]) => price)
        .join(' ')}`,
    );
  });
  return { clock, source, stored, queries, logged, engine };
}
const bidsOf = (engine: TestEngine) => engine.book(ID)?.bids;

describe('an engine that starts', () => {
  it('has the books as they are stored, and numbers new rows after the newest', async () => {
    const { engine } = await openEngine([testOrder(2), testOrder(1), testOrder(9, { market: 'GONE-USDT' })]);
    expect(bidsOf(engine)).toEqual([['10', '2']]);
    expect([...(engine.orderBooks.get(ID)?.resting('buy') ?? [])].map(({ id }) => id)).toEqual([2, 1]);
    expect([...engine.orderBooks.keys()]).toEqual([ID]);
    expect(await engine.run(engine.command('first'))).toBe(41);
    expect(engine.book('BBB-USDT')).toBeUndefined();
  });

  it('has the orders of a market that is listed later, and its readers learn of them', async () => {
    const { engine, source } = await openEngine([testOrder(9, { market: 'GONE-USDT' })]);
    await engine.run({ decide: () => undefined });
    expect(engine.listed).toEqual([]);
    const all = [...source.markets(), { ...fakeMarket('GONE-USDT'), tick: '1', lot: '1' }];
    source.markets = () => all;
    expect(engine.listed).toEqual(['GONE-USDT']);
    await engine.run({ decide: () => void engine.events.push('decide') });
    expect(engine.events).toEqual(['book GONE-USDT: 10', 'decide']);
    expect(engine.listed).toEqual([]);
  });

  it('finds the market of a user’s order, in memory or stored, and of nobody else’s', async () => {
    const { engine, queries } = await openEngine([testOrder(1, { userId: 3 })]);
    queries.length = 0;
    expect(await engine.marketOf(3, 1)).toBe(ID);
    expect(queries).toEqual([]);
    expect(await engine.marketOf(3, 30)).toBe('BBB-USDT');
    await expect(engine.marketOf(4, 1)).rejects.toThrow('notFound');
    await expect(engine.marketOf(4, 30)).rejects.toThrow('notFound');
  });
});

describe('a batch', () => {
  it('is seen in the public book once it is committed, and not before', async () => {
    const { engine } = await openEngine([testOrder(1)]);
    const seen: unknown[] = [];
    const command = engine.command('bid', { price: '12' });
    await engine.run({
      markets: [ID],
      decide(batch: TestBatch) {
        command.decide(batch);
        seen.push(bidsOf(engine));
      },
    });
    expect(seen).toEqual([[['10', '1']]]);
    expect(engine.events).toEqual(['decide bid', 'store bid', `book ${ID}: 12 10`]);
  });

  it('that cannot be stored leaves the book as it is stored, and no reader learns of it', async () => {
    const { engine, stored, source } = await openEngine([testOrder(1)]);
    source.setBook(ID, { bids: [['9', '5']], asks: [] });
    stored.poison.add('bad');
    const wants = engine.command('bad', { side: 'sell', price: '9', quantity: '4' });
    await expect(engine.run(wants)).rejects.toThrow('refused');
    expect(bidsOf(engine)).toEqual([
      ['10', '1'],
      ['9', '5'],
    ]);
    expect(engine.events).toEqual(['decide bad', 'store bad', 'rolled back']);
  });

  it('that fails is decided one by one: only what fails alone is refused', async () => {
    const { engine, stored } = await openEngine();
    stored.poison.add('bad');
    const ends = await Promise.allSettled(
      ['one', 'bad', 'two'].map((name) => engine.run(engine.command(name))),
    );
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(engine.events.filter((event) => event.startsWith('store'))).toEqual([
      'store one bad two',
      'store one',
      'store bad',
      'store two',
    ]);
  });

  it('whose books could not be read again begins with reading them', async () => {
    const { engine, stored, logged } = await openEngine([testOrder(1)]);
    stored.poison.add('bad');
    stored.isAway = true;
    await expect(engine.run(engine.command('bad', { price: '12' }))).rejects.toThrow('refused');
    expect(logged).toEqual([['book', { markets: [ID], error: 'Error: away' }]]);
    await expect(engine.run(engine.command('good', { price: '8' }))).rejects.toThrow('away');
    stored.isAway = false;
    await engine.run(engine.command('good', { price: '8' }));
    expect(bidsOf(engine)).toEqual([
      ['10', '1'],
      ['8', '1'],
    ]);
  });
});

describe('an order that expires', () => {
  it('ends before a command of its market is decided, and never trades again', async () => {
    const { engine } = await openEngine([testOrder(1, { expiresAt: new FakeClock().now() }), testOrder(2)]);
    const taken = engine.command('take', { side: 'sell', price: '10', quantity: '5' });
    await engine.run({ markets: ['BBB-USDT'], decide: (batch: TestBatch) => batch.entries.push('other') });
    expect(engine.events.splice(0)).toEqual(['store other']);
    await engine.run(taken);
    expect(engine.events.slice(0, 3)).toEqual(['expire 1', 'decide take', 'store expired-1 take']);
    expect([...(engine.orderBooks.get(ID)?.orders.keys() ?? [])]).toEqual([]);
  });
});

describe('a batch of a log', () => {
  /** A log that appends as a test says. */
  const newLog = (...appended: boolean[]) => {
    const documents: BatchDocument[] = [];
    const log: Partial<BatchLog> = {
      gather: async () => undefined,
      batch: (work) => work(),
      applied: async () => undefined,
      append: async (document) => {
        documents.push(document);
        return appended.shift() ?? true;
      },
    };
    return { log, documents };
  };

  it('that was overtaken is decided again, and has happened once', async () => {
    const { log, documents } = newLog(false, false, true);
    const { engine } = await openEngine([testOrder(1)], log);
    await engine.run(engine.command('bid'));
    expect(documents.map(({ body }) => JSON.parse(body).entries)).toEqual([['bid'], ['bid'], ['bid']]);
    expect(bidsOf(engine)).toEqual([['10', '2']]);
    expect(engine.events.filter((event) => event.startsWith('book'))).toEqual([`book ${ID}: 10`]);
  });

  it('knows the market of its orders until the tables have them', async () => {
    const { log, documents } = newLog();
    const { engine } = await openEngine([], log);
    await engine.run(engine.command('bid'));
    expect(await engine.marketOf(5, 4)).toBe(ID);
    await expect(engine.marketOf(6, 4)).rejects.toThrow('notFound');
    documents[0]?.applied();
    await expect(engine.marketOf(5, 4)).rejects.toThrow('notFound');
  });

  it('that books nothing is not appended', async () => {
    const { log, documents } = newLog();
    const { engine } = await openEngine([], log);
    expect(await engine.run({ decide: () => 'read' })).toBe('read');
    expect(documents).toEqual([]);
  });
});
