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

  it('brings what guards it, by per cent of its price or by price', () => {
    const percent = { guardBy: 'percent', takeProfit: '5', stopLoss: '2,5' } as const;
    const frame = ticketFrame(view({ bracket: percent }), state(), style);
    expect(frame).toMatchObject({
      order: { price: '10.20', quantity: '3', takeProfit: '10.71', stopLoss: '9.95' },
      guards: { takeProfit: '10,710', stopLoss: '9,9500' },
      gains: { takeProfit: '+1,53', stopLoss: '−0,75' },
    });
    const own = { guardBy: 'price', takeProfit: '10,1', stopLoss: '' } as const;
    const wrong = ticketFrame(view({ bracket: own }), state(), style);
    expect([wrong.errors, wrong.order]).toEqual([{ takeProfit: 'bracketProfit' }, undefined]);
    const senseless = { ...percent, stopLoss: '100' };
    expect(ticketFrame(view({ bracket: senseless }), state(), style).errors).toEqual({
      stopLoss: 'priceInvalid',
    });
    // Without a price there is nothing to say of its per cent.
    expect(ticketFrame(view({ bracket: percent, price: '' }), state(), style).errors).toEqual({
      price: 'priceInvalid',
    });
  });

  it('puts aside for a stop to buy at market what it may pay', () => {
    const stop = view({ type: 'stopMarket', price: '', stopPrice: '12', amount: '10' });
    const frame = ticketFrame(stop, state({ free: '130' }), style);
    expect(frame).toMatchObject({
      order: { stopPrice: '12', quantity: '10' },
      left: '4,00',
      total: '120,00',
    });
    expect(ticketFrame(stop, state({ free: '125' }), style).errors).toEqual({
      amount: 'insufficientBalance',
    });
    expect(ticketFrame({ ...stop, stopPrice: '' }, state(), style).errors).toEqual({
      stopPrice: 'priceInvalid',
    });
  });

  it('is not given by an old book, nor in a market that is halted', () => {
    expect(ticketFrame(view(), state({ isStale: true }), style).blocked).toBe('marketStale');
    const halted = state({ market: { ...AAA, status: 'halted' }, isStale: true });
    expect(ticketFrame(view(), halted, style).blocked).toBe('marketPaused');
    const taken = ticketFrame(view({ postOnly: true }), state(), style);
    expect(taken.errors).toEqual({ price: 'orderWouldTake' });
  });
});
