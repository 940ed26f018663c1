// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AwayCard } from '../../src/app/AwayCard.tsx';
import { JournalToasts } from '../../src/app/JournalToasts.tsx';
import { News } from '../../src/app/News.tsx';
import { startWords } from '../../src/i18n/index.ts';
import NewsScreen from '../../src/screens/account/NewsScreen.tsx';
import { signIn, signOut } from '../../src/state/login.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { toasts } from '../../src/state/toasts.ts';
import type { NotificationLine, NotificationText } from '../../workers/api.ts';
import { fake, forgetWorker, Place, place, publish, text, viewOf } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const shown = vi.fn();
const vibrate = vi.fn();
const listeners = new Set<(event: { data: unknown }) => void>();
const services = {
  getRegistration: async () => ({ active: {}, showNotification: shown }),
  addEventListener: (_: string, listen: (event: { data: unknown }) => void) => listeners.add(listen),
  removeEventListener: (_: string, listen: (event: { data: unknown }) => void) => listeners.delete(listen),
};
let visibility = 'visible';
let count = 0;
/** News are shown once a page: each test has its own. */
const line = (about: NotificationText): NotificationLine => ({ id: (count += 1), time: '12:00', about });
const loss = { text: '−41.25 USDT', direction: -1 } as const;
const liquidation = () =>
  line({
    kind: 'liquidation',
    name: 'BTC/USDT Perp',
    side: 'long',
    quantity: '0.04',
    average: '58,104.2',
    net: loss,
    left: '0.00',
    wallet: '958.75 USDT',
  });
const alert = () =>
  line({
    kind: 'alert',
    market: 'BTC-USDT',
    name: 'BTC/USDT',
    direction: 'above',
    price: '70,000.00',
    reached: '70,001.20',
  });
const cycle = () =>
  line({ kind: 'cycle', name: 'BTC/USDT', direction: 'up', cycle: '30s', outcome: 'lose', net: loss });
const show = (at = '/home') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <AwayCard />
      <News />
      <JournalToasts />
      <Place />
    </MemoryRouter>,
  );
const news = (...lines: NotificationLine[]) =>
  publish({ kind: 'news', unread: lines.length, readTo: 0, lines });
const marked = () => fake.call.mock.calls.filter(([name]) => name === 'notification.mark');
const titles = () => toasts.list.map(({ title }) => title);

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  Object.defineProperty(navigator, 'serviceWorker', { value: services, configurable: true });
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
  visibility = 'visible';
  shown.mockReset().mockResolvedValue(undefined);
  vibrate.mockReset();
  toasts.list = [];
  changeSettings({ notify: false, noticeWords: false, vibration: false, sound: false });
  fake.call.mockResolvedValue({ ok: true, data: {} });
  signIn('token-of-ada');
});
afterEach(() => {
  cleanup();
  forgetWorker();
  vi.unstubAllGlobals();
});

describe('what happens without a tap', () => {
  it('is shown once, whatever screen is open, and never again as missed', async () => {
    show();
    const first = liquidation();
    await news(first);
    expect(text()).toContain('Position liquidated');
    expect(text()).toContain('Long 0.04 · BTC/USDT Perp · average 58,104.2 · Net P/L −41.25 USDT');
    expect(marked()).toEqual([['notification.mark', { seen: first.id }]]);
    toasts.list = [];
    await news(first, cycle());
    expect(titles()).toEqual(['Cycle contract: Lost']);
  });
  it('is told on the screen of cycle contracts too, with what it came to', async () => {
    show('/cycle');
    const result = cycle();
    await news(result);
    expect(titles()).toEqual(['Cycle contract: Lost']);
    expect(text()).toContain('−');
    expect(marked()).toEqual([['notification.mark', { seen: result.id }]]);
  });
  it('is nobody’s while nobody is logged in', async () => {
    signOut();
    show();
    expect(viewOf('news')).toBeUndefined();
  });
  it('names a price that was reached', async () => {
    show();
    await news(alert());
    expect(text()).toContain('BTC/USDT: price reached');
    expect(text()).toContain('Rose to 70,001.20 · alert at 70,000.00');
  });
  it('is a notification while the page is hidden, if the user wants it', async () => {
    changeSettings({ notify: true, noticeWords: true });
    show();
    expect(viewOf('news')).toEqual({ kind: 'news', whileHidden: true });
    visibility = 'hidden';
    const reached = alert();
    await news(reached);
    expect(shown).toHaveBeenCalledWith(
      'BTC/USDT: price reached',
      expect.objectContaining({ tag: `notification:${reached.id}`, data: { path: '/coinDetail/BTC-USDT' } }),
    );
    expect(titles()).toEqual([]);
    visibility = 'visible';
    await news(liquidation());
    expect(shown).toHaveBeenCalledTimes(1);
    expect(titles()).toEqual(['Position liquidated']);
  });
  it('says while the page is hidden only that there is something, unless the user wants more', async () => {
    changeSettings({ notify: true });
    show();
    visibility = 'hidden';
    await news(alert(), liquidation());
    expect(shown.mock.calls.map(([title, { body, tag, data }]) => [title, body, tag, data.path])).toEqual([
      ['Tidemark', 'Open Tidemark', 'tidemark', '/mine/news'],
      ['Tidemark', 'Open Tidemark', 'tidemark', '/mine/news'],
    ]);
  });
  it('falls back to the page where the device shows nothing', async () => {
    changeSettings({ notify: true });
    show();
    visibility = 'hidden';
    shown.mockRejectedValue(new Error('not allowed'));
    await news(liquidation());
    await vi.waitFor(() => expect(titles()).toEqual(['Position liquidated']), 10_000);
  });
  it('does not ask for frames while hidden when the browser would show nothing', () => {
    changeSettings({ notify: true });
    vi.stubGlobal('Notification', { permission: 'denied' });
    show();
    expect(viewOf('news')).toEqual({ kind: 'news', whileHidden: false });
  });
  it('is felt only if the user wants it, and not where motion is to be little', async () => {
    show();
    await news(liquidation());
    expect(vibrate).not.toHaveBeenCalled();
    changeSettings({ vibration: true });
    await news(liquidation());
    expect(vibrate).toHaveBeenCalledTimes(1);
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    await news(liquidation());
    expect(vibrate).toHaveBeenCalledTimes(1);
  });
  it('leads to its route when its notification is tapped', async () => {
    show();
    for (const listen of listeners) listen({ data: { type: 'open', path: '/coinDetail/BTC-USDT' } });
    await vi.waitFor(() => expect(place.path).toBe('/coinDetail/BTC-USDT'), 10_000);
    for (const listen of listeners) listen({ data: 'nonsense' });
    expect(place.path).toBe('/coinDetail/BTC-USDT');
  });
});

describe('the list of what happened', () => {
  const open = () =>
    render(
      <MemoryRouter initialEntries={['/mine/news']}>
        <News />
        <NewsScreen />
      </MemoryRouter>,
    );
  const list = (...lines: NotificationLine[]) =>
    publish({ kind: 'notifications', lines, more: false, loading: false });
  const unreadMarks = () => document.querySelectorAll('[data-unread]').length;

  it('marks as unread what the exchange says, also when the list is there first', async () => {
    open();
    const [old, fresh] = [cycle(), cycle()];
    await list(fresh, old);
    expect(unreadMarks()).toBe(0);
    expect(marked()).toEqual([]);
    await publish({ kind: 'news', unread: 1, readTo: old.id, lines: [] });
    expect(unreadMarks()).toBe(1);
    expect(marked()).toEqual([['notification.mark', { read: fresh.id }]]);
    await publish({ kind: 'news', unread: 0, readTo: fresh.id, lines: [] });
    expect(unreadMarks()).toBe(1);
  });
  it('is marked as read once more when the exchange was not reached', async () => {
    fake.call.mockResolvedValue({ ok: false, error: { code: 'networkDown', message: '' } });
    open();
    const line = cycle();
    await list(line);
    await publish({ kind: 'news', unread: 1, readTo: line.id - 1, lines: [] });
    await act(async () => undefined);
    expect(marked()).toHaveLength(1);
    fake.call.mockResolvedValue({ ok: true, data: {} });
    await publish({ kind: 'news', unread: 2, readTo: line.id - 1, lines: [] });
    expect(marked()).toEqual(Array.from({ length: 2 }, () => ['notification.mark', { read: line.id }]));
    await publish({ kind: 'news', unread: 3, readTo: line.id - 1, lines: [] });
    expect(marked()).toHaveLength(2);
  });
});

describe('what came while no page was there', () => {
  const away = {
    upTo: 900,
    kinds: [
      { kind: 'fill', count: 3 },
      { kind: 'cycle', count: 2 },
    ],
    cycleNet: { text: '+4.25 USDT', direction: 1 },
  } as const;
  it('is summed up, marked as shown, and stays until it is dismissed or read', async () => {
    show();
    await publish({ kind: 'news', unread: 5, readTo: 0, away, lines: [] });
    expect(text()).toContain('While you were away');
    expect(text()).toContain('Fills: 3');
    expect(text()).toContain('Cycle contracts: 2 +4.25 USDT');
    expect(marked()).toEqual([['notification.mark', { seen: 900 }]]);
    // The exchange says that it was seen: this page goes on showing it.
    await publish({ kind: 'news', unread: 5, readTo: 0, lines: [] });
    expect(text()).toContain('While you were away');
    await publish({ kind: 'news', unread: 0, readTo: 900, lines: [] });
    expect(text()).not.toContain('While you were away');
    await publish({ kind: 'news', unread: 5, readTo: 0, away, lines: [] });
    expect(text()).not.toContain('While you were away');
  });
});
