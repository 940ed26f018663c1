import { describe, expect, it } from 'vitest';
import type { Dec, Market } from '../../../domain/index.ts';
import { emptyBook } from '../../../domain/index.ts';
import type { Queries } from '../../../server/base/db/database.ts';
import type { EngineDeps } from '../../../server/matching/engineTables.ts';
import { OrderBook } from '../../../server/matching/orderBook.ts';
import { Quotes } from '../../../server/matching/quotes.ts';
import type { FillRules } from '../../../server/matching/venueFills.ts';
import { VenueFills } from '../../../server/matching/venueFills.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeSource, fakeMarket } from '../../support/fakeSource.ts';
import type { TestOrder } from '../../support/restingOrders.ts';
import { fillResting, testOrder } from '../../support/restingOrders.ts';

const ID = 'AAA-USDT';
interface Command {
  readonly markets: readonly string[];
  decide(batch: object): void;
}

/** A product that writes down what it is to do. */
const rulesOf = (orderBook: OrderBook<TestOrder>, events: string[]): FillRules<TestOrder, object> => ({
  fill(_, order, requested) {
    const filled = fillResting(orderBook, order, requested);
    if (filled.gt(0)) events.push(`fill ${order.id} ${filled}`);
    return filled;
  },
  printed: (_, prices) => void events.push(`printed ${prices.join(' ')}`),
  changed: (_, last) => void events.push(`changed ${last ?? 'book'}`),
  endFrozen(_, order) {
    events.push(`frozen ${order.id}`);
    orderBook.remove(order);
  },
  isOpening: ({ side }) => side === 'buy',
  endBarred(_, order) {
    events.push(`barred ${order.id}`);
    orderBook.remove(order);
  },
});

/** Fills on one market whose engine decides each command at once, or as a test says. */
function openFills() {
  const clock = new FakeClock();
  const market: Market = { ...fakeMarket(ID), tick: '1', lot: '1' };
  const source = new FakeSource(clock, [market]);
  source.books.set(ID, emptyBook);
  const watchers: string[] = [];
  source.watch = (id) => {
    watchers.push(id);
    return () => void watchers.splice(watchers.indexOf(id), 1);
  };
  const quotes = new Quotes(source, clock, ['spot']);
  quotes.start();
  const orderBook = new OrderBook<TestOrder>(market, () => quotes.bookOf(ID));
  const listeners = new Set<(id: string) => void>();
  const events: string[] = [];
  const logged: unknown[] = [];
  const frozen: number[] = [];
  let queries: Queries['query'] = async <Row>() => frozen.map((id) => ({ id })) as Row[];
  let perform = async (command: Command): Promise<void> => command.decide({});
  const db = { query: (text: string, params: readonly unknown[]) => queries(text, params) };
  const fills = new VenueFills<TestOrder, object>(
    {
      deps: {
        ...{ clock, source, published: () => undefined, db: db as unknown as EngineDeps['db'] },
        log: (event, detail) => void logged.push([event, detail]),
      },
      orderBooks: new Map([[ID, orderBook]]),
      booksOfOrders: [orderBook],
      bookOfOrders: () => orderBook,
      quotes,
      onBook(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      isBooked: () => false,
      listed: [],
      run(command) {
        events.push('run');
        return perform(command);
      },
    },
    rulesOf(orderBook, events),
  );
  fills.start();
  const booked = (): void => listeners.forEach((each) => void each(ID));
  return {
    ...{ clock, source, orderBook, fills, watchers, events, logged, frozen, booked },
    place(...orders: TestOrder[]): void {
      for (const order of orders) orderBook.add(order);
      booked();
    },
    /** How commands are carried out from now on. */
    performs: (by: typeof perform) => void (perform = by),
    answers: (by: Queries['query']) => void (queries = by),
    /** What has happened since this was called last. */
    since: (): string[] => events.splice(0),
  };
}
const showBid = (quantity: Dec) => ({ bids: [['10', quantity]] as const, asks: [] });

describe('prints of a venue', () => {
  it('reach triggers before orders, and start no command where they reach none', () => {
    const { place, source, since } = openFills();
    place(testOrder(1, { quantity: '5' }));
    source.trade(ID, '11', '3', 'sell');
    expect(since()).toEqual(['printed 11']);
    source.trade(ID, '10', '3', 'sell');
    expect(since()).toEqual(['printed 10', 'run', 'fill 1 3']);
  });

  it('consume what stood ahead of an order once, however often their batch is decided', async () => {
    const { clock, place, source, performs, since } = openFills();
    source.setBook(ID, showBid('10'));
    place(testOrder(1, { quantity: '5' }));
    since();
    // A batch that is rolled back is decided again: its prints have happened once.
    performs(async (command) => {
      for (let i = 0; i < 3; i++) command.decide({});
    });
    source.trade(ID, '10', '6', 'sell');
    await clock.advance(0);
    expect(since()).toEqual(['printed 10', 'run']);
    performs(async (command) => command.decide({}));
    source.trade(ID, '10', '4', 'sell');
    source.trade(ID, '10', '1', 'sell');
    expect(since()).toEqual(['printed 10', 'run', 'printed 10', 'run', 'fill 1 1']);
  });

  it('fill no order at its price before the book shows what stands ahead of it', () => {
    const { place, source, since } = openFills();
    let hasBook = false;
    Object.assign(source, { live: { hasBook: () => hasBook } });
    place(testOrder(1, { quantity: '5' }));
    source.trade(ID, '10', '3', 'sell');
    hasBook = true;
    source.setBook(ID, showBid('4'));
    expect(since()).toEqual(['printed 10', 'run', 'changed book']);
    source.trade(ID, '10', '3', 'sell');
    source.trade(ID, '10', '2', 'sell');
    expect(since()).toEqual(['printed 10', 'run', 'printed 10', 'run', 'fill 1 1']);
  });

  it('that failed together are decided again one by one, and each has consumed its own part', async () => {
    const { place, source, performs, since } = openFills();
    source.setBook(ID, showBid('10'));
    place(testOrder(1, { quantity: '5' }));
    const together: Command[] = [];
    performs(async (command) => void together.push(command));
    source.trade(ID, '10', '4', 'sell');
    source.trade(ID, '10', '5', 'sell');
    for (const command of together) command.decide({});
    for (const command of together) command.decide({});
    since();
    performs(async (command) => command.decide({}));
    source.trade(ID, '10', '1', 'sell');
    source.trade(ID, '10', '2', 'sell');
    expect(since()).toEqual(['printed 10', 'run', 'printed 10', 'run', 'fill 1 2']);
  });

  it('fill and trigger nothing while their market has stopped', () => {
    const { place, source, since } = openFills();
    place(testOrder(1));
    for (const status of ['halted', 'closed', 'cancelOnly'] as const) {
      source.setStatus(ID, status);
      source.trade(ID, '5');
      source.setBook(ID, { bids: [], asks: [['5', '9']] });
      source.tick(ID, '5');
    }
    source.trade('BBB-USDT', '5');
    expect(since()).toEqual([]);
    source.setStatus(ID, 'open');
    source.tick(ID, '5');
    expect(since()).toEqual(['changed 5']);
  });

  it('leave a command’s failure in the log, and the venue goes on', async () => {
    const { clock, place, source, performs, logged, since } = openFills();
    place(testOrder(1));
    performs(() => Promise.reject(new Error('away')));
    source.trade(ID, '9');
    await clock.advance(0);
    expect(logged).toEqual([['venue', { market: ID, error: 'Error: away' }]]);
    performs(async (command) => command.decide({}));
    since();
    source.trade(ID, '9');
    expect(since()).toEqual(['printed 9', 'run', 'fill 1 1']);
  });
});

describe('a book of a venue', () => {
  it('starts no second command for crossed orders before the first is decided, or has failed', async () => {
    const { clock, place, source, performs, since } = openFills();
    place(testOrder(1, { quantity: '9' }));
    const cross = (quantity: Dec): void => source.setBook(ID, { bids: [], asks: [['9', quantity]] });
    const queued: (() => void)[] = [];
    performs((command) => new Promise((resolve) => queued.push(() => resolve(command.decide({})))));
    for (const quantity of ['1', '2', '3']) cross(quantity);
    expect(since()).toEqual(['changed book', 'run', 'changed book', 'changed book']);
    queued[0]?.();
    performs(() => Promise.reject(new Error('away')));
    cross('4');
    await clock.advance(0);
    performs(async (command) => command.decide({}));
    cross('5');
    expect(since()).toEqual(['fill 1 3', 'changed book', 'run', 'changed book', 'run', 'fill 1 5']);
  });

  it('fills what it has crossed by the book of the moment in which it is decided', () => {
    const { place, source, performs, since } = openFills();
    place(testOrder(1, { quantity: '5' }));
    const commands: Command[] = [];
    performs(async (command) => void commands.push(command));
    source.setBook(ID, { bids: [], asks: [['9', '4']] });
    expect(since()).toEqual(['changed book', 'run']);
    // Meanwhile the venue has taken it away again.
    source.books.set(ID, { bids: [], asks: [['11', '4']] });
    commands.pop()?.decide({});
    expect(since()).toEqual([]);
    source.setBook(ID, { bids: [], asks: [['9', '2']] });
    commands.pop()?.decide({});
    expect(since()).toEqual(['changed book', 'run', 'fill 1 2']);
  });

  it('that crosses nothing starts no command', () => {
    const { place, source, since } = openFills();
    place(testOrder(1), testOrder(2, { side: 'sell', price: '12' }));
    source.setBook(ID, { bids: [['9', '1']], asks: [['10', '1']] });
    expect(since()).toEqual(['changed book']);
  });
});

describe('a market that only closes positions', () => {
  it('fills what closes, and ends what opens within a second', async () => {
    const { clock, place, source, since } = openFills();
    place(testOrder(1), testOrder(2, { side: 'sell', price: '12' }));
    source.setStatus(ID, 'reduceOnly');
    source.trade(ID, '9');
    source.trade(ID, '13');
    expect(since()).toEqual(['printed 9', 'run', 'printed 13', 'run', 'fill 2 1']);
    await clock.advance(1_000);
    expect(since()).toEqual(['run', 'barred 1']);
    await clock.advance(1_000);
    expect(since()).toEqual([]);
  });
});

describe('orders that have to end', () => {
  it('are ended when they expire, and one command at a time is under way for a market', async () => {
    const { clock, place, performs, since } = openFills();
    place(testOrder(1, { expiresAt: clock.now() + 600 }));
    let done: () => void = () => undefined;
    performs(() => new Promise((resolve) => void (done = resolve)));
    await clock.advance(500);
    expect(since()).toEqual([]);
    await clock.advance(2_000);
    expect(since()).toEqual(['run']);
    done();
    await clock.advance(250);
    expect(since()).toEqual(['run']);
  });

  it('of a frozen user end within two seconds, and those of nobody else', async () => {
    const { clock, place, frozen, since } = openFills();
    place(testOrder(1, { userId: 7 }), testOrder(2, { userId: 8 }), testOrder(3, { userId: 7 }));
    await clock.advance(2_000);
    expect(since()).toEqual([]);
    frozen.push(7);
    await clock.advance(2_000);
    expect(since()).toEqual(['run', 'frozen 1', 'frozen 3']);
  });

  it('are left alone when they have left before their command is decided', async () => {
    const { clock, source, place, orderBook, performs, frozen, since } = openFills();
    const [first, second] = [testOrder(1), testOrder(2)];
    place(first, second, testOrder(3, { side: 'sell', price: '12' }));
    performs(async (command) => {
      orderBook.remove(first);
      command.decide({});
    });
    source.setStatus(ID, 'reduceOnly');
    await clock.advance(1_000);
    expect(since()).toEqual(['run', 'barred 2']);
    source.setStatus(ID, 'open');
    orderBook.add(first);
    frozen.push(1, 3);
    await clock.advance(1_000);
    expect(since()).toEqual(['run', 'frozen 3']);
  });

  it('wait for a database that is away, and are looked for again', async () => {
    const { clock, place, answers, logged, since } = openFills();
    place(testOrder(1));
    answers(() => Promise.reject(new Error('away')));
    await clock.advance(2_000);
    expect(logged).toEqual([['frozen accounts', { error: 'Error: away' }]]);
    answers(
      async <Row>(_: string, [users]: readonly unknown[] = []) =>
        (users as number[]).map((id) => ({ id })) as Row[],
    );
    await clock.advance(2_000);
    expect(since()).toEqual(['run', 'frozen 1']);
  });
});

describe('a market', () => {
  it('is watched once for as long as it has orders', () => {
    const { orderBook, place, booked, watchers, fills } = openFills();
    const [first, second] = [testOrder(1), testOrder(2)];
    place(first, second);
    booked();
    expect(watchers).toEqual([ID]);
    orderBook.remove(first);
    booked();
    expect(watchers).toEqual([ID]);
    orderBook.remove(second);
    booked();
    expect(watchers).toEqual([]);
    place(testOrder(3));
    fills.close();
    expect(watchers).toEqual([]);
  });

  it('that is closed is neither filled nor checked any more', async () => {
    const { clock, source, place, fills, since } = openFills();
    place(testOrder(1, { expiresAt: clock.now() + 10 }));
    fills.close();
    source.trade(ID, '9');
    source.setBook(ID, { bids: [], asks: [['5', '9']] });
    await clock.advance(10_000);
    expect(since()).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
