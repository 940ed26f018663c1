// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Indicator } from '../../domain/index.ts';
import { FAVOURITES_MOST } from '../../domain/index.ts';
import { startWords } from '../../src/i18n/index.ts';
import DetailScreen from '../../src/screens/detail/DetailScreen.tsx';
import MarketScreen from '../../src/screens/market/MarketScreen.tsx';
import { CellBoard } from '../../src/state/cells.ts';
import { favourites, setFavourites } from '../../src/state/favourites.ts';
import { toasts } from '../../src/state/toasts.ts';
import { Legend } from '../../src/ui/chart/Legend.tsx';
import type { RowHead } from '../../workers/api.ts';
import { ID, ticker } from '../support/futuresFrames.ts';
import { forgetWorker, publish, tap, text, viewsOf } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
vi.mock('../../src/ui/market/MarketChart.tsx', async () => (await import('../support/page.tsx')).fakeChart);

beforeAll(() => startWords('en_us'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  forgetWorker();
});

const head = (change: Partial<RowHead>): RowHead => ({
  id: 'BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  kind: 'spot',
  iconId: null,
  status: 'open',
  sparkline: '',
  rises: true,
  ...change,
});

async function showTab(tab: string, ...heads: RowHead[]): Promise<void> {
  // Without a layout of its own, the page takes heights from here.
  for (const side of ['offsetHeight', 'clientHeight', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  render(
    <MemoryRouter initialEntries={[`/market?tab=${tab}`]}>
      <MarketScreen />
    </MemoryRouter>,
  );
  await publish({
    kind: 'list',
    total: heads.length,
    heads: heads.map((each, place) => [place, each] as const),
    cells: [],
    missing: [],
    freshness: { state: 'live', ageMs: 0, ageText: '' },
  });
  await act(async () => undefined);
}

it.each(['spot', 'futures', 'cycle'])('a row of %s leads to the detail of the coin', async (tab) => {
  await showTab(tab, head({}));
  const rows = screen.getAllByRole('link').filter(({ textContent }) => textContent?.includes('BTC'));
  expect(rows.map((row) => row.getAttribute('href'))).toEqual(['/coinDetail/BTC-USDT']);
});

it('a row names what is no spot market apart from the pair, which may be cut, with mark and funding', async () => {
  await showTab(
    'favorites',
    head({}),
    head({ id: ID, kind: 'perpetual' }),
    head({ id: 'XAU-USD', base: 'XAU', quote: 'USD', kind: 'futures' }),
  );
  const kinds = [...document.querySelectorAll('li a')].map((row) => row.querySelector('i')?.textContent);
  expect(kinds).toEqual([undefined, 'Perp', 'Futures']);
  await publish({
    kind: 'list',
    total: 3,
    heads: [],
    cells: [1, 6, '46,018.57', 0, 1, 7, '+0.0100%', 0],
    missing: [],
    freshness: { state: 'live', ageMs: 0, ageText: '' },
  });
  const terms = [...document.querySelectorAll('li a i')].map(
    ({ parentElement }) => parentElement?.textContent,
  );
  expect(terms).toEqual(['PerpMark 46,018.57Funding +0.0100%', 'FuturesMark Funding ']);
});

describe('the page of a coin', () => {
  const show = (id: string) =>
    render(
      <MemoryRouter initialEntries={[`/coinDetail/${id}`]}>
        <Routes>
          <Route path="/coinDetail/:coinType" element={<DetailScreen />} />
        </Routes>
      </MemoryRouter>,
    );
  const named = async (kind: RowHead['kind']) => {
    const { market } = ticker;
    if (!market) throw new Error('no market');
    await publish({ ...ticker, market: { ...market, name: 'BTC/USDT', kind } });
  };
  it('of a perpetual names its kind, with mark and funding', async () => {
    show(ID);
    await named('perpetual');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('BTC/USDT Perp');
    expect(document.title).toMatch(/BTC\/USDT Perp · Tidemark$/);
    expect(localStorage.getItem('NAV_TITLE')).toBe('BTC/USDT Perp');
    await publish({
      kind: 'futuresHead',
      mark: '61,842.2',
      index: '61,840.0',
      funding: '+0.0100%',
      fundingIn: '3:12:04',
      fundingEvery: '8h',
      opensIn: '',
    });
    expect(text()).toContain('Mark61,842.2');
    expect(text()).toContain('Funding+0.0100% / 8h · 3:12:04');
  });
  it('of a spot market has neither', async () => {
    show('BTC-USDT');
    await named('spot');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('BTC/USDT');
    expect(viewsOf('futuresHead')).toEqual([]);
  });
});

it('shows the figures of two averages of one length each in its own place', () => {
  const faults = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const averages = (...params: number[]): Indicator => ({ kind: 'ma', params, colours: [0, 1, 2] });
  const legend = (own: Indicator) => <Legend board={new CellBoard()} indicators={[own]} />;
  const { rerender } = render(legend(averages(7, 7, 99)));
  const cells = () =>
    [...document.querySelectorAll('[data-indicator] [data-cell]')].map((each) =>
      each.getAttribute('data-cell'),
    );
  expect(cells()).toEqual(['plot0', 'plot1', 'plot2']);
  rerender(legend(averages(7, 0, 0)));
  expect(cells()).toEqual(['plot0']);
  expect(faults).not.toHaveBeenCalled();
});

it('says at a star that the favourites are full', async () => {
  setFavourites(Array.from({ length: FAVOURITES_MOST }, (_, i) => `M${i}-USDT`));
  await showTab('spot', head({}));
  await tap(screen.getAllByRole('button', { name: /BTC/ }).at(-1) as Element);
  expect(toasts.list.map(({ text: words }) => words)).toEqual(['There may be 500 favorites at most.']);
  expect(favourites.ids).toHaveLength(FAVOURITES_MOST);
  setFavourites([]);
});
