import { describe, expect, it } from 'vitest';
import type { MarketStatus } from '../../../domain/index.ts';
import { emptyBook, RuleError } from '../../../domain/index.ts';
import type { LiveState, MarketSource } from '../../../server/market/source.ts';
import { Quotes } from '../../../server/matching/quotes.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeSource, fakeMarket } from '../../support/fakeSource.ts';

const [ID, PERP] = ['AAA-USDT', 'AAA-USDT-PERP'];

/** A source whose live venues are as a test says. */
function openQuotes(live?: Partial<LiveState>) {
  const clock = new FakeClock();
  const source = new FakeSource(clock, [ID, 'BBB-USDT', { ...fakeMarket(PERP), kind: 'perpetual' }]);
  const whole: MarketSource = live ? Object.assign(source, { live: live as LiveState }) : source;
  const quotes = new Quotes(whole, clock, ['spot']);
  return { clock, source, quotes, stop: quotes.start() };
}
function refusalOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof RuleError) return error.code;
    throw error;
  }
}

describe('a source that falls silent', () => {
  it('is traded on for five seconds after its last word, and not a millisecond longer', () => {
    const { clock, source, quotes } = openQuotes();
    clock.jump(5_000);
    expect(quotes.isStale).toBe(false);
    clock.jump(1);
    expect([quotes.isStale, refusalOf(() => quotes.mustTakeOrder(ID))]).toEqual([true, 'marketStale']);
    source.tick('BBB-USDT', '3');
    expect([quotes.isStale, refusalOf(() => quotes.mustTakeOrder(ID))]).toEqual([false, undefined]);
  });

  it('is not traded on after a clock was set back, until it speaks again', () => {
    const { clock, source, quotes } = openQuotes();
    // A clock is put right by a little all the time.
    clock.jump(-5_000);
    expect(quotes.isStale).toBe(false);
    clock.jump(-1);
    expect([quotes.isStale, refusalOf(() => quotes.mustTakeOrder(ID))]).toEqual([true, 'marketStale']);
    source.tick('BBB-USDT', '3');
    expect(quotes.isStale).toBe(false);
  });

  it('counts its silence from the last word that was received before it was let go', () => {
    const { clock, source, quotes, stop } = openQuotes();
    clock.jump(4_000);
    source.tick(ID, '9');
    stop();
    clock.jump(3_000);
    source.tick(ID, '9');
    expect(quotes.isStale).toBe(false);
    clock.jump(2_001);
    // It has unsubscribed: words after that are not its own.
    source.tick(ID, '9');
    expect(quotes.isStale).toBe(true);
  });

  it('may have one market whose venue is gone while the others trade', () => {
    const { quotes } = openQuotes({ isStale: (id) => id === ID, hasBook: () => true });
    expect([quotes.isStaleOf(ID), quotes.isStaleOf('BBB-USDT'), quotes.isStaleOf()]).toEqual([
      true,
      false,
      false,
    ]);
    expect(refusalOf(() => quotes.mustTakeOrder(ID))).toBe('marketStale');
    expect(refusalOf(() => quotes.mustTakeOrder('BBB-USDT'))).toBeUndefined();
  });

  it('takes no order in a market whose book it does not have', () => {
    const { quotes } = openQuotes({ isStale: () => false, hasBook: (id) => id !== ID });
    expect(refusalOf(() => quotes.mustTakeOrder(ID))).toBe('marketStale');
    expect(refusalOf(() => quotes.mustTakeOrder('BBB-USDT'))).toBeUndefined();
  });
});

describe('an order is taken', () => {
  it.each<[MarketStatus, opens: string | undefined, reduces: string | undefined, cancel: string | undefined]>(
    [
      ['open', undefined, undefined, undefined],
      ['reduceOnly', 'marketReduceOnly', undefined, undefined],
      ['cancelOnly', 'marketPaused', 'marketPaused', undefined],
      ['closed', 'marketClosed', 'marketClosed', undefined],
      ['halted', 'marketPaused', 'marketPaused', 'marketPaused'],
    ],
  )('or cancelled by the status of its market: %s', (status, opens, reduces, cancel) => {
    const { source, quotes } = openQuotes();
    source.setStatus(ID, status);
    expect(refusalOf(() => quotes.mustTakeOrder(ID))).toBe(opens);
    expect(refusalOf(() => quotes.mustTakeOrder(ID, true))).toBe(reduces);
    expect(refusalOf(() => quotes.mustCancel(ID))).toBe(cancel);
    expect(quotes.mayCancel(ID)).toBe(cancel === undefined);
    expect(quotes.isTrading(ID)).toBe(status === 'open' || status === 'reduceOnly');
  });

  it('in markets of the engine’s kind alone, and cancelled in a market that is no more', () => {
    const { quotes } = openQuotes();
    for (const id of [PERP, 'GONE-USDT', '__proto__', '']) {
      expect(quotes.marketOf(id)).toBeUndefined();
      expect(refusalOf(() => quotes.mustTakeOrder(id))).toBe('marketUnknown');
      expect([quotes.isTrading(id), quotes.mayCancel(id)]).toEqual([false, true]);
    }
  });

  it('by the status of now: a list that has changed is read again', () => {
    const { source, quotes } = openQuotes();
    const before = quotes.marketOf(ID);
    expect(quotes.marketOf(ID)).toBe(before);
    source.setStatus(ID, 'halted');
    expect(quotes.marketOf(ID)?.status).toBe('halted');
  });
});

describe('a price', () => {
  it('is that of the last trade, else of a ticker that is less than a second old', () => {
    const { clock, source, quotes } = openQuotes();
    expect(quotes.lastOf(ID)).toBe('10');
    source.tick(ID, '11');
    clock.jump(999);
    expect(quotes.lastOf(ID)).toBe('10');
    clock.jump(1);
    expect(quotes.lastOf(ID)).toBe('11');
    source.trade(ID, '12');
    expect(quotes.lastOf(ID)).toBe('12');
    expect(quotes.lastOf('GONE-USDT')).toBeUndefined();
  });

  it('of a ticker is read again at once when a clock was set back', () => {
    const { clock, source, quotes } = openQuotes();
    expect(quotes.lastOf(ID)).toBe('10');
    clock.jump(-3_600_000);
    source.tick(ID, '11');
    expect(quotes.lastOf(ID)).toBe('11');
  });

  it('of a book is the same object until the clock or the source has moved on', () => {
    const { clock, source, quotes } = openQuotes();
    const [first, second] = [1, 2].map((n) => ({ bids: [[`${n}`, '1']], asks: [] }) as const);
    if (!first || !second) throw new Error('two books');
    source.setBook(ID, first);
    expect(quotes.bookOf(ID)).toBe(first);
    // One moment has one book, whatever the source would give.
    source.books.set(ID, second);
    expect(quotes.bookOf(ID)).toBe(first);
    clock.jump(1);
    expect(quotes.bookOf(ID)).toBe(second);
    source.setBook(ID, first);
    expect(quotes.bookOf(ID)).toBe(first);
    expect(quotes.bookOf('GONE-USDT')).toBe(emptyBook);
  });
});
