// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Profiler } from 'react';
import { MemoryRouter, parsePath } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Result } from '../../domain/index.ts';
import { JournalToasts } from '../../src/app/JournalToasts.tsx';
import { startWords } from '../../src/i18n/index.ts';
import BalancesScreen from '../../src/screens/balances/BalancesScreen.tsx';
import CoinRecordScreen from '../../src/screens/balances/CoinRecordScreen.tsx';
import { filterFrom } from '../../src/screens/balances/recordFilter.ts';
import { assetsLook } from '../../src/state/balances.ts';
import { takeReturn } from '../../src/state/drafts.ts';
import { login, signIn, signOut } from '../../src/state/login.ts';
import { forgetModels } from '../../src/state/recentMap.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { status } from '../../src/state/status.ts';
import type {
  BalancesFrame,
  HoldLine,
  JournalFrame,
  RecordsFilter,
  RecordsFrame,
} from '../../workers/api.ts';
import { clearFilters, fake, forgetWorker, narrowBy, publish, tap, text, viewsOf } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

let count = 0;
/** A place in history of its own: what is kept for a way back belongs to that. */
const show = (element: React.ReactNode, path = '/property') =>
  render(
    <MemoryRouter initialEntries={[{ ...parsePath(path), key: `${path} ${++count}` }]}>
      {element}
    </MemoryRouter>,
  );
const balances = (change: Partial<BalancesFrame> = {}): BalancesFrame => ({
  kind: 'balances',
  isKnown: true,
  total: '26,311.42',
  totalBtc: '0.42817',
  isWhole: true,
  accounts: [
    { account: 'spot', worth: '16,298.31' },
    { account: 'futures', worth: '10,013.11' },
  ],
  positionMargin: '122.75',
  unrealizedPl: '0.00',
  unrealizedDirection: 0,
  realizedPl: '+33.69',
  realizedDirection: 1,
  lines: [
    {
      asset: 'USDT',
      iconId: 1,
      total: '20,013.11',
      available: '19,890.36',
      frozen: '122.74',
      isFrozen: true,
      worth: '20,013.12',
    },
    {
      asset: 'ETH',
      iconId: 2,
      total: '0.00',
      available: '0.00',
      frozen: '0.00',
      isFrozen: false,
      worth: '0.00',
    },
  ],
  freshness: { state: 'live', ageMs: 0, ageText: '' },
  ...change,
});
const AMOUNTS = /26,311|0\.428|16,298|10,013|122\.7|33\.69|20,013|19,890/;

const row = (id: number): RecordsFrame['rows'][number] => ({
  id: `${id}.0`,
  account: 'spot',
  asset: 'USDT',
  movement: 'transfer',
  amount: `−77${id}.5`,
  direction: -1,
  balance: `88${id}.25`,
  time: '9 Mar, 12:00',
  day: '9 Mar',
  clock: '12:00',
});
const records = (count: number, change: Partial<RecordsFrame> = {}): RecordsFrame => ({
  kind: 'records',
  rows: Array.from({ length: count }, (_, id) => row(id)),
  more: false,
  loading: false,
  ...change,
});
const journal = (...entries: JournalFrame['entries']): JournalFrame => ({
  kind: 'journal',
  entries,
  isLasting: true,
});

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  signIn('token-of-ada');
  changeSettings({ hideAmounts: false });
  status.link = 'live';
  status.origin = 'simulated';
  assetsLook.unit = 'USDT';
  assetsLook.hidesZero = false;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetWorker();
});

describe('whoever is not logged in', () => {
  it.each([
    ['/property', <BalancesScreen key="1" />],
    ['/property/coinRecord?asset=BTC', <CoinRecordScreen key="2" />],
  ])('is told calmly what logging in gives, and comes back to %s', (path, element) => {
    signOut();
    show(element, path);
    expect(fake.opened.filter(({ view }) => view.kind !== 'status')).toEqual([]);
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
    fireEvent.click(screen.getByRole('link', { name: 'Log in' }));
    expect(takeReturn()).toBe(path);
  });
  it('is told that the login has ended', () => {
    signOut();
    login.hasEnded = true;
    show(<BalancesScreen />);
    expect(text()).toContain('Login status expired, please log in again!');
  });
});

describe('the assets', () => {
  it('show the total in either unit, the accounts and each asset', async () => {
    show(<BalancesScreen />);
    await publish(balances());
    for (const amount of ['26,311.42', '16,298.31', '10,013.11', '122.75', '+33.69'])
      expect(text()).toContain(amount);
    await tap(screen.getByRole('tab', { name: 'BTC' }));
    expect(text()).toContain('0.42817');
    expect(text()).not.toContain('26,311.42');
    for (const name of ['Deposit', 'Withdraw', 'Transfer', 'Convert', 'Coin records', 'Order records'])
      expect(screen.getByRole('link', { name })).toBeTruthy();
  });
  it('change without a render', async () => {
    let renders = 0;
    show(
      <Profiler id="assets" onRender={() => void (renders += 1)}>
        <BalancesScreen />
      </Profiler>,
    );
    await publish(balances());
    const before = renders;
    for (let tick = 0; tick < 50; tick++) await publish(balances({ total: `26,312.${tick}` }));
    expect(text()).toContain('26,312.49');
    expect(renders).toBe(before);
  });
  it('of one account are asked for by its tab', async () => {
    show(<BalancesScreen />);
    fireEvent.click(screen.getByRole('tab', { name: 'Futures' }));
    expect(viewsOf('balances').map(({ view }) => view)).toEqual([{ kind: 'balances', account: 'futures' }]);
    await publish(balances({ total: '10,013.11' }));
    expect(text()).toContain('Balance of Futures');
  });
  it('are nowhere in the page while they are hidden', async () => {
    fake.holdsOf.mockResolvedValue({ ok: true, data: [hold] });
    show(<BalancesScreen />);
    await publish(balances());
    expect(document.body.innerHTML).toMatch(AMOUNTS);
    await tap(screen.getByRole('button', { name: 'Hide amounts' }));
    await publish(balances({ positionMargin: '122.76' }));
    await tap(screen.getByRole('button', { name: /Frozen/ }));
    expect(document.body.innerHTML).not.toMatch(AMOUNTS);
    expect(document.querySelector('[data-direction="up"]')).toBeNull();
    expect(text()).toContain('••••');
    await tap(screen.getByRole('button', { name: 'Hide amounts' }));
    expect(text()).toContain('122.76');
  });
  it('that are nothing can be left out', async () => {
    show(<BalancesScreen />);
    await publish(balances());
    expect(text()).toContain('ETH');
    await tap(screen.getByRole('switch', { name: 'Hide zero balances' }));
    expect(screen.queryByText('ETH')).toBeNull();
    expect(screen.getByText('USDT', { selector: 'b' })).toBeTruthy();
  });
  it('say when the total leaves some out, and when nothing answers', async () => {
    show(<BalancesScreen />);
    await publish(balances({ isWhole: false }));
    expect(text()).toContain('Assets without a price are not counted.');
    cleanup();
    status.link = 'offline';
    show(<BalancesScreen />);
    // What was known stays; the strip above all screens says how old it is.
    expect(text()).toContain('Assets without a price are not counted.');
    // A worker that was replaced meanwhile says nothing: what was live then is not called so.
    expect(text()).toContain('No new data');
    cleanup();
    forgetModels();
    show(<BalancesScreen />);
    fireEvent.click(screen.getByRole('button', { name: 'The request failed, click to reload' }));
    expect(fake.wake).toHaveBeenCalledOnce();
  });
});

const hold: HoldLine = {
  account: 'futures',
  kind: 'margin',
  reference: 'P-20931',
  amount: '122.74',
  time: '9 Mar, 12:00',
};

describe('what is frozen', () => {
  const open = async () => {
    show(<BalancesScreen />);
    await publish(balances());
    await tap(screen.getByRole('button', { name: /Frozen/ }));
    return screen.getByRole('dialog');
  };
  it('is explained by its holds, and the sheet goes by its button', async () => {
    fake.holdsOf.mockResolvedValue({ ok: true, data: [hold] });
    const sheet = await open();
    expect(fake.holdsOf).toHaveBeenCalledWith('USDT');
    for (const part of ['Why USDT is frozen', 'Position margin', 'Futures', 'P-20931', '122.74', '12:00'])
      expect(sheet.textContent).toContain(part);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('goes by a tap that begins and ends beside it, and by no other', async () => {
    fake.holdsOf.mockResolvedValue({ ok: true, data: [] });
    const sheet = await open();
    expect(sheet.textContent).toContain('Nothing is frozen any more.');
    fireEvent.pointerDown(within(sheet).getByRole('heading'));
    fireEvent.click(sheet);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    fireEvent.pointerDown(sheet);
    fireEvent.click(sheet);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('can be asked for again', async () => {
    fake.holdsOf.mockResolvedValueOnce({ ok: false, error: { code: 'timedOut', message: '' } });
    const sheet = await open();
    fake.holdsOf.mockResolvedValueOnce({ ok: true, data: [hold] });
    await tap(within(sheet).getByRole('button', { name: /click to reload/ }));
    expect(sheet.textContent).toContain('P-20931');
  });
  it('is not told to a login that has ended', async () => {
    fake.holdsOf.mockResolvedValue({ ok: false, error: { code: 401, message: '' } });
    show(<BalancesScreen />);
    await publish(balances());
    await tap(screen.getByRole('button', { name: /Frozen/ }));
    expect(login).toMatchObject({ token: null, hasEnded: true });
  });
});

describe('play money', () => {
  const start = async () => {
    show(<BalancesScreen />);
    await tap(screen.getByRole('button', { name: /Start again with/ }));
    expect(screen.getByRole('dialog').textContent).toContain('10000 USDT');
    await tap(screen.getByRole('button', { name: 'Start again' }));
  };
  it('is not there where money is real', () => {
    status.origin = 'live';
    show(<BalancesScreen />);
    expect(text()).not.toContain('play money');
  });
  it('is granted anew once the user has agreed', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: { journal: 7 } });
    await start();
    expect(fake.submit.mock.calls).toEqual([['account.resetPlay', {}]]);
    expect(text()).toContain('Done. The exchange has booked it.');
  });
  it.each([
    ['', 'Too many requests.'],
    ['Said by the exchange', 'Said by the exchange'],
  ])('that is refused is refused in words', async (message, words) => {
    fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'tooManyRequests', message } });
    await start();
    expect(text()).toContain(words);
  });
  it('whose fate is unknown says so, cannot be asked for twice, and follows the journal', async () => {
    fake.submit.mockResolvedValue({ state: 'unknown', key: 'k1' });
    await start();
    expect(text()).toContain('We are asking the exchange what became of it.');
    const again = screen.getByRole('button', { name: /Start again with/ });
    fireEvent.click(again);
    expect(again.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('dialog')).toBeNull();
    await publish(journal({ key: 'k1', call: 'account.resetPlay', state: 'settled' }));
    expect(text()).toContain('Done. The exchange has booked it.');
    expect(again.getAttribute('aria-disabled')).toBe('false');
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
  const path = '/property/coinRecord?asset=USDT';
  const requested = () => viewsOf('records').at(-1)?.view;
  const reachEnd = () => act(async () => seen.at(-1)?.(true));

  it('go on as the end comes near, up to their end', async () => {
    show(<CoinRecordScreen />, path);
    expect(requested()).toEqual({ kind: 'records', asset: 'USDT', want: 50 });
    await publish(records(50, { more: true }));
    expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('-1');
    await reachEnd();
    expect(requested()).toMatchObject({ want: 100 });
    await publish(records(50, { more: true, loading: true }));
    expect(seen).toEqual([]);
    await publish(records(100, { more: true }));
    await reachEnd();
    expect(requested()).toMatchObject({ want: 150 });
    await publish(records(120));
    expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('120');
    expect(text()).toContain('No more records');
    expect(viewsOf('records')).toHaveLength(1);
  });
  it('show sign, colour and running balance, or none of them', async () => {
    show(<CoinRecordScreen />, path);
    await publish(records(1));
    const item = screen.getByRole('listitem');
    for (const part of ['Transfer', 'Spot', '12:00', '−770.5', '880.25'])
      expect(item.textContent).toContain(part);
    expect(within(item).getByText('−770.5').dataset['direction']).toBe('down');
    await act(async () => changeSettings({ hideAmounts: true }));
    expect(item.innerHTML).not.toMatch(/770|880|direction/);
  });
  it('are empty in words, and fail alone', async () => {
    show(<CoinRecordScreen />, path);
    await publish(records(0));
    expect(text()).toContain('No movements');
    await publish(records(0, { failed: { code: 'timedOut', message: '' } }));
    fireEvent.click(screen.getByRole('button', { name: /click to reload/ }));
    await publish(records(3));
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    const before = requested();
    await publish(records(3, { more: true, failed: { code: 'timedOut', message: '' } }));
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: /click to reload/ }));
    expect(requested()).toEqual(before);
    expect(requested()).not.toBe(before);
  });
  it('are narrowed down by every filter', async () => {
    show(<CoinRecordScreen />, path);
    await publish(balances());
    vi.useFakeTimers({ now: new Date(2026, 2, 12), toFake: ['Date'] });
    await narrowBy({ Asset: 'ETH', Account: 'Futures', Kind: 'Price P/L' }, [
      'Monday, March 9, 2026',
      'Tuesday, March 10, 2026',
    ]);
    vi.useRealTimers();
    expect(requested()).toEqual({
      kind: 'records',
      want: 50,
      asset: 'ETH',
      account: 'futures',
      movement: 'realizedPl',
      from: new Date(2026, 2, 9).getTime(),
      to: new Date(2026, 2, 11).getTime() - 1,
    });
    await clearFilters();
    expect(requested()).toEqual({ kind: 'records', want: 50 });
  });
  it.each(['asset=%3Cb%3E', 'account=house', 'kind=theft', 'from=2026-13-77', 'to=yesterday', 'x=1'])(
    'leave out what makes no sense in the address: %s',
    (query) => {
      expect(filterFrom(new URLSearchParams(query))).toEqual({});
    },
  );

  describe('as a file', () => {
    const clicked: { href: string; download: string }[] = [];
    const make = vi.fn((_blob: Blob) => 'blob:made');
    const revoke = vi.fn();
    beforeEach(() => {
      clicked.length = 0;
      make.mockClear();
      vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => make(blob as Blob));
      vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoke);
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        clicked.push({ href: this.href, download: this.download });
      });
    });
    it('hold what the filter shows, made once at a time', async () => {
      vi.useFakeTimers({ now: new Date(2026, 2, 9, 12) });
      let answer: (result: Result<string>) => void = () => undefined;
      fake.exportRecords.mockImplementation(
        (_filter: RecordsFilter) => new Promise((resolve) => (answer = resolve)),
      );
      show(<CoinRecordScreen />, path);
      const save = screen.getByRole('button', { name: 'Save as CSV' });
      fireEvent.click(save);
      fireEvent.click(save);
      expect(text()).toContain('Preparing the file…');
      expect(fake.exportRecords.mock.calls).toEqual([[{ asset: 'USDT' }]]);
      await act(async () => answer({ ok: true, data: 'id,amount\n1,2' }));
      expect(clicked).toEqual([
        { href: 'blob:made', download: 'tidemark-all-records-2026-03-09-120000.csv' },
      ]);
      expect(await make.mock.calls[0]?.[0].text()).toBe('id,amount\n1,2');
      expect(revoke).not.toHaveBeenCalled();
      vi.advanceTimersByTime(120_000);
      expect(revoke).toHaveBeenCalledWith('blob:made');
      expect(text()).not.toContain('Preparing');
    });
    it('that fail, fail in words', async () => {
      fake.exportRecords.mockResolvedValue({ ok: false, error: { code: 'networkDown', message: '' } });
      show(<CoinRecordScreen />, path);
      await tap(screen.getByRole('button', { name: 'Save as CSV' }));
      expect(text()).toContain('No connection. Check your network.');
      expect(clicked).toEqual([]);
    });
  });
});

describe('toasts', () => {
  const entry = (state: JournalFrame['entries'][number]['state'], key = 'k1') =>
    ({ key, call: 'account.transfer', state }) as const;
  const statusText = () => screen.getByRole('status').textContent ?? '';
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  beforeEach(() => void vi.useFakeTimers());

  it('never say failed while the end is unknown, and stay until there is one', async () => {
    show(<JournalToasts />);
    await publish(journal(entry('unknown')));
    expect(statusText()).toContain('We are asking the exchange what became of it.');
    expect(statusText()).not.toMatch(/fail|refus|error|wrong/i);
    await pass(60_000);
    expect(statusText()).toContain('Transfer between accounts');
    await publish(journal(entry('settled')));
    expect(statusText()).toContain('Done.');
    await pass(4_900);
    await publish(journal(entry('settled')));
    expect(statusText()).toContain('Done.');
    await pass(200);
    expect(statusText()).toBe('');
  });
  it('say what became of a call that an earlier page has sent, also when that is the first this one knows of it', async () => {
    show(<JournalToasts />);
    await publish(journal(entry('settled')));
    expect(statusText()).toContain('Done.');
    await pass(5_100);
    expect(statusText()).toBe('');
    await publish(journal(entry('settled'), entry('absent', 'k2')));
    expect(statusText()).not.toContain('Done.');
    expect(statusText()).toContain('It never reached the exchange.');
  });
  it('say that a call never arrived, until they are tapped away', async () => {
    show(<JournalToasts />);
    await publish(journal(entry('unknown', 'k2')));
    await publish(journal(entry('absent', 'k2')));
    expect(statusText()).toContain('It never reached the exchange.');
    await pass(6_000);
    fireEvent.click(screen.getByRole('button', { name: /never reached/ }));
    expect(statusText()).toBe('');
  });
  it('go at a tap, and come back with news', async () => {
    show(<JournalToasts />);
    await publish(journal(entry('unknown')));
    fireEvent.click(screen.getByRole('button'));
    await publish(journal(entry('unknown')));
    expect(statusText()).toBe('');
    await publish(journal(entry('settled')));
    expect(statusText()).toContain('Done.');
  });
  it('say nothing more of what the journal forgot without an end', async () => {
    show(<JournalToasts />);
    await publish(journal(entry('unknown')));
    await publish(journal());
    expect(statusText()).toBe('');
  });
});
