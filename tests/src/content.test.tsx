// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DownloadBanner } from '../../src/app/DownloadBanner.tsx';
import { startWords } from '../../src/i18n/index.ts';
import DownloadScreen from '../../src/screens/content/DownloadScreen.tsx';
import HelpArticleScreen from '../../src/screens/content/HelpArticleScreen.tsx';
import HelpScreen from '../../src/screens/content/HelpScreen.tsx';
import NoticeScreen from '../../src/screens/content/NoticeScreen.tsx';
import NoticesScreen from '../../src/screens/content/NoticesScreen.tsx';
import ServiceScreen from '../../src/screens/content/ServiceScreen.tsx';
import News from '../../src/screens/home/News.tsx';
import { notices } from '../../src/state/notices.ts';
import { validAddress } from '../../src/ui/address.ts';
import { fake, forgetWorker, Place, place, publish, tap, text, type, viewOf } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  localStorage.clear();
  notices.read = [];
});
afterEach(() => {
  cleanup();
  forgetWorker();
  vi.unstubAllGlobals();
});

const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Place />
      <Routes>
        <Route path="/mine/helpCenter" element={<HelpScreen />} />
        <Route path="/mine/helpCenter/:slug" element={<HelpArticleScreen />} />
        <Route path="/announcement" element={<NoticesScreen />} />
        <Route path="/announcementDetail/:id" element={<NoticeScreen />} />
        <Route path="/customerService" element={<ServiceScreen />} />
        <Route path="/download" element={<DownloadScreen />} />
        <Route path="*" element={null} />
      </Routes>
    </MemoryRouter>,
  );
const article = {
  title: 'Fees',
  summary: 'What it costs',
  body: [{ tag: 'p' as const, of: ['A taker pays 0.1%.'] }],
  category: null,
  published: 'Nov 20, 2026',
  updated: '',
  isEnglish: false,
};
const notice = (id: string, pinned = false) => ({
  id,
  title: `Title ${id}`,
  summary: 'S',
  date: 'today',
  pinned,
});

describe('an article', () => {
  it('is asked for by its name and shown when it is there', async () => {
    show('/mine/helpCenter/fees');
    expect(viewOf('article')).toMatchObject({ of: 'help', id: 'fees' });
    await publish({ kind: 'article', article });
    expect(text()).toContain('A taker pays 0.1%.');
    expect(document.title).toBe('Fees · Tidemark');
  });
  it('says how old it is, and that it is in English', async () => {
    show('/mine/helpCenter/fees');
    const failed = { code: 'networkDown' as const, message: '' };
    await publish({ kind: 'article', article: { ...article, isEnglish: true }, age: '2 days ago', failed });
    expect(text()).toContain('Saved copy, 2 days ago.');
    expect(text()).toContain('in English');
    expect(document.querySelector('[lang="en-US"]')?.textContent).toContain('0.1%');
  });
  it('that is gone is said; one that failed can be asked for again', async () => {
    show('/mine/helpCenter/fees');
    await publish({ kind: 'article', failed: { code: 'notFound', message: '' } });
    expect(text()).toContain('Not here any more');
    expect(screen.getByRole('link', { name: 'Help center' }).getAttribute('href')).toBe('/mine/helpCenter');
    await publish({ kind: 'article', failed: { code: 'networkDown', message: '' } });
    await tap(screen.getByText('The request failed, click to reload'));
    expect(viewOf('article')).toMatchObject({ turn: 1 });
  });
  it('holds no markup that was not made here', async () => {
    show('/mine/helpCenter/fees');
    const hostile = '<img src=x onerror=alert(1)>';
    await publish({
      kind: 'article',
      article: {
        ...article,
        title: hostile,
        body: [
          { tag: 'p', of: [hostile, { tag: 'a', of: ['x'] }, { tag: 'a', of: ['in'], to: '/recharge' }] },
        ],
      },
    });
    expect(document.querySelector('img')).toBeNull();
    expect(text()).toContain(hostile);
    expect(
      [...document.querySelectorAll('article a[href]')].map((link) => link.getAttribute('href')),
    ).toContain('/recharge');
    await tap(screen.getByText('in'));
    expect(place.path).toBe('/recharge');
  });
});

describe('help', () => {
  const line = (id: string, category: 'start' | 'cycle') => ({
    id,
    title: `Title ${id}`,
    summary: 'S',
    category,
  });
  const lines = [line('a', 'start'), line('b', 'cycle')];

  it('is by subject until something is typed', async () => {
    show('/mine/helpCenter');
    await publish({ kind: 'help', query: '', lines });
    expect(text()).toContain('First steps');
    await tap(screen.getByRole('tab', { name: 'Cycle contracts' }));
    expect(place.path).toBe('/mine/helpCenter?subject=cycle');
    expect(text()).not.toContain('Title a');
    await type(screen.getByRole('searchbox'), 'title');
    expect(viewOf('help')).toMatchObject({ query: 'title' });
    await publish({ kind: 'help', query: 'title', lines });
    expect(text()).toContain('Title a');
    expect(screen.getByRole('status').textContent).toBe('Articles found: 2');
  });
  it('that has no answer leads to a user', async () => {
    show('/mine/helpCenter');
    await publish({ kind: 'help', query: '<b>', lines: [] });
    expect(text()).toContain('No article fits “<b>”');
    expect(screen.getByText('New ticket').closest('a')?.getAttribute('href')).toBe('/mine/addQuestion');
  });
});

describe('notices', () => {
  it('have a dot until they are read', async () => {
    show('/announcement');
    await publish({ kind: 'notices', lines: [notice('a', true), notice('b')] });
    const unread = () => document.querySelectorAll('[data-unread="true"]').length;
    expect(unread()).toBe(2);
    await tap(screen.getByText('Title a'));
    expect([place.path, notices.read]).toEqual(['/announcementDetail/a', ['a']]);
    cleanup();
    show('/announcement');
    await publish({ kind: 'notices', lines: [notice('a', true), notice('b')] });
    expect(unread()).toBe(1);
    await tap(screen.getByRole('button', { name: 'Mark all as read' }));
    expect([unread(), JSON.parse(localStorage.getItem('TIDEMARK_NOTICES') ?? '')]).toEqual([0, ['b', 'a']]);
  });
  it('are told on home, the unread one first; without any there is no room for them', async () => {
    notices.read = ['a'];
    const { container } = render(
      <MemoryRouter>
        <News />
      </MemoryRouter>,
    );
    await publish({ kind: 'banners', banners: [] });
    await publish({ kind: 'notices', lines: [notice('a', true), notice('b')] });
    expect(screen.getByText('Title b').closest('a')?.getAttribute('href')).toBe('/announcementDetail/b');
    await publish({ kind: 'notices', lines: [] });
    expect(container.firstChild).toBeNull();
  });
  it('leave no room for banners either, when there are none', async () => {
    const { container } = render(
      <MemoryRouter>
        <News />
      </MemoryRouter>,
    );
    await publish({ kind: 'notices', lines: [] });
    await publish({
      kind: 'banners',
      banners: [{ id: 'a', title: 'T', text: 'S', href: 'https://a.example' }],
    });
    expect(screen.getByRole('link').getAttribute('rel')).toBe('noreferrer noopener');
    await publish({ kind: 'banners', failed: { code: 'networkDown', message: '' } });
    expect(container.firstChild).toBeNull();
  });
});

describe('customer service', () => {
  const info = {
    service: {
      state: 'open',
      hours: { from: 485, to: 1_200 },
      email: 'help@a.example',
      url: 'https://chat.example',
    },
    explorers: [
      { network: 'ethereum', address: 'https://scan.example/address/', transaction: 'https://scan.example/' },
    ],
    download: { isOffered: false, url: null },
  };
  const hrefs = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));

  it('names hours and ways', async () => {
    fake.call.mockResolvedValue({ ok: true, data: info });
    show('/customerService');
    expect(await screen.findByText('08:05–20:00 UTC')).toBeDefined();
    expect(hrefs()).toEqual(
      expect.arrayContaining(['https://chat.example', 'mailto:help@a.example', 'https://scan.example']),
    );
  });
  it('leads nowhere hostile', async () => {
    const service = {
      ...info.service,
      url: 'javascript:alert(1)',
      email: 'a@b.example?bcc=evil@evil.example',
    };
    const explorers = [{ network: 'x', address: 'data:text/html,x', transaction: '' }];
    fake.call.mockResolvedValue({ ok: true, data: { ...info, service, explorers } });
    show('/customerService');
    await screen.findByText(service.email);
    expect(hrefs().filter((href) => !href?.startsWith('/'))).toEqual([
      'mailto:a@b.example%3Fbcc%3Devil%40evil.example',
    ]);
  });
});

describe('the app', () => {
  const PHONE = 'Mozilla/5.0 (Linux; Android 14) Mobile';
  const answer = (downloadUrl: string, openH5AppDownload = true) =>
    fake.call.mockResolvedValue({ ok: true, data: { openH5AppDownload, downloadUrl } });
  const asPhone = (userAgent = PHONE, maxTouchPoints = 5) =>
    vi.stubGlobal('navigator', { ...navigator, userAgent, maxTouchPoints, languages: ['en'] });

  it.each(['https://apps.example/x', 'http://apps.example'])('is offered at %s', (address) => {
    expect(validAddress(address)).toBe(address);
  });
  const hostile = [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'intent://x#Intent;end',
    'file:///x',
    '//evil.example',
    'https://bank.example@evil.example',
    'not an address',
    '',
  ];
  it.each(hostile)('is never offered at %j', async (address) => {
    asPhone();
    answer(address);
    render(<DownloadBanner />);
    await vi.waitFor(() => expect(fake.call).toHaveBeenCalled(), 10_000);
    expect(screen.queryByRole('link')).toBeNull();
    cleanup();
    show('/download');
    await screen.findByText(/No separate app is offered/);
    expect(document.querySelectorAll('a')).toHaveLength(0);
  });
  it('has a banner on phones and tablets, until it is closed', async () => {
    asPhone();
    answer('https://apps.example/x');
    render(<DownloadBanner />);
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('https://apps.example/x');
    await tap(screen.getByRole('button'));
    cleanup();
    fake.call.mockClear();
    render(<DownloadBanner />);
    expect([fake.call.mock.calls.length, screen.queryByRole('link')]).toEqual([0, null]);
  });
  it.each([
    ['a computer', 'Mozilla/5.0 (X11; Linux x86_64)', 0, false],
    ['a computer of Apple', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
    ['a tablet that calls itself one', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ])('on %s', async (_, userAgent, touches, isRequested) => {
    asPhone(userAgent, touches);
    answer('https://apps.example/x');
    render(<DownloadBanner />);
    expect(fake.call.mock.calls.length > 0).toBe(isRequested);
  });
  it('is not offered when the exchange does not say so', async () => {
    asPhone();
    answer('https://apps.example/x', false);
    render(<DownloadBanner />);
    await vi.waitFor(() => expect(fake.call).toHaveBeenCalled(), 10_000);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
