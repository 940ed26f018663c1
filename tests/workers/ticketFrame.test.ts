import { describe, expect, it } from 'vitest';
import type { TicketView } from '../../workers/api.ts';
import { createWords } from '../../workers/session/words.ts';
import type { TicketState } from '../../workers/views/ticketView.ts';
import { ticketFrame } from '../../workers/views/ticketView.ts';
import { market } from './world.ts';

const AAA = market('AAA', 'USDT', { tick: '0.01', lot: '0.1' });
const book = {
  bids: [['9.9', '5']],
  asks: [
    ['10', '2'],
    ['10.5', '8'],
  ],
} as TicketState['book'];
const state = (more: Partial<TicketState> = {}): TicketState => ({
  ...{ market: AAA, last: '10', book, takeable: book, free: '1000', isStale: false },
  ...more,
});
const view = (more: Partial<TicketView> = {}): TicketView => ({
  ...{ kind: 'ticket', market: 'AAA-USDT', side: 'buy', type: 'limit', unit: 'base' },
  ...{ price: '10,20', stopPrice: '', amount: '3', postOnly: false, tif: 'GTC' },
  ...more,
});
const { style } = createWords('de');

describe('a ticket, as a function of what is typed and what is known', () => {
  it('takes what the book has at its price, and lets the rest wait', () => {
    const frame = ticketFrame(view(), state(), style);
    expect(frame).toMatchObject({
      ...{ available: '1.000,00', availableAsset: 'USDT', quantity: '3,00', average: '10,000', rest: '1,00' },
      ...{ isFeeExpected: true, feeAsset: 'AAA', errors: {}, order: { price: '10.20', quantity: '3' } },
      quick: { bid: '9.9', ask: '10', last: '10' },
    });
    expect(frame).not.toHaveProperty('blocked');
  });

  it('is held against the free money, and against the best of the other side at market', () => {
    const short = ticketFrame(view(), state({ free: '5' }), style);
    expect([short.errors, short.order]).toEqual([{ amount: 'insufficientBalance' }, undefined]);
    const most = ticketFrame(view({ type: 'market', price: '', percent: 50, amount: '' }), state(), style);
    expect(most).toMatchObject({ most: '100,00', amount: '50' });
  });

  it('leaves out own orders, and says nothing of the money of nobody', () => {
    const alone = ticketFrame(view(), state({ takeable: { bids: [], asks: [] }, free: undefined }), style);
    expect(alone).toMatchObject({ rest: '3,00', average: '--', available: '--', left: '--' });
    expect(alone.quick.ask).toBe('10');
  });

  it('is not given by an old book, nor in a market that is halted', () => {
    expect(ticketFrame(view(), state({ isStale: true }), style).blocked).toBe('marketStale');
    const halted = state({ market: { ...AAA, status: 'halted' }, isStale: true });
    expect(ticketFrame(view(), halted, style).blocked).toBe('marketPaused');
    const taken = ticketFrame(view({ postOnly: true }), state(), style);
    expect(taken.errors).toEqual({ price: 'orderWouldTake' });
  });
});
