// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import ContractRecordScreen from '../../src/screens/cycle/ContractRecordScreen.tsx';
import CycleScreen from '../../src/screens/cycle/CycleScreen.tsx';
import ProofSheet from '../../src/screens/cycle/ProofSheet.tsx';
import { signIn, signOut } from '../../src/state/login.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { toasts } from '../../src/state/toasts.ts';
import type {
  CycleLine,
  CycleOpenFrame,
  CycleProof,
  CycleTicketFrame,
  JournalFrame,
} from '../../workers/api.ts';
import {
  clearFilters,
  fake,
  forgetWorker,
  narrowBy,
  publish,
  tap,
  text,
  type,
  viewOf,
} from '../support/page.tsx';

vi.mock('../../src/ui/market/MarketChart.tsx', async () => (await import('../support/page.tsx')).fakeChart);
vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const up = () => screen.getByRole('button', { name: /Up 85/ });
const down = () => screen.getByRole('button', { name: /Down 84/ });

const ticket = (change: Partial<CycleTicketFrame> = {}): CycleTicketFrame => ({
  kind: 'cycleTicket',
  view: undefined as never,
  asset: {
    id: 'BTC-USDT',
    name: 'BTC/USDT',
    base: 'BTC',
    iconId: null,
    assetClass: 'crypto',
    status: 'open',
    opensIn: '',
    opensAt: '',
  },
  isUnknown: false,
  cycles: [
    { id: '30s', isOpen: true },
    { id: '60s', isOpen: true },
    { id: '1d', isOpen: false },
  ],
  stakeAsset: 'USDT',
  available: '1,000.00',
  least: '1.00',
  most: '5,000.00',
  mostDigits: '1000',
  stake: '10.00',
  up: { rate: '85.0%', payout: '18.50', profit: '+8.50' },
  down: { rate: '84.9%', payout: '18.49', profit: '+8.49' },
  fee: '0.00',
  windowSeconds: '3',
  quote: 'quote-1',
  order: { quote: 'quote-1', amount: '10' },
  ...change,
});
const line = (change: Partial<CycleLine> = {}): CycleLine => ({
  id: 7,
  asset: 'BTC-USDT',
  name: 'BTC/USDT',
  assetClass: 'crypto',
  direction: 'up',
  cycle: '60s',
  state: 'running',
  amount: '10.00',
  rate: '85.0%',
  winPayout: '18.50',
  buyPrice: '61,838.40',
  closePrice: '--',
  fee: '0.00',
  payout: '--',
  profit: '+8.50',
  profitDirection: 1,
  price: '61,842.16',
  countdown: '0:23',
  elapsedPermille: 600,
  outcome: null,
  reason: null,
  points: '--',
  windowSeconds: '3',
  sale: { price: '11.02', least: '9.91', kept: '2.5%', order: { id: 7, least: '9.9175' } },
  day: '9 Mar',
  boughtAt: 'now',
  endsAt: 'then',
  ...change,
});
const lost = line({
  state: 'ended',
  outcome: 'lose',
  profit: '−10.00',
  profitDirection: -1,
  closePrice: '61,800.00',
  payout: '0.00',
  points: '3/3',
  countdown: '',
  sale: null,
});
const contracts = (change: Partial<CycleOpenFrame> = {}): CycleOpenFrame => ({
  kind: 'cycleOpen',
  isKnown: true,
  open: [],
  ended: [],
  marks: [],
  ...change,
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
const show = (path = '/cycle') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/cycle" element={<CycleScreen />} />
        <Route path="/contractRecord/:coinType" element={<ContractRecordScreen />} />
      </Routes>
      <Where />
    </MemoryRouter>,
  );
const where = () => screen.getByTestId('where').textContent;

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signIn('token-of-ada');
  changeSettings({
    hideAmounts: false,
    confirmCycles: 'first',
    hasConfirmedCycle: true,
    hasConfirmedSale: true,
  });
  toasts.list = [];
  fake.call.mockResolvedValue({
    ok: true,
    data: {
      assets: [
        { id: 'BTC-USDT', kind: 'crypto', status: 'open' },
        { id: 'XAU-USD', kind: 'commodity', status: 'closed' },
        { id: 'WTI-USD', kind: 'commodity', status: 'open' },
      ],
    },
  });
});
afterEach(() => {
  cleanup();
  forgetWorker();
});

describe('the ticket', () => {
  it('says rate, exact return and the rule of a tie before the tap', async () => {
    show();
    await publish(ticket());
    expect(up().textContent).toContain('You get 18.50 USDT');
    expect(down().textContent).toContain('You get 18.49 USDT');
    for (const words of ['stake returned', 'first index price after you buy', '3-s average', '10.00 USDT'])
      expect(text()).toContain(words);
    // Right above the buttons, where no screen is too short for it.
    for (const words of ['Loss if wrong10.00 USDT', 'Tiestake returned'])
      expect(up().closest('[data-dock]')?.textContent).toContain(words);
    const closing = screen.getByRole<HTMLButtonElement>('button', { name: '1 d' });
    expect(closing.disabled).toBe(true);
  });
  it('sends the quote, the direction and the amount, and asks for another quote', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: { contract: { id: 3 } } });
    show();
    await publish(ticket());
    await tap(down());
    expect(fake.submit.mock.calls).toEqual([
      ['cycle.buy', { quote: 'quote-1', amount: '10', direction: 'down' }],
    ]);
    expect(viewOf('cycleTicket')).toMatchObject({ turn: 1 });
    // Until the worker has spoken of the next quote, nothing more is sent.
    await tap(up());
    expect(fake.submit).toHaveBeenCalledTimes(1);
    await publish(ticket({ order: { quote: 'quote-2', amount: '10' } }));
    await tap(up());
    expect(fake.submit.mock.lastCall?.[1]).toMatchObject({ quote: 'quote-2', direction: 'up' });
  });
  it('shows the terms before the first one on a device, and buys it once they are confirmed', async () => {
    changeSettings({ hasConfirmedCycle: false });
    fake.submit.mockResolvedValue({ state: 'settled', data: { contract: { id: 3 } } });
    show();
    await publish(ticket());
    await tap(down());
    const sheet = screen.getByRole('dialog');
    for (const words of ['60 s', '10.00 USDT', '18.49 USDT', 'stake returned', '3-s average'])
      expect(sheet.textContent).toContain(words);
    expect(fake.submit).not.toHaveBeenCalled();
    // A quote that ended meanwhile is not bought: the newest one is.
    await publish(ticket({ quote: 'quote-2', order: { quote: 'quote-2', amount: '10' } }));
    await tap(within(sheet).getByRole('button', { name: 'Buy Down' }));
    expect(fake.submit.mock.calls).toEqual([
      ['cycle.buy', { quote: 'quote-2', amount: '10', direction: 'down' }],
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await publish(ticket({ order: { quote: 'quote-3', amount: '10' } }));
    await tap(up());
    expect(fake.submit).toHaveBeenCalledTimes(2);
  });
  it('asks each time or never where the user has chosen so', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: { contract: { id: 3 } } });
    changeSettings({ confirmCycles: 'always' });
    show();
    await publish(ticket());
    await tap(up());
    await tap(screen.getByRole('button', { name: 'Cancel' }));
    expect(fake.submit).not.toHaveBeenCalled();
    changeSettings({ confirmCycles: 'never', hasConfirmedCycle: false });
    await tap(up());
    expect(fake.submit).toHaveBeenCalledTimes(1);
  });
  it('has the place of what runs before anything does, so that nothing moves under a finger', async () => {
    show();
    await publish(ticket());
    const dock = up().closest('[data-dock]') as HTMLElement;
    expect(dock.textContent).toContain('Your contracts count down here');
    const order = [...dock.querySelectorAll('button, ul')].map(({ localName }) => localName);
    expect(order).toEqual(['button', 'button', 'ul']);
    await publish(contracts({ open: [line()] }));
    expect(within(dock).getByRole('list').querySelectorAll('li')).toHaveLength(1);
    expect(dock.textContent).toContain('Open (1)');
  });
  it('sends one while another is on its way, whatever is tapped', async () => {
    let settle: (result: object) => void = () => undefined;
    fake.submit.mockReturnValue(new Promise((resolve) => (settle = resolve)));
    show();
    await publish(ticket());
    for (const button of [up(), down(), up()]) await tap(button);
    expect(fake.submit).toHaveBeenCalledTimes(1);
    expect(text()).toContain('Buying…');
    await act(async () => settle({ state: 'refused', error: { code: 'exposureLimit', message: '' } }));
    expect(text()).not.toContain('Buying…');
  });
  it('waits for the journal when an answer was lost', async () => {
    fake.submit.mockResolvedValue({ state: 'unknown', key: 'k' });
    show();
    await publish(ticket());
    await tap(up());
    await publish(ticket({ order: { quote: 'quote-2', amount: '10' } }));
    await tap(up());
    expect(fake.submit).toHaveBeenCalledTimes(1);
    await publish(journal({ key: 'k', call: 'cycle.buy', state: 'absent' }));
    await tap(up());
    expect(fake.submit).toHaveBeenCalledTimes(2);
  });
  it('tells why it was refused', async () => {
    fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'exposureLimit', message: '' } });
    show();
    await publish(ticket());
    await tap(up());
    expect(toasts.list).toMatchObject([{ tone: 'bad', title: 'Not bought' }]);
    expect(viewOf('cycleTicket')).toMatchObject({ turn: 1 });
  });
  it('tells what is wrong with an amount once the user has been at it, and sends nothing', async () => {
    show();
    const { order, ...wrong } = ticket({ error: 'stakeTooSmall' });
    expect(order).toBeDefined();
    await publish(wrong);
    expect(screen.queryByRole('alert')).toBeNull();
    await tap(up());
    expect(screen.getByRole('alert').textContent).not.toBe('');
    expect(fake.submit).not.toHaveBeenCalled();
  });
  it('keeps what is typed, and types a common amount or the most at a tap', async () => {
    show();
    await publish(ticket());
    const amount = screen.getByLabelText<HTMLInputElement>('Amount');
    await type(amount, '12,5');
    expect(viewOf('cycleTicket')).toMatchObject({ amount: '12,5' });
    await tap(screen.getByRole('button', { name: '100' }));
    expect(viewOf('cycleTicket')).toMatchObject({ amount: '100' });
    await tap(screen.getByRole('button', { name: 'Max' }));
    expect(viewOf('cycleTicket')).toMatchObject({ amount: '1000' });
    await tap(screen.getByRole('button', { name: '30 s' }));
    expect(viewOf('cycleTicket')).toMatchObject({ cycle: '30s' });
    cleanup();
    show();
    expect(viewOf('cycleTicket')).toMatchObject({ amount: '1000', cycle: '30s' });
  });
  it('has no button to buy with while nothing can be bought', async () => {
    show('/cycle?asset=XAU-USD');
    const gold = { ...ticket().asset, id: 'XAU-USD', assetClass: 'commodity', status: 'closed' } as const;
    const closed = { ...gold, opensIn: '34:49:55', opensAt: '11/22, 23:00' } as CycleTicketFrame['asset'];
    await publish({ ...ticket({ blocked: 'marketClosed' }), ...(closed ? { asset: closed } : {}) });
    expect(screen.queryByRole('button', { name: /Up/ })).toBeNull();
    expect(text()).toContain('Closed · opens in 34:49:55');
  });
  it('has the focus again that words took away, unless it is elsewhere by then', async () => {
    show();
    await publish(ticket());
    const old = ticket({ blocked: 'unavailable' });
    screen.getByRole('button', { name: /Down/ }).focus();
    await publish(old);
    expect(document.activeElement).toBe(document.body);
    await publish(ticket());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Down/ }));
    await publish(old);
    screen.getByRole('button', { name: '30 s' }).focus();
    await publish(ticket());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '30 s' }));
  });
  it('asks somebody who is not logged in to do so, and remembers the way back', async () => {
    signOut();
    show('/cycle?asset=ETH-USDT');
    await tap(screen.getByRole('link', { name: 'Log in to trade' }));
    expect(sessionStorage.getItem('TIDEMARK_RETURN')).toBe('/cycle?asset=ETH-USDT');
  });
});

describe('the asset', () => {
  it('changes with its class to one that is open', async () => {
    show();
    await publish(ticket());
    await tap(screen.getByRole('tab', { name: 'Commodities' }));
    expect(where()).toBe('/cycle?asset=WTI-USD');
    expect(viewOf('cycleTicket')).toMatchObject({ asset: 'WTI-USD' });
  });
  it('that is unknown is told, with a way out', async () => {
    show('/cycle?asset=NO-SUCH');
    const { asset, ...unknown } = ticket({ isUnknown: true });
    expect(asset).toBeDefined();
    await publish(unknown);
    expect(text()).toContain('There are no cycle contracts on NO-SUCH.');
  });
});

describe('contracts', () => {
  it('count down, say what they would bring, and stand on the chart', async () => {
    const mark = {
      id: 7,
      direction: 'up',
      price: 61_838.4,
      priceText: '61,838.40',
      text: '12:00:31',
      startsAt: 0,
      windowFrom: 57_000,
      endsAt: 60_000,
      standing: 1,
    } as const;
    show();
    await publish(ticket());
    await publish(contracts({ open: [line()], marks: [mark] }));
    // A minute is looked at second by second; an hour in candles, with the entry on them.
    expect(viewOf('cycleSeconds')).toEqual({ kind: 'cycleSeconds', asset: 'BTC-USDT' });
    expect(screen.queryByTestId('entries')).toBeNull();
    const cycles = [{ id: '1h', isOpen: true }] as const;
    await publish(ticket({ cycles }));
    await tap(screen.getByRole('button', { name: '1 h' }));
    const card = document.querySelector('[data-contract="7"]') as HTMLElement;
    expect(within(card).getByRole('timer').textContent).toBe('0:23');
    expect(card.textContent).toContain('+8.50 if it ended now');
    expect(card.textContent).toContain('61,838.40');
    expect(screen.getByTestId('entries').textContent).toBe('12:00:31');
    expect(document.querySelector('[data-pill="7"]')?.textContent).toContain('0:23');
  });
  it('are sold back at what stands on the button, the first with its terms before', async () => {
    changeSettings({ hasConfirmedSale: false });
    let settle: (result: unknown) => void = () => undefined;
    fake.submit.mockReturnValue(new Promise((resolve) => (settle = resolve)));
    show();
    await publish(ticket());
    await publish(contracts({ open: [line()] }));
    const sell = () => document.querySelector<HTMLElement>('[data-sell="7"]') as HTMLElement;
    expect(sell().textContent).toBe('Sell back 11.02at least 9.91');
    await tap(sell());
    const sheet = screen.getByRole('dialog');
    for (const words of ['11.02', '9.91', '2.5% of its value', 'first index price after you sell'])
      expect(sheet.textContent).toContain(words);
    expect(fake.submit).not.toHaveBeenCalled();
    // What is confirmed is the newest.
    const moved = { price: '12.00', least: '10.80', kept: '2.5%', order: { id: 7, least: '10.8' } };
    await publish(contracts({ open: [line({ sale: moved })] }));
    await tap(within(sheet).getByRole('button', { name: 'Sell back' }));
    expect(fake.submit.mock.calls).toEqual([['cycle.sell', { id: 7, least: '10.8' }]]);
    expect(sell().textContent).toContain('Selling…');
    expect(sell().getAttribute('aria-busy')).toBe('true');
    await tap(sell());
    expect(fake.submit).toHaveBeenCalledTimes(1);
    const sold = { ...lost, outcome: 'sold', profit: '+2.01', profitDirection: 1, points: '--' } as const;
    await publish(contracts({ ended: [sold] }));
    await act(async () => settle({ state: 'settled', data: {} }));
    expect(document.querySelector('[data-contract="7"]')?.textContent).toContain('Sold back +2.01');
    expect(text()).toContain('first index price after the sale');
    expect(document.querySelector('[data-sell]')).toBeNull();
    // From then on one tap sells.
    await publish(contracts({ open: [line({ id: 8 })] }));
    await tap(document.querySelector('[data-sell="8"]') as HTMLElement);
    expect(fake.submit).toHaveBeenCalledTimes(2);
  });
  it('are not sold without a price, and why they were not is told', async () => {
    show();
    await publish(ticket());
    const none = { price: '--', least: '--', kept: '2.5%' };
    await publish(contracts({ open: [line({ sale: none })] }));
    const sell = () => document.querySelector<HTMLElement>('[data-sell="7"]') as HTMLElement;
    expect(sell().textContent).toBe('Sell back --at least --');
    expect(sell().getAttribute('aria-disabled')).toBe('true');
    await tap(sell());
    expect(fake.submit).not.toHaveBeenCalled();
    fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'saleBelowLeast', message: '' } });
    await publish(contracts({ open: [line()] }));
    await tap(sell());
    expect(toasts.list).toMatchObject([{ tone: 'bad', title: 'Not sold' }]);
    expect(toasts.list[0]?.text).toContain('less than your minimum');
    expect(sell().getAttribute('aria-disabled')).toBeNull();
  });
  it('end with a result that can be checked and put away', async () => {
    show();
    await publish(ticket());
    await publish(contracts({ ended: [lost] }));
    const card = document.querySelector('[data-contract="7"]') as HTMLElement;
    for (const words of ['Lost −10.00', '61,838.40', '61,800.00', '3/3', 'Check it yourself'])
      expect(card.textContent).toContain(words);
    await tap(screen.getByRole('button', { name: 'Dismiss result 7' }));
    expect(document.querySelector('[data-contract="7"]')).toBeNull();
    expect(document.querySelector('[data-pill="7"]')).toBeNull();
  });
  it.each([
    [{ outcome: 'tie' } as const, 'Entry and settlement price are equal'],
    [{ outcome: 'void', reason: 'noIndex' } as const, 'too few prices at the end'],
    [{ outcome: 'void', reason: 'noEntry' } as const, 'No index price came in time'],
  ])('that give the stake returned say why: %j', async (change, words) => {
    show();
    await publish(ticket());
    await publish(contracts({ ended: [{ ...lost, ...change, profit: '0.00', profitDirection: 0 }] }));
    expect(text()).toContain(words);
  });
  it('show no amounts while amounts are hidden', async () => {
    changeSettings({ hideAmounts: true });
    show();
    await publish(ticket());
    await publish(contracts({ open: [line()], ended: [lost] }));
    for (const secret of ['+8.50', '−10.00', '1,000.00']) expect(text()).not.toContain(secret);
    expect(text()).toContain('61,838.40');
  });
});

describe('the record', () => {
  it('has open and past contracts, with all that is told of one', async () => {
    show('/contractRecord/BTC-USDT');
    expect(viewOf('cycleOpen')).toMatchObject({ only: 'BTC-USDT' });
    await publish(contracts({ open: [line()] }));
    expect(text()).toContain('0:23');
    expect(text()).not.toContain('Close price');
    await tap(screen.getByRole('tab', { name: 'Past' }));
    expect(viewOf('cycleHistory')).toMatchObject({ asset: 'BTC-USDT' });
    await publish({ kind: 'cycleHistory', lines: [lost], more: false, loading: false });
    await tap(screen.getByRole('button', { name: /^Up/ }));
    for (const words of [
      'Up',
      'Lost',
      'Amount',
      'Buy price',
      'Close price',
      'Profit',
      'Fee',
      'Crypto',
      '60 s',
    ])
      expect(text()).toContain(words);
  });
  it('keeps its filter in the address', async () => {
    show('/contractRecord/all?show=past&kind=cycle');
    await narrowBy({ Result: 'Tie', 'Kind of asset': 'Commodities' });
    expect(where()).toBe('/contractRecord/all?outcome=tie&class=commodity&show=past&kind=cycle');
    expect(viewOf('cycleHistory')).toMatchObject({ outcome: 'tie', assetClass: 'commodity' });
    await tap(screen.getByRole('button', { name: 'Remove Commodities' }));
    expect(where()).toBe('/contractRecord/all?outcome=tie&show=past&kind=cycle');
    await clearFilters();
    expect(where()).toBe('/contractRecord/all?show=past&kind=cycle');
  });
});

describe('the proof', () => {
  const proof: CycleProof = {
    id: '7',
    ok: true,
    hashes: 'same',
    record: 'same',
    settledAt: '12:00:31',
    isWhole: true,
    checks: [
      { check: 'chain', ok: true },
      { check: 'window', ok: true },
    ],
    outcome: 'win',
    entry: '100',
    settlement: '101',
    points: '3/3',
    sale: null,
    ticks: '32',
    deciding: [{ seq: '5', time: '12:00:01', price: '100', hash: 'a'.repeat(64) }],
    json: '{"format":"tidemark-cycle-1"}',
  };
  const showProof = () => render(<ProofSheet id={7} onClose={() => undefined} />);

  it('is shown with what was checked, and checked again from what is here', async () => {
    fake.cycleProof.mockResolvedValue({ ok: true, data: proof });
    fake.checkReceipt.mockResolvedValue({ ok: true, data: proof });
    await act(async () => void showProof());
    expect(document.querySelector('[data-proof="good"]')).not.toBeNull();
    expect(text()).toContain('32 index prices in one unbroken chain');
    await tap(screen.getByText('Check again'));
    expect(fake.checkReceipt.mock.calls).toEqual([[proof.json]]);
    expect(fake.cycleProof).toHaveBeenCalledTimes(1);
  });
  it('that is wrong says so, and where', async () => {
    const bad = { ...proof, ok: false, checks: [{ check: 'chain', ok: false }] } as const;
    fake.cycleProof.mockResolvedValue({ ok: true, data: bad });
    await act(async () => void showProof());
    expect(document.querySelector('[data-proof="bad"]')).not.toBeNull();
    expect(document.querySelector('li[data-ok="false"]')?.textContent).toContain('Chain of hashes');
  });
  it('in a file that the device cannot read is none, and says so', async () => {
    fake.cycleProof.mockResolvedValue({ ok: true, data: proof });
    fake.checkReceipt.mockResolvedValue({ ok: false, error: { code: 'receiptInvalid', message: '' } });
    await act(async () => void showProof());
    const file = new File(['{}'], 'receipt.json');
    file.text = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    const field = document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
    await act(async () => void fireEvent.change(field, { target: { files: [file] } }));
    expect(fake.checkReceipt.mock.calls).toEqual([['']]);
    expect(screen.getByRole('alert').textContent).not.toBe('');
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  });
  it('that does not come can be asked for again', async () => {
    fake.cycleProof.mockResolvedValueOnce({ ok: false, error: { code: 'networkDown', message: '' } });
    fake.cycleProof.mockResolvedValueOnce({ ok: true, data: proof });
    await act(async () => void showProof());
    await tap(screen.getByText('The request failed, click to reload'));
    expect(document.querySelector('[data-proof="good"]')).not.toBeNull();
  });
});
