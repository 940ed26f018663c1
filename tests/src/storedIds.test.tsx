// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import NoticeScreen from '../../src/screens/content/NoticeScreen.tsx';
import DetailScreen from '../../src/screens/detail/DetailScreen.tsx';
import SearchScreen from '../../src/screens/search/SearchScreen.tsx';
import { followNotices, markRead, notices } from '../../src/state/notices.ts';
import { forgetWorker, text, type } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  localStorage.clear();
  notices.read = [];
});
afterEach(() => {
  cleanup();
  forgetWorker();
});

const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/announcementDetail/:id" element={<NoticeScreen />} />
        <Route path="/coinDetail/:coinType" element={<DetailScreen />} />
        <Route path="/coinSearch" element={<SearchScreen />} />
      </Routes>
    </MemoryRouter>,
  );

it('an address that names no notice leaves those that were read', () => {
  markRead(['fees', 'maintenance']);
  // As a mail program makes a link of the end of a sentence.
  show('/announcementDetail/fees.');
  const stop = followNotices();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  stop();
  expect(notices.read).toEqual(['fees', 'maintenance']);
});

it('an address that names no possible market has no star that would spoil the favourites', () => {
  show('/coinDetail/AAA_USDT');
  expect(text()).toContain('Unknown market');
  expect(screen.queryByRole('button', { name: /Favorite/ })).toBeNull();
});

it('a search that is longer in capitals leaves those before it', async () => {
  localStorage.setItem('TIDEMARK_SEARCHES', '["BTC"]');
  show('/coinSearch');
  const field = screen.getByRole('searchbox');
  await type(field, 'ß'.repeat(20));
  fireEvent.blur(field);
  cleanup();
  show('/coinSearch');
  expect(screen.getByText('BTC')).toBeTruthy();
});
