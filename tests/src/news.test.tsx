// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { JournalToasts } from '../../src/app/JournalToasts.tsx';
import { News } from '../../src/app/News.tsx';
import { startWords } from '../../src/i18n/index.ts';
import { signIn, signOut } from '../../src/state/login.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { toasts } from '../../src/state/toasts.ts';
import type { AlertNews, NewsLine, TradeNews } from '../../workers/api.ts';
import { fake, forgetWorker, Place, place, tell, text, viewOf } from '../support/page.tsx';

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
/** News are told once a page: each test has its own. */
const trade = (change: Partial<TradeNews> = {}): TradeNews => ({
  about: 'futures',
  id: `position:${(count += 1)}`,
  what: 'liquidated',
  name: 'BTC/USDT Perp',
  side: 'long',
  quantity: '0.04',
  average: '58,104.2',
  ...change,
});
const alert = (): AlertNews => ({
  about: 'alert',
  id: `alert:${(count += 1)}:2`,
  market: 'BTC-USDT',
  name: 'BTC/USDT',
  direction: 'above',
  price: '70,000.00',
  reached: '70,001.20',
  time: '12:00:00',
  seen: { id: count, version: 2 },
});
const show = () =>
  render(
    <MemoryRouter>
      <News />
      <JournalToasts />
      <Place />
    </MemoryRouter>,
  );
const news = (...lines: NewsLine[]) => tell({ kind: 'news', lines });
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
  changeSettings({ notify: false, vibration: false, sound: false });
  fake.call.mockResolvedValue({ ok: true, data: {} });
  signIn('token-of-ada');
});
afterEach(() => {
  cleanup();
  forgetWorker();
  vi.unstubAllGlobals();
});

describe('what happens without a tap', () => {
  it('is told once, whatever screen is open', async () => {
    show();
    const first = trade();
    await news(first);
    expect(text()).toContain('Liquidated');
    expect(text()).toContain('Long 0.04 · BTC/USDT Perp · average 58,104.2');
    toasts.list = [];
    await news(first, trade({ what: 'stop', side: 'sell' }));
    expect(titles()).toEqual(['Stop-loss · Filled']);
  });
  it('is nobody’s while nobody is logged in', async () => {
    signOut();
    show();
    expect(viewOf('news')).toBeUndefined();
  });
  it('names a price that was reached, and tells the exchange that it was shown', async () => {
    show();
    const line = alert();
    await news(line);
    expect(text()).toContain('BTC/USDT: price reached');
    expect(text()).toContain('Rose to 70,001.20 · alert at 70,000.00 · 12:00:00');
    expect(fake.call.mock.calls).toEqual([['alert.seen', { seen: [line.seen] }]]);
  });
  it('is a notification while the page is hidden, if the person wants it', async () => {
    changeSettings({ notify: true });
    show();
    expect(viewOf('news')).toEqual({ kind: 'news', whileHidden: true });
    visibility = 'hidden';
    const line = alert();
    await news(line);
    expect(shown).toHaveBeenCalledWith(
      'BTC/USDT: price reached',
      expect.objectContaining({ tag: line.id, data: { path: '/coinDetail/BTC-USDT' } }),
    );
    expect(titles()).toEqual([]);
    visibility = 'visible';
    await news(trade());
    expect(shown).toHaveBeenCalledTimes(1);
    expect(titles()).toEqual(['Liquidated']);
  });
  it('falls back to the page where the device shows nothing', async () => {
    changeSettings({ notify: true });
    show();
    visibility = 'hidden';
    shown.mockRejectedValue(new Error('not allowed'));
    await news(trade());
    await vi.waitFor(() => expect(titles()).toEqual(['Liquidated']));
  });
  it('does not ask for frames while hidden when the browser would show nothing', () => {
    changeSettings({ notify: true });
    vi.stubGlobal('Notification', { permission: 'denied' });
    show();
    expect(viewOf('news')).toEqual({ kind: 'news', whileHidden: false });
  });
  it('is felt only if the person wants it, and not where motion is to be little', async () => {
    show();
    await news(trade());
    expect(vibrate).not.toHaveBeenCalled();
    changeSettings({ vibration: true });
    await news(trade());
    expect(vibrate).toHaveBeenCalledTimes(1);
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    await news(trade());
    expect(vibrate).toHaveBeenCalledTimes(1);
  });
  it('leads to its route when its notification is tapped', async () => {
    show();
    for (const listen of listeners) listen({ data: { type: 'open', path: '/coinDetail/BTC-USDT' } });
    await vi.waitFor(() => expect(place.path).toBe('/coinDetail/BTC-USDT'));
    for (const listen of listeners) listen({ data: 'nonsense' });
    expect(place.path).toBe('/coinDetail/BTC-USDT');
  });
});
