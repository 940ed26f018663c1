// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { Profiler } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { JournalToasts } from '../../src/app/JournalToasts.tsx';
import { startWords } from '../../src/i18n/index.ts';
import FuturesRecordScreen from '../../src/screens/perpetual/FuturesRecordScreen.tsx';
import { FuturesTags } from '../../src/screens/perpetual/FuturesTags.tsx';
import { FuturesTrade } from '../../src/screens/perpetual/FuturesTrade.tsx';
import { signIn, signOut } from '../../src/state/login.ts';
import { choices } from '../../src/state/recentMap.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { toasts } from '../../src/state/toasts.ts';
import type { ChartEngine } from '../../src/ui/chart/engine.ts';
import type { Frame } from '../../workers/api.ts';
import { account, ID, order, position, ticker, ticket } from '../support/futuresFrames.ts';
import { chart, fake, forgetWorker, publish, tap, text, type, viewOf, viewsOf } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
vi.mock('../../src/ui/market/MarketChart.tsx', async () => (await import('../support/page.tsx')).fakeChart);

const show = (onRender: () => void = () => undefined) =>
  render(
    <MemoryRouter>
      <Profiler id="perpetual" onRender={onRender}>
        <FuturesTrade id={ID} kind="perpetual" onMissing={undefined} />
      </Profiler>
      <JournalToasts />
    </MemoryRouter>,
  );
const sheet = () => within(screen.getByRole('dialog'));
const field = (name: string) => sheet().getByLabelText<HTMLInputElement>(name);
const openOrders = () => tap(screen.getByRole('tab', { name: /Orders/ }));
const submitted = () => fake.submit.mock.calls;

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('TIDEMARK_CHART_FOLD', 'open');
  signIn('token-of-ada');
  changeSettings({ hideAmounts: false, confirmOrders: true });
  toasts.list = [];
  fake.submit.mockResolvedValue({ state: 'settled', data: {} });
});
afterEach(() => {
  cleanup();
  forgetWorker();
});

describe('the ticket', () => {
  it('is not drawn again by a frame that says the same', async () => {
    let renders = 0;
    show(() => void (renders += 1));
    await publish(ticket());
    // The chart comes by itself, when its part of the page is there.
    await screen.findByTestId('entries');
    // React may draw once more for the first value that is the same; a chart that is there at once leaves that to it.
    await publish(ticket());
    const before = renders;
    for (let frame = 0; frame < 20; frame++) await publish(ticket());
    expect(renders).toBe(before);
    await publish(ticket({ cost: '155.00' }));
    expect(text()).toContain('155.00');
  });
  it('asks with its numbers, and sends what was shown', async () => {
    show();
    await publish(ticker);
    await type(screen.getByLabelText('Price (USDT)'), '61840');
    await type(screen.getByLabelText('Quantity'), '0.05');
    await publish(ticket());
    await tap(screen.getByRole('button', { name: 'Open long BTC' }));
    expect(sheet().getByText('154.60 USDT')).toBeTruthy();
    expect(sheet().getByText('52,104.2')).toBeTruthy();
    fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'marginNeeded', message: '' } });
    await tap(sheet().getByRole('button', { name: 'Open long BTC' }));
    expect(submitted()).toEqual([
      [
        'perpetual.place',
        expect.objectContaining({ market: ID, side: 'long', price: '61840', quantity: '0.05' }),
      ],
    ]);
    expect(text()).toContain('Order refused');
  });
});

describe('an open order', () => {
  it('has the way to those of the past beside it', async () => {
    show();
    await publish(ticker);
    await publish(account());
    await tap(screen.getByRole('tab', { name: 'History' }));
    const record = () => screen.getByRole('link', { name: 'Contract records' }).getAttribute('href');
    expect(record()).toBe(`/contractRecord/${ID}`);
    expect(viewOf('futuresHistory')).toMatchObject({ tab: 'positions', market: ID });
    await tap(screen.getByRole('button', { name: 'All markets' }));
    expect(record()).toBe('/contractRecord/all');
  });
  it('is found in the list that it was left in', async () => {
    show();
    await publish(ticker);
    await publish(account());
    await openOrders();
    await tap(screen.getByRole('button', { name: /^All markets/ }));
    cleanup();
    show();
    await publish(ticker);
    await publish(account());
    expect(screen.getByRole('tab', { selected: true }).textContent).toMatch(/^Orders/);
    expect(screen.queryByRole('button', { name: /^All markets/ })).toBeNull();
    cleanup();
    signOut();
    await vi.waitFor(() => expect(choices.get('perpetual scope')).toBeUndefined(), 10_000);
    signIn('token-of-bob');
    show();
    expect(screen.getByRole('button', { name: /^All markets/ })).not.toBeNull();
  });
  it('is edited in a sheet: only what differs is sent', async () => {
    show();
    await publish(account());
    await openOrders();
    await tap(screen.getByRole('button', { name: 'Edit' }));
    expect(sheet().queryByLabelText('Trigger price')).toBeNull();
    expect(field('Price').value).toBe('61200');
    await type(field('Price'), '61100,5');
    await tap(sheet().getByRole('button', { name: 'Save changes' }));
    expect(submitted()).toEqual([['perpetual.amend', { id: 7, price: '61100.5' }]]);
    expect(text()).toContain('Order changed');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('that waits has its trigger to change, and no price when it is one at market', async () => {
    const waits = order({
      status: 'waiting',
      type: 'market',
      triggerSource: 'mark',
      trigger: '63,000.0',
      raw: { price: '', trigger: '63000', quantity: '0.05' },
    });
    show();
    await publish(account({ orders: [waits] }));
    await openOrders();
    await tap(screen.getByRole('button', { name: 'Edit' }));
    expect(sheet().queryByLabelText('Price')).toBeNull();
    await type(field('Trigger price'), '63500');
    await tap(sheet().getByRole('button', { name: 'Save changes' }));
    expect(submitted()).toEqual([['perpetual.amend', { id: 7, triggerPrice: '63500' }]]);
  });
  it('that is refused says so at the field, and the sheet stays', async () => {
    fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'orderBand', message: '' } });
    show();
    await publish(account());
    await openOrders();
    await tap(screen.getByRole('button', { name: 'Edit' }));
    await type(field('Price'), '1');
    await tap(sheet().getByRole('button', { name: 'Save changes' }));
    expect(field('Price').getAttribute('aria-invalid')).toBe('true');
    expect(toasts.list).toEqual([]);
  });
  it('whose line was dragged is asked about, with the price where it was let go', async () => {
    fake.onTick.mockResolvedValue({ ok: true, data: '61050.5' });
    show();
    await vi.waitFor(() => expect(chart.onMove).toBeDefined(), 10_000);
    chart.onMove?.(7, 61_050.47);
    await vi.waitFor(() => expect(viewOf('futures')).toEqual({ kind: 'futures', market: ID }), 10_000);
    await publish(account());
    expect(field('Price').value).toBe('61050.5');
    expect(submitted()).toEqual([]);
    await tap(sheet().getByRole('button', { name: 'Save changes' }));
    expect(submitted()).toEqual([['perpetual.amend', { id: 7, price: '61050.5' }]]);
  });
  it('is asked about when its line is dragged after that of an order that had just ended', async () => {
    fake.onTick.mockResolvedValue({ ok: true, data: '61050.5' });
    show();
    await vi.waitFor(() => expect(chart.onMove).toBeDefined(), 10_000);
    const others = viewsOf('futures').length;
    chart.onMove?.(99, 61_000);
    await vi.waitFor(() => expect(viewsOf('futures')).toHaveLength(others + 1), 10_000);
    const ended = viewsOf('futures').at(-1);
    await publish(account({ isKnown: false, orders: [] }));
    expect(toasts.list).toEqual([]);
    await publish(account());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toasts.list).toMatchObject([{ text: 'This order is no longer open.' }]);
    expect(ended?.isOpen).toBe(false);
    chart.onMove?.(7, 61_050.47);
    // A view that is opened is published at once; one that is open already when it changes.
    await vi.waitFor(() => expect(viewsOf('futures')).toHaveLength(others + 1), 10_000);
    await publish(account());
    expect(field('Price').value).toBe('61050.5');
  });
  it('that is a take-profit is moved by its own call, after the same question', async () => {
    fake.onTick.mockResolvedValue({ ok: true, data: '64000' });
    show();
    await vi.waitFor(() => expect(chart.onMove).toBeDefined(), 10_000);
    chart.onMove?.(11, 64_000);
    await vi.waitFor(() => expect(viewOf('futures')).toEqual({ kind: 'futures', market: ID }), 10_000);
    await publish(account());
    expect(sheet().getByText('63,000.0')).toBeTruthy();
    await tap(sheet().getByRole('button', { name: 'Move' }));
    expect(submitted()).toEqual([
      ['perpetual.amendGuard', { id: 11, guard: { by: 'price', value: '64000', source: 'mark' } }],
    ]);
  });
  it('is taken back with all others, guards aside', async () => {
    show();
    await publish(account({ orders: [order(), order({ id: 8 }), order({ id: 9, isGuard: true })] }));
    await openOrders();
    await tap(screen.getByRole('button', { name: 'Cancel all' }));
    expect(sheet().getByText(/\b2\b/)).toBeTruthy();
    await tap(sheet().getByRole('button', { name: 'Cancel all' }));
    expect(submitted()).toEqual([['perpetual.cancelAll', { market: ID }]]);
  });
});

describe('a position', () => {
  const closed = { state: 'settled', data: { order: { filled: '0' }, closed: [] } } as const;

  it('is closed at once, alone or with all others, by who wants no questions before orders', async () => {
    changeSettings({ confirmOrders: false });
    fake.submit.mockResolvedValue(closed);
    show();
    await publish(account({ positions: [position, { ...position, id: 4 }], positionCount: 2 }));
    const [fast] = screen.getAllByRole('button', { name: 'Fast close' });
    if (fast) await tap(fast);
    await tap(screen.getByRole('button', { name: 'Close all' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(submitted()).toEqual([
      ['perpetual.close', { market: ID }],
      ['perpetual.closeAll', {}],
    ]);
  });
  it('is asked about first by who wants to be asked', async () => {
    fake.submit.mockResolvedValue(closed);
    show();
    await publish(account({ positions: [position, { ...position, id: 4 }], positionCount: 2 }));
    await tap(screen.getByRole('button', { name: 'Close all' }));
    expect(submitted()).toEqual([]);
    await tap(sheet().getByRole('button', { name: 'Close all' }));
    expect(submitted()).toEqual([['perpetual.closeAll', {}]]);
  });
});

describe('the records', () => {
  const showRecords = (query = '') =>
    render(
      <MemoryRouter initialEntries={[`/contractRecord/all${query}`]}>
        <FuturesRecordScreen />
      </MemoryRouter>,
    );
  const none = { kind: 'futuresHistory', lines: [], more: false, loading: false } as const;

  it('begin with what is open, marked and live, and do not call that nothing', async () => {
    showRecords();
    await publish(account());
    await publish(none);
    const [row] = screen.getAllByRole('listitem');
    expect(row?.textContent).toContain('Open');
    for (const figure of ['61,000.0', '+33.69', '+27.61%']) expect(row?.textContent).toContain(figure);
    // What can be done with it, and all its other figures, are a tap away.
    expect(row?.querySelector('a')?.getAttribute('href')).toContain(`market=${ID}#lower`);
    expect(text()).not.toContain('Nothing here yet');
    await publish(account({ positions: [{ ...position, profit: '+34.00' }] }));
    expect(row?.textContent).toContain('+34.00');
    await publish(account({ positions: [] }));
    expect(text()).toContain('Nothing here yet');
  });
  it('are saved as files of which no two have one name', async () => {
    vi.useFakeTimers({ now: new Date(2026, 2, 9, 12), toFake: ['Date'] });
    const files: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:made');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download);
    });
    fake.exportFutures.mockResolvedValue({ ok: true, data: 'id' });
    showRecords('?tab=orders&from=2026-03-01');
    await tap(screen.getByRole('button', { name: 'Save as CSV' }));
    vi.setSystemTime(new Date(2026, 2, 9, 12, 0, 1));
    await tap(screen.getByRole('button', { name: 'Save as CSV' }));
    expect(files).toEqual([
      'tidemark-perpetual-orders-all-from-2026-03-01-2026-03-09-120000.csv',
      'tidemark-perpetual-orders-all-from-2026-03-01-2026-03-09-120001.csv',
    ]);
    vi.useRealTimers();
  });
  it('of a period that has ended have nothing that is open', async () => {
    showRecords('?to=2026-01-31');
    await publish(account());
    await publish(none);
    expect(text()).toContain('Nothing here yet');
  });
});

describe('a position at its line on the chart', () => {
  const showLine = async (): Promise<void> => {
    const [attachPrimitive, detachPrimitive, priceToCoordinate] = [vi.fn(), vi.fn(), () => 50];
    const main = { attachPrimitive, detachPrimitive, priceToCoordinate };
    const engine = {
      parts: { main, chart: { panes: () => [{ getHeight: () => 100 }] }, element: document.body },
    };
    render(
      <MemoryRouter>
        <FuturesTags engine={engine as unknown as ChartEngine} market={ID} name="BTC/USDT" />
      </MemoryRouter>,
    );
    const marks = { kind: 'marks', orders: [], fills: [], levels: [{ level: 'entry', price: 61_000 }] };
    await act(async () =>
      viewsOf('futuresMarks')
        .at(-1)
        ?.onFrame(marks as unknown as Frame),
    );
  };
  it('is closed under the name that users know it by', async () => {
    changeSettings({ confirmOrders: false });
    const placed = { id: 9, side: 'sell', status: 'filled', filled: '0.04', quantity: '0.04' };
    fake.submit.mockResolvedValue({ state: 'settled', data: { order: placed } });
    await showLine();
    await tap(screen.getByRole('button', { name: 'Close' }));
    expect(submitted()).toEqual([['perpetual.close', { market: ID }]]);
    expect(toasts.list.map(({ text: words }) => words)).toEqual(['Sell 0.04 · BTC/USDT']);
  });
  it.each([
    ['Close', 'Net if closed now'],
    ['Reverse', 'Short'],
  ])('shows its size before a tap on %s acts', async (name, word) => {
    await showLine();
    await tap(screen.getByRole('button', { name }));
    await publish(account());
    expect(sheet().getByText(new RegExp(`${account().positions[0]?.quantity} BTC`))).toBeDefined();
    expect(text()).toContain(word);
    expect(submitted()).toEqual([]);
  });
});
