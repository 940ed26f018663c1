import { describe, expect, it } from 'vitest';
import type { MarkRow } from '../../domain/contract/index.ts';
import type { FuturesTicketView } from '../../workers/api.ts';
import type { Words } from '../../workers/session/words.ts';
import { createWords } from '../../workers/session/words.ts';
import type { PrivateEvent } from '../../workers/streams/account.ts';
import { Ages } from '../../workers/streams/age.ts';
import { Funds } from '../../workers/streams/balances.ts';
import { MarketRows } from '../../workers/streams/marketRows.ts';
import { Positions } from '../../workers/streams/positions/index.ts';
import { transferFrame } from '../../workers/views/convert/transfer.ts';
import { closeFrame } from '../../workers/views/perpetual/close.ts';
import { guardFrame } from '../../workers/views/perpetual/guard.ts';
import { marginFrame } from '../../workers/views/perpetual/margin.ts';
import type { FuturesState } from '../../workers/views/perpetual/perpetual.ts';
import { futuresFrame } from '../../workers/views/perpetual/positions.ts';
import { termsFrame } from '../../workers/views/perpetual/terms.ts';
import { ticketFrame } from '../../workers/views/perpetual/ticket.ts';
import { headFrame } from '../../workers/views/perpetual/ticketHead.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { ID, order, position } from './futuresRows.ts';
import { market, noNews, ticker } from './world.ts';

const btc = market('BTC', 'USDT', { id: ID, kind: 'perpetual', tick: '0.1', lot: '0.001', minTotal: '5' });
const book: FuturesState['book'] = { bids: [['61000', '1']], asks: [['61000.1', '1']] };
const words = createWords('de');

/** A user with one long position, whose book came this moment. */
function stateNow(isLoggedIn = true): FuturesState {
  const clock = new FakeClock();
  const [rows, funds, ages] = [new MarketRows(), new Funds(), new Ages(clock)];
  rows.setMarkets([btc]);
  rows.applyTickers([ticker(ID, '61000')], clock.now(), true);
  const positions = new Positions({ funds, rows, clock });
  const at = clock.now();
  const futures = {
    ...{ positions: [position()], orders: [order()], terms: [] },
    absence: { seconds: 0, action: 'cancelAll', state: 'off', since: 0, version: 0 },
  } as const;
  const balances = [{ account: 'futures', asset: 'USDT', posted: '10000', held: '122', version: 1 }] as const;
  const event = {
    ...{ kind: 'private', at },
    snapshot: {
      ...{ uid: '1', balances, orders: [], futures },
      ...{ positionMargin: '122', realizedPl: '0', notifications: noNews },
    },
  } as unknown as PrivateEvent;
  if (isLoggedIn) {
    funds.take(event);
    positions.own('1');
    positions.take(event);
  }
  const row = [ID, '61100', '61090', '0.0001', at + 60_000, 'live'] as const;
  positions.marks.apply({ kind: 'marks', snapshot: true, rows: [[...row]], at });
  ages.take({ kind: 'link', state: 'live' });
  ages.take({ kind: 'book', id: ID, book, at });
  return { positions, book, rows, ages, funds, clock, ranges: new Map(), isCached: () => false };
}

const mostOf = (view: FuturesTicketView) => ticketFrame(view, stateNow(), words)?.most;

describe('frames of perpetuals, as functions of query, state and words', () => {
  it('a head says the same to nobody', () => {
    for (const state of [stateNow(), stateNow(false)])
      expect(headFrame({ kind: 'futuresHead', market: ID }, state, words)).toMatchObject({
        ...{ mark: '61.100,00', index: '61.090,00', funding: '+0,0100\u00a0%', fundingIn: '1:00' },
      });
    expect(headFrame({ kind: 'futuresHead', market: 'NONE' }, stateNow(), words)).toBeUndefined();
  });

  it('a head has no funding where a venue has not sent it yet', () => {
    const state = stateNow();
    const rows: MarkRow[] = [[ID, '61100', '61090', '0', 0, 'live']];
    state.positions.marks.apply({ kind: 'marks', snapshot: true, rows, at: state.clock.now() });
    const head = { mark: '61.100,00', funding: '--', fundingIn: '' };
    expect(headFrame({ kind: 'futuresHead', market: ID }, state, words)).toMatchObject(head);
  });

  it('positions and orders are in the language of the words, and none are shown to nobody', () => {
    const frame = (state: FuturesState, own: Words) => futuresFrame({ kind: 'futures' }, state, own);
    const { positions, orders, account } = frame(stateNow(), words);
    expect(positions).toMatchObject([{ profit: '+4,00', mark: '61.100,00', entry: '61.000,00' }]);
    expect(frame(stateNow(), createWords('en_us')).positions[0]?.mark).toBe('61,100.00');
    expect([orders.length, account.balance]).toEqual([1, '10.000,00']);
    expect(frame(stateNow(false), words)).toMatchObject({ isKnown: false, positions: [], orders: [] });
  });

  it('margin is taken out only as far as the position can do without', () => {
    const view = { kind: 'futuresMargin', market: ID, amount: '1' } as const;
    const taken = marginFrame({ ...view, way: 'take' }, stateNow(), words);
    expect([taken?.error, taken?.amount]).toEqual(['marginNeeded', undefined]);
    const added = marginFrame({ ...view, way: 'add' }, stateNow(), words);
    expect([added?.error, added?.amount, added?.margin]).toEqual([undefined, '1', '123,00']);
    expect(marginFrame({ ...view, way: 'add' }, stateNow(false), words)?.error).toBe('positionNone');
  });

  it('a mode is fixed while a position is open', () => {
    const view = { kind: 'futuresTerms', market: ID } as const;
    expect(termsFrame({ ...view, mode: 'cross' }, stateNow(), words)?.error).toBe('termsFixed');
    expect(termsFrame({ ...view, leverage: 10 }, stateNow(), words)).toMatchObject({ margin: '244,00' });
  });

  it('a part is closed against the book of the state', () => {
    const view = { kind: 'futuresClose', market: ID, type: 'market', price: '', percent: 50 } as const;
    expect(closeFrame(view, stateNow(), words)).toMatchObject({
      ...{ quantity: '0,02', price: '61.000,00', request: { quantity: '0.02' } },
    });
    expect(closeFrame(view, { ...stateNow(), isCached: () => true }, words)?.blocked).toBe('marketStale');
  });

  it('a chase begins at the best price of its side, which the exchange finds by itself', () => {
    const view = { kind: 'futuresClose', market: ID, type: 'chase', price: '', percent: 100 } as const;
    const frame = closeFrame(view, stateNow(), words);
    expect(frame).toMatchObject({ price: '61.000,10' });
    expect(frame?.request).not.toHaveProperty('price');
    const empty = { ...stateNow(), book: { bids: [], asks: [] } };
    expect(closeFrame(view, empty, words)?.error).toBe('noLiquidity');
  });

  it('a stop-loss above the price is refused', () => {
    const empty = { by: 'price', value: '', source: 'mark', limit: '' } as const;
    const trailing = { by: 'rate', value: '', activation: '', source: 'mark' } as const;
    const view = { kind: 'futuresGuard', market: ID, percent: 100, takeProfit: empty, trailing } as const;
    const frame = (value: string) =>
      guardFrame({ ...view, stopLoss: { ...empty, value } }, stateNow(), words);
    expect(frame('60000')).toMatchObject({ canSend: true, stopLoss: { profit: '−40,00', direction: -1 } });
    expect(frame('61200')).toMatchObject({ canSend: false, stopLoss: { error: 'stopLossAboveOpen' } });
  });

  it('a take-profit entry waits for the price to come its way, a stop for it to go away', () => {
    const view = {
      ...{ kind: 'futuresTicket', market: ID, side: 'long', type: 'market', isStop: true, price: '' },
      ...{ source: 'mark', amount: '0,1', unit: 'base', reduceOnly: false, postOnly: false, tif: 'GTC' },
      ...{ takeProfit: '', stopLoss: '', guardBy: 'price' },
    } as FuturesTicketView;
    const flaw = (stopKind: 'stop' | 'profit', stopPrice: string) =>
      ticketFrame({ ...view, stopKind, stopPrice }, stateNow(), words)?.errors.stopPrice;
    // The mark is at 61,100.
    expect([flaw('profit', '61000'), flaw('profit', '61200')]).toEqual([undefined, 'triggerPassed']);
    expect([flaw('stop', '61000'), flaw('stop', '61200')]).toEqual(['triggerPassed', undefined]);
  });

  it('a ticket is blocked by an old book, and by nothing else that has changed since', () => {
    const view = {
      ...{ kind: 'futuresTicket', market: ID, side: 'long', type: 'limit', isStop: false, price: '60000' },
      ...{ stopPrice: '', source: 'last', amount: '0,1', unit: 'base', reduceOnly: false, postOnly: false },
      ...{ tif: 'GTC', takeProfit: '', stopLoss: '', guardBy: 'price' },
    } as FuturesTicketView;
    const state = stateNow();
    const frame = ticketFrame(view, state, words);
    expect(frame).toMatchObject({ order: { price: '60000', quantity: '0.1' }, rest: '0,10', errors: {} });
    expect(frame).not.toHaveProperty('blocked');
    expect(ticketFrame(view, { ...state, isCached: () => true }, words)).toEqual({
      ...{ ...frame, blocked: 'marketStale' },
    });
  });

  const market$ = {
    ...{ kind: 'futuresTicket', market: ID, side: 'long', type: 'market', isStop: false, price: '' },
    ...{ stopPrice: '', source: 'last', amount: '1', unit: 'base', reduceOnly: false, postOnly: false },
    ...{ tif: 'GTC', takeProfit: '5', stopLoss: '2,5', guardBy: 'percent' },
  } as FuturesTicketView;

  it('guards by per cent are prices away from the one at which it opens', () => {
    expect(ticketFrame({ ...market$, amount: '0,1' }, stateNow(), words)).toMatchObject({
      guards: { takeProfit: '64.050,20', stopLoss: '59.475,10' },
      gains: { takeProfit: '+305,01', stopLoss: '−152,50' },
      order: { quantity: '0.1', takeProfit: '64050.2', stopLoss: '59475.1' },
    });
    const short = { ...market$, side: 'short', amount: '0,1' } as const;
    expect(ticketFrame(short, stateNow(), words)?.guards).toEqual({
      ...{ takeProfit: '57.950,00', stopLoss: '62.525,00' },
    });
    expect(ticketFrame({ ...market$, stopLoss: '100' }, stateNow(), words)?.errors).toMatchObject({
      stopLoss: 'priceInvalid',
    });
  });

  it('a size by risk loses what may be lost at the stop, and says what leverage it needs', () => {
    const frame = (more: Partial<FuturesTicketView>) =>
      ticketFrame({ ...market$, unit: 'risk', ...more }, stateNow(), words);
    // A hundredth of 10.004 over 1.525 of way and 60 of fees.
    const sized = frame({});
    expect(sized).toMatchObject({ quantity: '0,063', risk: { loss: expect.any(String) }, errors: {} });
    expect(sized?.order).toMatchObject({ quantity: '0.063', stopLoss: '59475.1' });
    expect(Number.parseFloat(sized?.risk?.loss.replace(',', '.') ?? '')).toBeLessThanOrEqual(100.04);
    expect(frame({ stopLoss: '' })).toMatchObject({ errors: { amount: 'riskStop' } });
    const large = { type: 'limit', price: '60000', stopLoss: '0,05', amount: '3,6' } as const;
    expect(frame(large)).toMatchObject({
      errors: { amount: 'insufficientBalance' },
      risk: { leverage: expect.any(Number) },
    });
  });

  it('a position says how far liquidation is in ranges of a day, and what funding is about to do', () => {
    const state = { ...stateNow(), ranges: new Map([[ID, '1500']]) };
    const [line] = futuresFrame({ kind: 'futures' }, state, words).positions;
    expect(line).toMatchObject({
      rangesToLiquidation: expect.stringMatching(/^\d,\d/),
      fundingDue: { in: '1:00', amount: '−0,24', direction: -1 },
    });
    const [unknown] = futuresFrame({ kind: 'futures' }, stateNow(), words).positions;
    expect(unknown?.rangesToLiquidation).toBe('--');
    const later = stateNow();
    const row = [ID, '61100', '61090', '0.0001', later.clock.now() + 901_000, 'live'] as const;
    later.positions.marks.apply({ kind: 'marks', snapshot: true, rows: [[...row]], at: later.clock.now() });
    expect(futuresFrame({ kind: 'futures' }, later, words).positions[0]).not.toHaveProperty('fundingDue');
  });

  it('a ticket at a price near nought has at most what the market takes', () => {
    const view = {
      ...{ kind: 'futuresTicket', market: ID, side: 'short', type: 'limit', isStop: false, price: '0,1' },
      ...{ stopPrice: '', source: 'last', amount: '', percent: 100, unit: 'base', reduceOnly: false },
      ...{ postOnly: false, tif: 'GTC', takeProfit: '', stopLoss: '' },
    } as FuturesTicketView;
    // 800,000,000 at 61,100, and the next lot below.
    expect(mostOf(view)).toBe('13.093,289');
    expect(mostOf({ ...view, side: 'long' })).toBe('13.093,289');
  });

  it('what positions need is not moved out of the futures account', () => {
    const view = { kind: 'transfer', asset: 'USDT', from: 'futures', amount: '9999' } as const;
    expect(transferFrame(view, stateNow(), words)).toMatchObject({
      ...{ available: '9.878,00', error: 'insufficientBalance', to: 'spot' },
    });
    expect(transferFrame(view, stateNow(false), words).isKnown).toBe(false);
  });
});
