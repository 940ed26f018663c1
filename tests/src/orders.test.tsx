// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Result } from '../../domain/index.ts';
import { orderSides, orderStatuses, orderTypes, timesInForce } from '../../domain/index.ts';
import { startWords } from '../../src/i18n/index.ts';
import {
  useRoleNames,
  useSideNames,
  useStatusNames,
  useTimeInForceNames,
  useTypeNames,
} from '../../src/i18n/orders.ts';
import OrderDetailScreen from '../../src/screens/orders/OrderDetailScreen.tsx';
import OrderRecordScreen from '../../src/screens/orders/OrderRecordScreen.tsx';
import { takeReturn } from '../../src/state/drafts.ts';
import { login, signIn, signOut } from '../../src/state/login.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { orderFilterFrom, orderIdFrom } from '../../src/ui/records/orderFilter.ts';
import { storedBracket } from '../../src/ui/ticket/bracket.ts';
import { storedTicket } from '../../src/ui/ticket/ticket.ts';
import type {
  FillLine,
  JournalFrame,
  OrderDetail,
  OrderHistoryFrame,
  OrderLine,
  OrdersFrame,
} from '../../workers/api.ts';
import {
  clearFilters,
  fake,
  forgetWorker,
  narrowBy,
  Place,
  place,
  publish,
  tap,
  text,
  viewsOf,
} from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const show = (path: string) =>
  act(async () =>
    render(
      <MemoryRouter initialEntries={[path]}>
        <Place />
        <Routes>
          <Route path="/allRecord/:coinType" element={<OrderRecordScreen />} />
          <Route path="/tradDetail/:id" element={<OrderDetailScreen />} />
          <Route path="*" element={null} />
        </Routes>
      </MemoryRouter>,
    ),
  );
const line = (change: Partial<OrderLine> = {}): OrderLine => ({
  id: 41,
  market: 'BTC-USDT',
  name: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  tif: 'GTC',
  expiresTime: '',
  postOnly: false,
  status: 'partial',
  price: '64,000.50',
  stopPrice: '—',
  quantity: '1.5000',
  filled: '0.6000',
  untraded: '0.9000',
  total: '96,000.75',
  average: '63,990.10',
  fee: '0.00048',
  feeAsset: 'BTC',
  percent: 40,
  time: '9 Mar, 12:00',
  day: '9 Mar',
  clock: '12:00',
  filledTime: '9 Mar, 12:02',
  triggeredTime: '',
  isPaired: false,
  reason: '',
  distance: '−1.20',
  raw: { price: '64000.5', stopPrice: '', quantity: '1.5', total: '' },
  ...change,
});
const history = (count: number, change: Partial<OrderHistoryFrame> = {}): OrderHistoryFrame => ({
  kind: 'orderHistory',
  lines: Array.from({ length: count }, (_, index) => line({ id: 1_000 - index })),
  more: false,
  loading: false,
  ...change,
});
const fill: FillLine = {
  id: 7,
  price: '63,990.10',
  quantity: '0.6000',
  total: '38,394.06',
  fee: '0.00048',
  feeAsset: 'BTC',
  role: 'maker',
  time: '9 Mar, 12:01',
};
const detail = (
  change: Partial<OrderLine> = {},
  fills: readonly FillLine[] = [fill],
): Result<OrderDetail> => ({
  ok: true,
  data: { order: line(change), fills },
});
const failure = (code: 'timedOut' | 'notFound' | 'orderClosed' | 401) =>
  ({ ok: false, error: { code, message: '' } }) as const;
const open = (...lines: OrderLine[]): OrdersFrame => ({ kind: 'orders', isKnown: true, lines });
const journal = (...entries: JournalFrame['entries']): JournalFrame => ({
  kind: 'journal',
  entries,
  isLasting: true,
});

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  signIn('token-of-ada');
  changeSettings({ hideAmounts: false });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetWorker();
});

it.each(['/allRecord/all?side=buy', '/tradDetail/41'])(
  'whoever is not logged in is told what that gives, and comes back to %s',
  async (path) => {
    signOut();
    await show(path);
    expect(text()).toContain('Your orders in one place');
    expect(screen.queryByRole('button', { name: 'Save as CSV' })).toBeNull();
    expect(fake.opened).toEqual([]);
    expect(fake.orderDetail).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('link', { name: 'Log in' }));
    expect(takeReturn()).toBe(path);
  },
);

const named: string[] = [];
/** Collects the names of everything that an order can be. */
function Names() {
  const sides = useSideNames();
  const types = useTypeNames();
  const statuses = useStatusNames();
  const times = useTimeInForceNames();
  const roles = useRoleNames();
  named.push(...orderSides.map((id) => sides[id]), ...orderTypes.map((id) => types[id]));
  named.push(...orderStatuses.map((id) => statuses[id]), ...timesInForce.map((id) => times[id]));
  named.push(roles.maker, roles.taker);
  return null;
}
it('everything that an order can be has a name of its own', () => {
  render(<Names />);
  expect(new Set(named).size).toBe(18);
});

describe('the address', () => {
  it.each(['side=both', 'status=lost', 'from=2026-13-77', 'to=yesterday', 'x=1'])(
    'says nothing by what makes no sense: %s',
    (query) => {
      expect(orderFilterFrom('all', new URLSearchParams(query))).toEqual({});
    },
  );
  it.each([
    ['BTC-USDT', { market: 'BTC-USDT' }],
    ['BTC-USDT-PERP', { market: 'BTC-USDT-PERP' }],
    ['all', {}],
    ['<b>', {}],
  ])('names the market %s', (coinType, filter) => {
    expect(orderFilterFrom(coinType, new URLSearchParams())).toEqual(filter);
  });
  it.each([
    ['41', 41],
    ['0', undefined],
    ['-1', undefined],
    ['4e1', undefined],
    ['1'.repeat(20), undefined],
    ['', undefined],
  ])('names the order %s', (id, order) => {
    expect(orderIdFrom(id)).toBe(order);
  });
});

describe('the records', () => {
  let seen: ((isIntersecting: boolean) => void)[];
  beforeEach(() => {
    seen = [];
    class Observer {
      readonly #notify: (entries: { isIntersecting: boolean }[]) => void;
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        this.#notify = notify;
      }
      observe() {
        seen.push((isIntersecting) => this.#notify([{ isIntersecting }]));
      }
      disconnect() {
        seen.length = 0;
      }
    }
    vi.stubGlobal('IntersectionObserver', Observer);
  });
  const requested = () => viewsOf('orderHistory').at(-1)?.view;
  const reachEnd = () => act(async () => seen.at(-1)?.(true));

  it('tell of a line what it was and how far it came, and lead to the order', async () => {
    await show('/allRecord/all');
    expect(requested()).toEqual({ kind: 'orderHistory', want: 50 });
    await publish(history(0, { lines: [line()] }));
    const item = screen.getByRole('listitem');
    for (const part of ['BTC/USDT', 'Buy', 'Limit', 'Partly filled', '0.6000 / 1.5000', '63,990.10', '12:00'])
      expect(item.textContent).toContain(part);
    expect(within(item).getByRole('heading', { level: 2 }).textContent).toBe('9 Mar');
    expect(within(item).getByRole('link').getAttribute('href')).toBe('/tradDetail/41');
    await act(async () => changeSettings({ hideAmounts: true }));
    expect(item.innerHTML).not.toMatch(/1\.5000|0\.6000/);
    expect(item.textContent).toContain('63,990.10');
  });
  it('follow an order that moves on', async () => {
    await show('/allRecord/all');
    await publish(history(0, { lines: [line()] }));
    await publish(history(0, { lines: [line({ status: 'filled', filled: '1.5000' })] }));
    const item = screen.getByRole('listitem');
    expect(item.textContent).toContain('1.5000 / 1.5000');
    expect(item.textContent).not.toContain('Partly');
  });
  it('go on as the end comes near, up to their end', async () => {
    await show('/allRecord/BTC-USDT');
    expect(requested()).toEqual({ kind: 'orderHistory', market: 'BTC-USDT', want: 50 });
    await publish(history(50, { more: true }));
    await reachEnd();
    expect(requested()).toMatchObject({ want: 100 });
    await publish(history(50, { more: true, loading: true }));
    expect(seen).toEqual([]);
    await publish(history(80));
    expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('80');
    expect(text()).toContain('No more records');
    expect(viewsOf('orderHistory')).toHaveLength(1);
  });
  it('say that no answer has come, and can be asked for again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await show('/allRecord/all');
    const before = fake.opened.length;
    expect(text()).not.toContain('No answer');
    await act(async () => void vi.advanceTimersByTime(3_000));
    expect(text()).toContain('No answer from the exchange yet.');
    await tap(screen.getByRole('button', { name: 'Try again' }));
    expect(fake.opened.length).toBe(before + 1);
    expect(viewsOf('orderHistory')).toHaveLength(1);
    await publish(history(2));
    expect(text()).not.toContain('No answer');
    vi.useRealTimers();
  });
  it('are empty in words, and fail alone', async () => {
    await show('/allRecord/all');
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
    await publish(history(0));
    expect(text()).toContain('No orders');
    await publish(history(0, { failed: { code: 'timedOut', message: '' } }));
    await tap(screen.getByRole('button', { name: /click to reload/ }));
    await publish(history(3));
    const before = requested();
    await publish(history(3, { more: true, failed: { code: 'timedOut', message: '' } }));
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    await tap(screen.getByRole('button', { name: /click to reload/ }));
    expect(requested()).toEqual(before);
    expect(requested()).not.toBe(before);
  });
  it('are not told to a login that has ended', async () => {
    await show('/allRecord/all');
    await publish(history(0, { failed: { code: 401, message: '' } }));
    expect(login).toMatchObject({ token: null, hasEnded: true });
  });
  it('are narrowed down by filters that stand in the address', async () => {
    vi.useFakeTimers({ now: new Date(2026, 2, 12), toFake: ['Date'] });
    await show('/allRecord/BTC-USDT');
    await narrowBy({ Side: 'Sell', Status: 'Canceled' }, [
      'Monday, March 9, 2026',
      'Tuesday, March 10, 2026',
    ]);
    const narrow = {
      kind: 'orderHistory',
      want: 50,
      side: 'sell',
      status: 'cancelled',
      from: new Date(2026, 2, 9).getTime(),
      to: new Date(2026, 2, 11).getTime() - 1,
    };
    expect(requested()).toEqual({ ...narrow, market: 'BTC-USDT' });
    const query = '?from=2026-03-09&to=2026-03-10&side=sell&status=cancelled';
    expect(place.path).toBe(`/allRecord/BTC-USDT${query}`);
    await tap(screen.getByRole('button', { name: 'Remove Only BTC-USDT' }));
    expect(place.path).toBe(`/allRecord/all${query}`);
    expect(requested()).toEqual(narrow);
    await clearFilters();
    expect(requested()).toEqual({ kind: 'orderHistory', want: 50 });
    vi.useRealTimers();
  });
  it('are saved as a file of what the filter shows, or say why not', async () => {
    vi.useFakeTimers({ now: new Date(2026, 2, 9, 12), toFake: ['Date', 'setTimeout'] });
    const files: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:made');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download);
    });
    await show('/allRecord/BTC-USDT?side=buy');
    fake.exportOrders.mockResolvedValueOnce({ ok: true, data: 'id\n41' });
    await tap(screen.getByRole('button', { name: 'Save as CSV' }));
    expect(fake.exportOrders.mock.calls).toEqual([[{ market: 'BTC-USDT', side: 'buy' }]]);
    expect(files).toEqual(['tidemark-spot-orders-BTC-USDT-2026-03-09-120000.csv']);
    fake.exportOrders.mockResolvedValueOnce(failure('timedOut'));
    await tap(screen.getByRole('button', { name: 'Save as CSV' }));
    expect(text()).toContain('The answer took too long.');
    expect(files).toHaveLength(1);
  });
});

describe('an order', () => {
  const path = '/tradDetail/41';
  it('tells its figures, its fills and their fees', async () => {
    fake.orderDetail.mockResolvedValue(detail({ type: 'stopLimit', stopPrice: '63,500.00', postOnly: true }));
    await show(path);
    expect(fake.orderDetail.mock.calls).toEqual([[41]]);
    for (const part of [
      'BTC/USDT',
      'Stop limit',
      'Trigger price63,500.00',
      '96,000.75',
      'Good till canceled (GTC)',
    ])
      expect(text()).toContain(part);
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('40');
    expect(text()).toContain('Maker only');
    const item = screen.getByRole('listitem');
    for (const part of ['Maker', '63,990.10', '0.6000', '38,394.06', '0.00048 BTC', '12:01'])
      expect(item.textContent).toContain(part);
  });
  it('without fills says so', async () => {
    fake.orderDetail.mockResolvedValue(detail({ status: 'open' }, []));
    await show(path);
    expect(text()).toContain('Nothing has traded yet.');
    expect(screen.queryByText('Trigger price')).toBeNull();
  });
  it('that is nobody’s, or no order at all, is not found in words', async () => {
    fake.orderDetail.mockResolvedValue(failure('notFound'));
    await show(path);
    expect(text()).toContain('There is no order “41” of yours.');
    cleanup();
    fake.orderDetail.mockClear();
    await show('/tradDetail/x');
    expect(text()).toContain('There is no order “x” of yours.');
    expect(screen.getByRole('link', { name: 'To the order records' }).getAttribute('href')).toBe(
      '/allRecord/all',
    );
    expect(fake.orderDetail).not.toHaveBeenCalled();
  });
  it('can be asked for again, and stays while that fails', async () => {
    fake.orderDetail.mockResolvedValueOnce(failure('timedOut'));
    await show(path);
    fake.orderDetail.mockResolvedValueOnce(detail());
    await tap(screen.getByRole('button', { name: /click to reload/ }));
    expect(text()).toContain('64,000.50');
    fake.orderDetail.mockResolvedValueOnce(failure('timedOut'));
    await tap(screen.getByRole('button', { name: 'Reload' }));
    expect(text()).toContain('64,000.50');
    expect(text()).toContain('click to reload');
    fake.orderDetail.mockResolvedValueOnce(failure(401));
    await tap(screen.getByRole('button', { name: 'Reload' }));
    expect(login).toMatchObject({ token: null, hasEnded: true });
  });
  it('that is live is asked for again each time it moves on', async () => {
    fake.orderDetail.mockResolvedValue(detail());
    await show(path);
    expect(viewsOf('orders').map(({ view }) => view)).toEqual([{ kind: 'orders', market: 'BTC-USDT' }]);
    await publish({ ...open(), isKnown: false });
    await publish(open(line()));
    await publish(open(line({ distance: '−1.30' })));
    expect(fake.orderDetail).toHaveBeenCalledTimes(1);
    await publish(open(line({ filled: '0.7000' })));
    expect(fake.orderDetail).toHaveBeenCalledTimes(2);
    fake.orderDetail.mockResolvedValue(detail({ status: 'filled' }));
    await publish(open());
    expect(fake.orderDetail).toHaveBeenCalledTimes(3);
    expect(viewsOf('orders')).toEqual([]);
  });

  it('of a pair says why it ended, when its stop was reached, and leads to the other one', async () => {
    const ended = { status: 'expired', partner: 8, reason: 'ocoTriggered' } as const;
    fake.orderDetail.mockResolvedValue(detail({ ...ended, triggeredTime: '11/18 12:00:05' }));
    await show(path);
    expect(screen.getByText('The stop order of its OCO pair was triggered.')).toBeTruthy();
    expect(screen.getByText('11/18 12:00:05')).toBeTruthy();
    expect(screen.getByRole('link', { name: '8' }).getAttribute('href')).toBe('/tradDetail/8');
  });

  describe('is repeated', () => {
    const repeat = () => screen.getByRole('link', { name: 'Repeat order' });
    const limit = {
      side: 'buy',
      type: 'limit',
      tif: 'GTC',
      expiry: 'hour',
      postOnly: false,
      price: '64000.5',
      priceBy: 'user',
      stopPrice: '',
      stopLimitPrice: '',
    };
    const none = { price: '', stopPrice: '', quantity: '', total: '' };
    it.each([
      [line(), { ...limit, amount: '1.5', unit: 'base' }],
      [
        line({ side: 'sell', postOnly: true }),
        { ...limit, side: 'sell', postOnly: true, amount: '1.5', unit: 'base' },
      ],
      [
        line({ type: 'stopLimit', tif: 'IOC', raw: { ...line().raw, stopPrice: '65000' } }),
        { ...limit, type: 'stopLimit', tif: 'IOC', stopPrice: '65000', amount: '1.5', unit: 'base' },
      ],
      [
        line({ type: 'market', raw: { ...none, total: '250' } }),
        { ...limit, type: 'market', price: '', priceBy: 'nobody', amount: '250', unit: 'quote' },
      ],
    ])('by a ticket with its exact values', async (order, ticket) => {
      fake.orderDetail.mockResolvedValue(detail(order));
      await show(path);
      await tap(repeat());
      expect(place.path).toBe('/trade?market=BTC-USDT');
      expect(storedTicket('BTC-USDT')).toEqual({ ...storedBracket({}), ...ticket, percent: '' });
    });
    it('without its quantity in the page while amounts are hidden', async () => {
      changeSettings({ hideAmounts: true });
      fake.orderDetail.mockResolvedValue(detail());
      await show(path);
      expect(document.body.innerHTML).not.toMatch(/1\.5|0\.6000|38,394|96,000|0\.00048/);
      await tap(repeat());
      expect(place.path).not.toContain('1.5');
      expect(storedTicket('BTC-USDT').amount).toBe('1.5');
    });
  });

  describe('is revoked', () => {
    const button = () => screen.getByRole('button', { name: 'Cancel order' });
    const revoke = async () => {
      await tap(button());
      const sheet = screen.getByRole('dialog');
      for (const part of ['Cancel this order?', 'BTC/USDT', '0.9000'])
        expect(sheet.textContent).toContain(part);
      await tap(within(sheet).getByRole('button', { name: 'Cancel order' }));
    };
    beforeEach(() => void fake.orderDetail.mockResolvedValue(detail()));

    it('only while it is live', async () => {
      fake.orderDetail.mockResolvedValue(detail({ status: 'filled' }));
      await show(path);
      expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
    });
    it('only when the user agrees', async () => {
      await show(path);
      await tap(button());
      await tap(screen.getByRole('button', { name: 'Keep order' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(fake.submit).not.toHaveBeenCalled();
    });
    it('and is shown as it is then', async () => {
      fake.submit.mockImplementation(async () => {
        fake.orderDetail.mockResolvedValue(detail({ status: 'cancelled' }));
        return { state: 'settled', data: {} };
      });
      await show(path);
      await revoke();
      expect(fake.submit.mock.calls).toEqual([['spot.cancel', { id: 41 }]]);
      expect(text()).toContain('Canceled. What it held is free again.');
      expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
    });
    it('or refused in words, and asked for again', async () => {
      fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'tooManyRequests', message: '' } });
      await show(path);
      await revoke();
      expect(text()).toContain('Too many requests.');
      expect(fake.orderDetail).toHaveBeenCalledTimes(2);
      expect(button().getAttribute('aria-disabled')).toBe('false');
    });
    it('and when the answer is lost, that is said, never that it failed', async () => {
      fake.submit.mockResolvedValue({ state: 'unknown', key: 'k1' });
      await show(path);
      await revoke();
      expect(screen.getByText(/We are asking the exchange/).textContent).not.toMatch(/fail|refus|error/i);
      expect(button().getAttribute('aria-disabled')).toBe('true');
      await tap(button());
      expect(screen.queryByRole('dialog')).toBeNull();
      await publish(journal({ key: 'k2', call: 'spot.cancel', state: 'settled' }));
      expect(text()).toContain('We are asking the exchange');
      fake.orderDetail.mockResolvedValue(detail({ status: 'cancelled' }));
      await publish(journal({ key: 'k1', call: 'spot.cancel', state: 'settled' }));
      expect(text()).toContain('Canceled. What it held is free again.');
    });
    it('and one whose trace was lost can be tried again', async () => {
      fake.submit.mockResolvedValue({ state: 'unknown', key: '' });
      await show(path);
      await revoke();
      await publish(journal({ key: 'k9', call: 'spot.cancel', state: 'settled' }));
      expect(text()).toContain('We are asking the exchange');
      expect(button().getAttribute('aria-disabled')).toBe('false');
    });
  });
});
