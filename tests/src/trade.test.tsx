// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { JournalToasts } from '../../src/app/JournalToasts.tsx';
import { startWords } from '../../src/i18n/index.ts';
import TradeScreen from '../../src/screens/trade/TradeScreen.tsx';
import { takeReturn } from '../../src/state/drafts.ts';
import { signIn, signOut } from '../../src/state/login.ts';
import { changeSettings, settings } from '../../src/state/settings.ts';
import { toasts } from '../../src/state/toasts.ts';
import { fieldDigits, plainDigits } from '../../src/ui/form/digits.ts';
import type {
  BookFrame,
  Frame,
  JournalFrame,
  OrderLine,
  TickerFrame,
  TicketFrame,
} from '../../workers/api.ts';
import { fake, forgetWorker, publish, tap, text, type, viewOf, viewsOf } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
vi.mock('../../src/ui/market/MarketChart.tsx', async () => (await import('../support/page.tsx')).fakeChart);

/** A field by its name, or by its name with the unit. */
const field = (name: string) =>
  screen.queryByLabelText<HTMLInputElement>(name) ??
  screen.getByLabelText<HTMLInputElement>(`${name} (USDT)`);
/** Chooses in the sheet that a chip of the ticket opens. */
async function choose(chip: RegExp, name: string): Promise<void> {
  await tap(button(chip));
  await tap(within(screen.getByRole('dialog')).getByRole('button', { name }));
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const ticketView = () => viewOf('ticket');

const live = { state: 'live', ageMs: 0, ageText: '' } as const;
const head: NonNullable<TickerFrame['market']> = {
  id: 'BTC-USDT',
  name: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  kind: 'spot',
  iconId: 1,
  status: 'open',
  tick: '0.01',
  lot: '0.0001',
  minQuantity: '0.0001',
  minTotal: '5',
  origin: 'simulated',
};
const ticker = (change: Partial<TickerFrame> = {}): TickerFrame => ({
  kind: 'ticker',
  market: head,
  price: '61,842.16',
  percent: '+1.84%',
  isUp: true,
  dollar: '',
  high: '',
  low: '',
  volume: '',
  rangePermille: 500,
  direction: 1,
  freshness: live,
  ...change,
});
const ticket = (change: Partial<TicketFrame> = {}): TicketFrame => ({
  kind: 'ticket',
  view: undefined as never,
  available: '2,014.37',
  availableAsset: 'USDT',
  most: '0.0325',
  quantity: '0.0150',
  total: '927.60',
  average: '--',
  slippage: '--',
  isFeeExpected: false,
  fee: '0.000015',
  feeAsset: 'BTC',
  left: '1,086.77',
  rest: '',
  errors: {},
  quick: { bid: '61841.90', ask: '61842.20', last: '61842.16' },
  tick: '0.01',
  ...change,
});
const good = ticket({ order: { price: '61840', quantity: '0.015' } });
const book: BookFrame = {
  kind: 'book',
  bids: [['61,841.90', '0.402', '0.402', 100]],
  asks: [['61,842.20', '0.330', '0.330', 100]],
  spread: '0.30',
  groups: [{ step: '0.01', text: '0.01' }],
  freshness: live,
};
const line = (change: Partial<OrderLine> = {}): OrderLine => ({
  id: 7,
  market: 'BTC-USDT',
  name: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  tif: 'GTC',
  expiresTime: '',
  postOnly: false,
  status: 'open',
  price: '61,200.00',
  stopPrice: '--',
  quantity: '0.0100',
  filled: '0.0000',
  untraded: '0.0100',
  total: '612.00',
  average: '--',
  fee: '0',
  feeAsset: 'BTC',
  percent: 0,
  time: '12:04:31',
  day: '9 Mar',
  clock: '12:04:31',
  filledTime: '',
  triggeredTime: '',
  isPaired: false,
  reason: '',
  distance: '+1.05%',
  raw: { price: '61200', stopPrice: '', quantity: '0.01', total: '' },
  ...change,
});
const orderRow = { id: 9, side: 'buy', status: 'open', filled: '0', quantity: '0.015' };
const placed = (change: object = {}) => ({
  state: 'settled',
  data: { order: { ...orderRow, ...change }, fills: [] },
});
const journal = (...entries: JournalFrame['entries']): JournalFrame => ({
  kind: 'journal',
  entries,
  isLasting: true,
});

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{pathname + search}</output>;
}
const show = (path = '/trade?market=BTC-USDT') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <TradeScreen />
      <JournalToasts />
      <Where />
    </MemoryRouter>,
  );
/** The screen with a ticket that nothing is said of yet. */
async function showTyped() {
  show();
  await publish(ticker());
  await type(field('Price'), '61840');
  await type(field('Quantity'), '0.015');
}
/** The screen with a ticket that is all right. */
async function showReady() {
  await showTyped();
  await publish(good);
}

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('TIDEMARK_CHART_FOLD', 'folded');
  signIn('token-of-ada');
  changeSettings({ hideAmounts: false, confirmOrders: false, oneTapOrders: false });
  toasts.list = [];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  forgetWorker();
});

describe('digits', () => {
  it.each([
    ['1', '1'],
    ['1,5', '1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['0', '0'],
    ['1,000.5', '1000.5'],
    ['', undefined],
    ['-1', undefined],
  ])('typed as %s are %s', (typed, plain) => expect(plainDigits(typed)).toBe(plain));
  it.each([
    ['61,842.20', 'en_us', '61842.20'],
    ['61.842,20', 'de', '61842.20'],
    ['61 842,20', 'fr', ''],
    ['0.0₈33', 'en_us', '0.0000000033'],
    ['0,0₁₀4', 'de', '0.00000000004'],
    ['', 'en_us', ''],
  ] as const)('of a level shown as %s in %s', (shown, language, plain) =>
    expect(fieldDigits(shown, language)).toBe(plain),
  );
  it('of a level are read as the language writes them', () => {
    const group = new Intl.NumberFormat('fr').format(61_842).replace(/\d/g, '');
    expect(fieldDigits(`61${group}842,20`, 'fr')).toBe('61842.20');
  });
});

describe('the ticket', () => {
  it('asks the worker with what is typed, and with a share in place of an amount', async () => {
    await showReady();
    expect(ticketView()).toEqual({
      kind: 'ticket',
      market: 'BTC-USDT',
      side: 'buy',
      type: 'limit',
      tif: 'GTC',
      postOnly: false,
      price: '61840',
      stopPrice: '',
      amount: '0.015',
      unit: 'base',
    });
    await tap(button('Max'));
    expect(ticketView()).toMatchObject({ percent: 100, amount: '' });
    await publish(ticket({ amount: '0.0325' }));
    expect(field('Quantity').value).toBe('0.0325');
    await type(field('Quantity'), '0,02');
    expect(ticketView()).not.toHaveProperty('percent');
    expect(ticketView()).toMatchObject({ amount: '0,02' });
  });
  it('takes a tapped level, and never changes what is typed by itself', async () => {
    await showReady();
    await publish(book);
    for (const last of ['1', '2', '3']) {
      await publish(ticket({ quick: { last }, amount: '9' }));
      await publish(ticker({ price: last }));
    }
    await publish({ ...book, asks: [['70,000.10', '1', '1', 10]] });
    expect(field('Price').value).toBe('61840');
    expect(field('Quantity').value).toBe('0.015');
    await tap(button(/70,000\.10/));
    expect(field('Price').value).toBe('70000.10');
    await publish({ ...book, asks: [['71,000.00', '1', '1', 10]] });
    expect(field('Price').value).toBe('70000.10');
    await publish(ticket());
    await tap(button('Bid'));
    expect(field('Price').value).toBe('61841.90');
  });
  it('begins a limit with the last price once, and follows nothing from then on', async () => {
    show();
    await publish(ticker());
    await publish(ticket());
    expect(field('Price').value).toBe('61842.16');
    await publish(ticket({ quick: { last: '70000' } }));
    expect(field('Price').value).toBe('61842.16');
    await type(field('Price'), '');
    await publish(ticket());
    expect(field('Price').value).toBe('');
    // Nobody has typed a price when the ticket is opened again: a newer one takes its place.
    await choose(/^Order type/, 'Market');
    await choose(/^Order type/, 'Limit');
    await publish(ticket());
    cleanup();
    show();
    await publish(ticker());
    await publish(ticket({ quick: { last: '65000' } }));
    expect(field('Price').value).toBe('65000');
  });
  it('pays for a market buy in money, and keeps what a typed amount is of', async () => {
    show();
    await publish(ticker());
    await choose(/^Order type/, 'Market');
    expect(ticketView()).toMatchObject({ type: 'market', unit: 'quote' });
    await tap(button('Sell'));
    expect(ticketView()).toMatchObject({ side: 'sell', unit: 'base' });
    await tap(button('Buy'));
    await type(field('Total'), '500');
    await choose(/^Order type/, 'Limit');
    expect(ticketView()).toMatchObject({ type: 'limit', unit: 'quote', amount: '500' });
  });
  it('reads a level as a sentence, and the book is one stop of the keyboard', async () => {
    show();
    await publish(ticker());
    await publish(book);
    const ask = button(/^Ask 61,842\.20 ?, 0\.330 BTC, use this price$/);
    const bid = button(/^Bid 61,841\.90 ?, 0\.402 BTC, use this price$/);
    expect([ask.tabIndex, bid.tabIndex]).toEqual([0, -1]);
    ask.focus();
    await act(async () => void fireEvent.keyDown(ask, { key: 'ArrowDown' }));
    expect(document.activeElement).toBe(bid);
    expect([ask.tabIndex, bid.tabIndex]).toEqual([-1, 0]);
  });
  it('makes a limit order of a market order when a level is tapped', async () => {
    show();
    await publish(ticker());
    await choose(/^Order type/, 'Market');
    await publish(book);
    expect(screen.queryByLabelText('Price')).toBeNull();
    await tap(button(/61,841\.90/));
    expect(field('Price').value).toBe('61841.90');
  });
  it('sends at a tapped level, where one has chosen that, what the worker says of exactly that', async () => {
    changeSettings({ oneTapOrders: true });
    fake.submit.mockResolvedValue(placed());
    await showReady();
    await publish(book);
    expect(text()).toContain('Tap sends');
    await tap(button(/61,842\.20/));
    // What was said of the ticket before is not what is sent.
    expect(fake.submit).not.toHaveBeenCalled();
    expect(ticketView()).toMatchObject({ side: 'sell', type: 'limit', price: '61842.20', amount: '0.015' });
    await publish(ticket({ order: { price: '61842.20', quantity: '0.015' } }));
    expect(fake.submit.mock.calls.map(([call, request]) => [call, request])).toEqual([
      ['spot.place', expect.objectContaining({ side: 'sell', price: '61842.20', quantity: '0.015' })],
    ]);
    // The next tap is one of the same size.
    expect(field('Quantity').value).toBe('0.015');
    await tap(button(/61,841\.90/));
    await publish(ticket({ errors: { amount: 'insufficientBalance' } }));
    expect(fake.submit).toHaveBeenCalledTimes(1);
    expect(screen.getAllByRole('alert').length).toBeGreaterThan(0);
  });
  it('brings what guards it as it was last typed, with one tick', async () => {
    await showReady();
    await tap(screen.getByRole('checkbox', { name: 'TP/SL' }));
    expect(ticketView()).toMatchObject({ bracket: { guardBy: 'percent', takeProfit: '5', stopLoss: '2.5' } });
    await type(screen.getByRole('textbox', { name: 'Stop loss (%)' }), '3');
    await tap(button('TP/SL (USDT)'));
    expect(ticketView()).toMatchObject({ bracket: { guardBy: 'price', takeProfit: '', stopLoss: '' } });
    cleanup();
    sessionStorage.clear();
    show();
    await publish(ticker());
    expect(ticketView()).not.toHaveProperty('bracket');
    await tap(screen.getByRole('checkbox', { name: 'TP/SL' }));
    await tap(button('TP/SL (%)'));
    expect(ticketView()).toMatchObject({ bracket: { guardBy: 'percent', takeProfit: '5', stopLoss: '3' } });
    await tap(button('Sell'));
    expect(ticketView()).not.toHaveProperty('bracket');
  });
  it('marks the levels at which own orders rest, and sums the sizes', async () => {
    await showReady();
    await publish({ ...book, bids: [['61,841.90', '0.402', '0.777', 100]] });
    await publish({ kind: 'ownLevels', bids: ['61,841.90'], asks: [] });
    expect(button(/^Bid 61,841/).hasAttribute('data-own')).toBe(true);
    expect(button(/^Ask 61,842/).hasAttribute('data-own')).toBe(false);
    await tap(button('Add up sizes'));
    expect(button(/^Bid 61,841\.90 ?, 0\.777/)).toBeTruthy();
    await publish({ ...book, bids: [['61,841.80', '0.402', '0.777', 100]] });
    expect(button(/^Bid 61,841/).hasAttribute('data-own')).toBe(false);
  });
  it('marks no levels of a user who has logged out', async () => {
    await showReady();
    await publish({ ...book, bids: [['61,841.90', '0.402', '0.777', 100]] });
    await publish({ kind: 'ownLevels', bids: ['61,841.90'], asks: [] });
    await act(async () => signOut());
    expect(button(/^Bid 61,841/).hasAttribute('data-own')).toBe(false);
  });
  it.each([
    ['0.015', '927.60', true],
    ['88888.888', '5,497,027,113.60', false],
  ])('shows what %s comes to beside it only where both have room', async (amount, total, fits) => {
    show();
    await publish(ticker());
    await type(field('Quantity'), amount);
    await publish(ticket({ total }));
    expect(button('Enter the amount in USDT').textContent?.includes(`${total} USDT`)).toBe(fits);
  });
  it('says what is wrong at the field, once the user has been there', async () => {
    show();
    await publish(ticker());
    await type(field('Price'), '61840');
    await publish(ticket({ errors: { price: 'orderTick', amount: 'insufficientBalance' } }));
    expect(screen.queryAllByRole('alert')).toEqual([]);
    fireEvent.blur(field('Price'));
    expect(screen.getByRole('alert').textContent).toBe('The price moves in steps of 0.01 USDT.');
    expect(field('Price').getAttribute('aria-invalid')).toBe('true');
    await publish(ticket({ errors: { price: 'orderBand', amount: 'insufficientBalance' } }));
    expect(screen.getByRole('alert').textContent).toBe('The price is too far from the last price.');
    // One thing at a time, in the place of what it would come to.
    expect(field('Price').getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    await publish(ticket({ errors: { amount: 'insufficientBalance' } }));
    await tap(button('Buy BTC'));
    expect(text()).toContain('Insufficient balance of available assets');
    expect(fake.submit).not.toHaveBeenCalled();
  });
  it('survives leaving and a login', async () => {
    await showReady();
    await tap(button('Sell'));
    cleanup();
    signOut();
    show();
    expect(field('Price').value).toBe('61840');
    expect(field('Quantity').value).toBe('0.015');
    expect(button('Sell').getAttribute('aria-pressed')).toBe('true');
  });
  it('fills no price into a field that the user is in, where what is typed would be added to it', async () => {
    show();
    await publish(ticker());
    field('Price').focus();
    await publish(ticket());
    expect(field('Price').value).toBe('');
    field('Price').blur();
    await publish(ticket({ available: '1.00' }));
    expect(field('Price').value).toBe('61842.16');
  });
  it('keeps a tap while the first prices are on their way, and says nothing of old ones', async () => {
    // A busy machine takes longer between two frames than they are waited for.
    vi.useFakeTimers();
    changeSettings({ confirmOrders: true });
    await showTyped();
    await publish({ ...good, blocked: 'marketStale' });
    expect(text()).not.toContain('Prices are old.');
    await tap(button('Buy BTC'));
    expect(button('Buy BTC').getAttribute('aria-busy')).toBe('true');
    await publish({ ...good, blocked: 'marketStale', available: '1.00' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await publish(good);
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Buy BTC' })).toBeTruthy();
    await publish({ ...good, blocked: 'marketStale' });
    expect(text()).toContain('Prices are old.');
  });
  it('sends no tap of before the page was left', async () => {
    fake.submit.mockResolvedValue(placed());
    await showTyped();
    await publish({ ...good, blocked: 'marketStale' });
    await tap(button('Buy BTC'));
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    visibility.mockRestore();
    await publish(good);
    expect(button('Buy BTC').getAttribute('aria-busy')).toBe('false');
    expect(fake.submit).not.toHaveBeenCalled();
  });
  it('says that prices are old when none come, and sends no tap of before', async () => {
    vi.useFakeTimers();
    fake.submit.mockResolvedValue(placed());
    await showTyped();
    await publish({ ...good, blocked: 'marketStale' });
    await tap(button('Buy BTC'));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(text()).toContain('Prices are old.');
    await publish(good);
    expect(button('Buy BTC').getAttribute('aria-busy')).toBe('false');
    expect(fake.submit).not.toHaveBeenCalled();
  });
  it.each([
    ['marketStale', 'Prices are old.'],
    ['marketClosed', 'This market is closed.'],
  ])('says why nothing can be ordered: %s', async (blocked, words) => {
    await showReady();
    await publish({ ...good, blocked });
    expect(text()).toContain(words);
    expect(screen.queryByRole('button', { name: 'Buy BTC' })).toBeNull();
  });
  it('keeps the focus of its button while nothing can be ordered, and sends nothing then', async () => {
    await showReady();
    button('Buy BTC').focus();
    await publish({ ...good, blocked: 'marketStale' });
    expect(document.activeElement?.textContent).toContain('Prices are old.');
    await tap(document.activeElement as Element);
    expect(fake.submit).not.toHaveBeenCalled();
    await publish(good);
    expect(document.activeElement).toBe(button('Buy BTC'));
  });
  it('keeps the sheet that asks while nothing can be ordered, and sends nothing', async () => {
    changeSettings({ confirmOrders: true });
    fake.submit.mockResolvedValue(placed());
    await showReady();
    await tap(button('Buy BTC'));
    const confirm = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Buy BTC' });
    await publish({ ...good, blocked: 'marketStale' });
    expect(screen.getByRole('dialog').textContent).toContain('Prices are old.');
    expect(confirm().getAttribute('aria-disabled')).toBe('true');
    await tap(confirm());
    expect(fake.submit).not.toHaveBeenCalled();
    await publish(good);
    await tap(confirm());
    expect(fake.submit).toHaveBeenCalledTimes(1);
  });
  it('asks whoever is not logged in to log in, and leads back', async () => {
    signOut();
    await showReady();
    expect(viewsOf('orders')).toEqual([]);
    expect(text()).toContain('2,014.37');
    fireEvent.click(screen.getByRole('link', { name: 'Log in to trade' }));
    expect(takeReturn()).toBe('/trade?market=BTC-USDT');
  });
});

describe('an order', () => {
  it('is sent once, however often it is tapped', async () => {
    await showReady();
    let answer: (result: object) => void = () => undefined;
    fake.submit.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    fireEvent.click(button('Buy BTC'));
    fireEvent.click(button(/Buy BTC|Sending/));
    await tap(button('Sending…'));
    expect(fake.submit.mock.calls).toEqual([
      [
        'spot.place',
        {
          market: 'BTC-USDT',
          side: 'buy',
          type: 'limit',
          tif: 'GTC',
          postOnly: false,
          price: '61840',
          quantity: '0.015',
        },
      ],
    ]);
    await act(async () => answer(placed()));
    expect(text()).toContain('Order placed');
    expect(text()).toContain('Buy 0.015 · BTC/USDT');
    expect(field('Quantity').value).toBe('');
    expect(field('Price').value).toBe('61840');
  });
  it('is confirmed with its numbers, and asked for no more when so chosen', async () => {
    changeSettings({ confirmOrders: true });
    await showReady();
    fake.submit.mockResolvedValue(placed());
    await tap(button('Buy BTC'));
    expect(fake.submit).not.toHaveBeenCalled();
    const sheet = screen.getByRole('dialog');
    for (const number of ['61,840 USDT', '0.0150 BTC', '927.60 USDT', '0.000015 BTC'])
      expect(sheet.textContent).toContain(number);
    await tap(within(sheet).getByRole('switch'));
    expect(settings.confirmOrders).toBe(false);
    await tap(within(sheet).getByRole('button', { name: 'Buy BTC' }));
    expect(fake.submit).toHaveBeenCalledTimes(1);
  });
  it('of an earlier ticket is never sent for this one', async () => {
    await showReady();
    await type(field('Quantity'), '0.15');
    await tap(button('Buy BTC'));
    expect(fake.submit).not.toHaveBeenCalled();
    await tap(button('Sell'));
    await type(field('Quantity'), '0.015');
    await tap(button('Sell BTC'));
    expect(fake.submit).not.toHaveBeenCalled();
  });
  it('that was tapped before its answer is sent once that is there', async () => {
    fake.submit.mockResolvedValue(placed());
    await showReady();
    await type(field('Quantity'), '0.02');
    await tap(button('Buy BTC'));
    expect(fake.submit).not.toHaveBeenCalled();
    expect(button('Buy BTC').getAttribute('aria-busy')).toBe('true');
    await publish(ticket({ order: { price: '61840', quantity: '0.02' } }));
    expect(fake.submit.mock.calls).toMatchObject([['spot.place', { side: 'buy', quantity: '0.02' }]]);
    await publish(ticket({ order: { price: '61840', quantity: '0.02' } }));
    expect(fake.submit).toHaveBeenCalledTimes(1);
  });
  it('that was tapped before its answer asks once that is there, or says what is wrong', async () => {
    changeSettings({ confirmOrders: true });
    await showReady();
    await type(field('Quantity'), '0.02');
    await tap(button('Buy BTC'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await publish(ticket({ order: { price: '61840', quantity: '0.02' } }));
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Buy BTC' })).toBeDefined();
    await tap(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await type(field('Quantity'), '9999');
    await tap(button('Buy BTC'));
    await publish(ticket({ errors: { amount: 'insufficientBalance' } }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getAllByRole('alert').length).toBeGreaterThan(0);
    expect(fake.submit).not.toHaveBeenCalled();
  });
  it('that was tapped and then changed waits for another tap', async () => {
    await showReady();
    await type(field('Quantity'), '0.02');
    await tap(button('Buy BTC'));
    await type(field('Quantity'), '0.03');
    await publish(ticket({ order: { price: '61840', quantity: '0.03' } }));
    expect(fake.submit).not.toHaveBeenCalled();
    expect(button('Buy BTC').getAttribute('aria-busy')).toBe('false');
  });
  it('that filled is told with its average price', async () => {
    await showReady();
    fake.submit.mockResolvedValue(placed({ status: 'filled', filled: '0.015' }));
    const filled = line({ id: 9, status: 'filled', filled: '0.0150', average: '61,839.95' });
    fake.orderDetail.mockResolvedValue({ ok: true, data: { order: filled, fills: [] } });
    await tap(button('Buy BTC'));
    expect(text()).toContain('Filled');
    expect(text()).toContain('average 61,839.95');
  });
  it.each([
    [{ code: 'orderBand', message: '' }, 'The price is too far from the last price.'],
    [{ code: 'orderBand', message: 'Said by the server' }, 'Said by the server'],
  ])('that is refused is told in words', async (error, words) => {
    await showReady();
    fake.submit.mockResolvedValue({ state: 'refused', error });
    await tap(button('Buy BTC'));
    expect(text()).toContain('Order refused');
    expect(text()).toContain(words);
    expect(field('Quantity').value).toBe('0.015');
  });
  it('is sent where the browser keeps nothing, which is said once', async () => {
    await showReady();
    await publish({ ...journal(), isLasting: false });
    expect(text()).toContain('This browser stores nothing');
    await tap(screen.getByText('This browser stores nothing'));
    await publish({ ...journal(), isLasting: false });
    expect(text()).not.toContain('This browser stores nothing');
  });
  it('whose answer is lost never reads as failed, and no other is sent meanwhile', async () => {
    await showReady();
    fake.submit.mockResolvedValue({ state: 'unknown', key: 'k1' });
    await tap(button('Buy BTC'));
    expect(text()).toContain('We are asking the exchange what became of it.');
    expect(text()).not.toMatch(/fail|refus/i);
    await publish(journal({ key: 'k1', call: 'spot.place', state: 'unknown' }));
    await tap(button('Buy BTC'));
    expect(fake.submit).toHaveBeenCalledTimes(1);
    await publish(journal({ key: 'k1', call: 'spot.place', state: 'absent' }));
    fake.submit.mockResolvedValue(placed());
    await tap(button('Buy BTC'));
    expect(fake.submit).toHaveBeenCalledTimes(2);
  });
});

describe('open orders', () => {
  const orders = (...lines: OrderLine[]): Frame => ({ kind: 'orders', isKnown: true, lines });
  it('show what has not traded, and tell what trades', async () => {
    show();
    await publish(orders(line()));
    for (const part of ['61,200.00', '0.0100', '+1.05%', '0%', 'Limit · Buy']) expect(text()).toContain(part);
    await publish(orders(line({ percent: 40, filled: '0.0040', average: '61,199.00' })));
    expect(text()).toContain('Partly filled');
  });
  it('are counted for this market, and those of all are one tap away', async () => {
    show();
    await publish(ticker());
    await publish(orders(line(), line({ id: 8, market: 'ETH-USDT', name: 'ETH/USDT' })));
    expect(screen.getByRole('tab', { name: 'Orders (1)' })).toBeTruthy();
    expect(
      screen.getAllByRole('listitem', { name: '' }).filter((row) => /Untraded/.test(row.textContent ?? '')),
    ).toHaveLength(1);
    await tap(button('All markets 2'));
    expect(screen.getByRole('tab', { name: 'Orders (2)' })).toBeTruthy();
    expect(text()).toContain('ETH/USDT');
  });
  it('are revoked once at a time', async () => {
    show();
    await publish(orders(line()));
    fake.submit.mockImplementation(() => new Promise(() => undefined));
    fireEvent.click(button('Cancel'));
    await tap(button(/Canceling|^Cancel$/));
    expect(fake.submit.mock.calls).toEqual([['spot.cancel', { id: 7 }]]);
    await publish(orders());
    expect(fake.orderDetail).not.toHaveBeenCalled();
  });
  it('of which the exchange takes none back are told when they fill after all', async () => {
    show();
    await publish(orders(line()));
    fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'rateLimited', message: '' } });
    await tap(button('Cancel'));
    const filled = line({ status: 'filled', filled: '0.0150', average: '61,839.95' });
    fake.orderDetail.mockResolvedValue({ ok: true, data: { order: filled, fills: [] } });
    await publish(orders());
    expect(fake.orderDetail.mock.calls).toEqual([[7]]);
    expect(text()).toContain('average 61,839.95');
  });
  it('that end all at once are requested one after another: the user goes on trading meanwhile', async () => {
    show();
    const ids = [7, 8, 9];
    const ends: ((result: unknown) => void)[] = [];
    fake.orderDetail.mockImplementation(() => new Promise((resolve) => void ends.push(resolve)));
    await publish(orders(...ids.map((id) => line({ id }))));
    await publish(orders());
    expect(fake.orderDetail.mock.calls).toEqual([[7]]);
    await act(async () => ends[0]?.({ ok: false, error: { code: 'networkDown', message: '' } }));
    expect(fake.orderDetail.mock.calls).toEqual([[7], [8]]);
    const filled = line({ id: 8, status: 'filled', filled: '0.0150', average: '61,839.95' });
    await act(async () => ends[1]?.({ ok: true, data: { order: filled, fills: [] } }));
    expect(text()).toContain('average 61,839.95');
    expect(fake.orderDetail.mock.calls).toEqual([[7], [8], [9]]);
  });
  it('are revoked all together after asking', async () => {
    show();
    await publish(orders(line(), line({ id: 8 })));
    fake.submit.mockResolvedValue({ state: 'settled', data: { cancelled: [7, 8] } });
    await tap(button('Cancel all'));
    expect(screen.getByRole('dialog').textContent).toContain('2 open orders of BTC/USDT will be canceled.');
    await tap(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel all' }));
    expect(fake.submit.mock.calls).toEqual([['spot.cancelAll', { market: 'BTC-USDT' }]]);
  });
  it('lead to the orders of the past, of the pair or of all', async () => {
    show();
    await publish(orders());
    await tap(screen.getByRole('tab', { name: 'History' }));
    const record = () => screen.getByRole('link', { name: 'Order records' }).getAttribute('href');
    expect(record()).toBe('/allRecord/BTC-USDT');
    await tap(button('All markets'));
    expect(record()).toBe('/allRecord/all');
  });
  it('are amended by what differs only', async () => {
    show();
    await publish(orders(line()));
    await tap(button('Edit'));
    const sheet = within(screen.getByRole('dialog'));
    expect(sheet.getByLabelText<HTMLInputElement>('Price').value).toBe('61200');
    await type(sheet.getByLabelText('Quantity'), '0,005');
    fake.submit.mockResolvedValue({ state: 'settled', data: {} });
    await act(async () => void fireEvent.click(sheet.getByRole('button', { name: 'Save changes' })));
    expect(fake.submit.mock.calls).toEqual([['spot.amend', { id: 7, quantity: '0.005' }]]);
    expect(text()).toContain('Order changed');
  });
});

describe('the screen', () => {
  it('opens with the market last looked at, and else with the first', async () => {
    localStorage.setItem('TIDEMARK_LAST_MARKET', 'ETH-USDT');
    show('/trade');
    expect(viewsOf('ticker')[0]?.view).toEqual({ kind: 'ticker', id: 'ETH-USDT' });
    await publish({ ...ticker(), market: undefined } as unknown as TickerFrame);
    expect(viewsOf('ticker').at(-1)?.view).toEqual({ kind: 'ticker', id: 'BTC-USDT' });
  });
  it.each([
    ['spot', 'perpetual', 'BTC-USDT-PERP'],
    ['spot', 'futures', 'XAU-USD'],
  ] as const)(
    'shows a market that the address names under %s where it is traded: %s',
    async (kind, other, id) => {
      show(`/trade?kind=${kind}&market=${id}`);
      await publish(ticker({ market: { ...head, id, kind: other } }));
      expect(screen.getByTestId('where').textContent).toBe(`/trade?kind=${other}&market=${id}`);
      expect(text()).not.toMatch(/being built|is not traded here/);
    },
  );
  it('leads to perpetuals, and the address says so', async () => {
    show();
    await tap(screen.getByRole('tab', { name: 'Perpetual' }));
    expect(await screen.findByRole('button', { name: 'Short' })).toBeTruthy();
    expect(screen.getByTestId('where').textContent).toBe('/trade?market=BTC-USDT-PERP&kind=perpetual');
  });
  it.each(['/trade?kind=cycle', '/trade?market=BTC-USDT'])(
    'leads to the one screen of cycle contracts from %s',
    async (path) => {
      show(path);
      if (!path.includes('cycle')) await tap(screen.getByRole('tab', { name: 'Cycle' }));
      expect(screen.getByTestId('where').textContent).toBe('/cycle');
    },
  );
  it('leads to another pair, found by name among spot markets', async () => {
    show();
    await tap(button('BTC-USDT Spot, choose another pair'));
    const sheet = within(screen.getByRole('dialog'));
    expect(viewsOf('list').at(-1)?.view).toMatchObject({ list: 'spot' });
    await type(sheet.getByRole('searchbox'), 'eth');
    expect(viewsOf('list').at(-1)?.view).toMatchObject({ list: 'search', query: 'eth', marketKind: 'spot' });
  });
  it('folds its chart away, and remembers that', async () => {
    show();
    await tap(button('Price chart'));
    expect(localStorage.getItem('TIDEMARK_CHART_FOLD')).toBe('open');
    await tap(button('Price chart'));
    expect(localStorage.getItem('TIDEMARK_CHART_FOLD')).toBe('folded');
  });
  it('shows its chart where one looks, however far one had scrolled', async () => {
    show();
    const body = document.querySelector('[data-folded]')?.parentElement as HTMLElement;
    body.scrollTop = 700;
    await tap(button('Price chart'));
    expect(body.scrollTop).toBe(0);
    body.scrollTop = 300;
    await tap(button('Price chart'));
    expect(body.scrollTop).toBe(300);
  });
  it('names a market that there is not', async () => {
    show('/trade?market=NO-NO');
    const { market: _, ...unknown } = ticker();
    await publish(unknown);
    expect(text()).toContain('There is no market “NO-NO” here.');
  });
});
