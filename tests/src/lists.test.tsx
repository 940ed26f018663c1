// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useStoredScroll } from '../../src/app/scroll.ts';
import { startWords } from '../../src/i18n/index.ts';
import { ContractLists } from '../../src/screens/cycle/ContractLists.tsx';
import { useContracts } from '../../src/screens/cycle/useContracts.ts';
import { Orders } from '../../src/screens/orders/Orders.tsx';
import { Positions } from '../../src/screens/perpetual/Positions.tsx';
import { OpenOrders } from '../../src/screens/trade/OpenOrders.tsx';
import { signIn } from '../../src/state/login.ts';
import { VirtualList } from '../../src/ui/VirtualList.tsx';
import type { CycleLine, CycleOpenFrame, OrderLine } from '../../workers/api.ts';
import { account, order, position } from '../support/futuresFrames.ts';
import { forgetWorker, publish, tap } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

/** A window of 700 px, and rows of 100: without a layout of its own, the page takes heights from here. */
function layOut(): void {
  const high = (element: HTMLElement) => (element.tagName === 'LI' ? 100 : 700);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return high(this);
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1_000_000);
}

const MANY = 2_400;
const many = <T,>(make: (id: number) => T): T[] =>
  Array.from({ length: MANY }, (_, place) => make(MANY - place));
/** Until the page is about to be painted. */
const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
const rows = () => [...document.querySelectorAll<HTMLElement>('li[data-index]')];
const places = () => rows().map(({ dataset }) => Number(dataset['index']));
const scroller = () => screen.getByTestId('scroller');
const scrollTo = (top: number) =>
  act(async () => {
    scroller().scrollTop = top;
    fireEvent.scroll(scroller());
  });
const inScroller = (element: ReactNode) => (
  <div data-testid="scroller" style={{ overflowY: 'auto' }}>
    {element}
  </div>
);
const show = (element: ReactNode) => render(<MemoryRouter>{inScroller(element)}</MemoryRouter>);

/** Only a window of rows is there, and scrolling reaches the last. */
async function expectWindow(): Promise<void> {
  expect(places()[0]).toBe(0);
  expect(rows().length).toBeLessThan(40);
  expect(rows()[0]?.getAttribute('aria-posinset')).toBe('1');
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe(`${MANY}`);
  await scrollTo(900_000);
  expect(places().at(-1)).toBe(MANY - 1);
  expect(rows().length).toBeLessThan(40);
}

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  signIn('token-of-ada');
  layOut();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  forgetWorker();
});

const orderLine = (id: number): OrderLine => ({
  id,
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
});

describe('of thousands, only those in sight exist:', () => {
  it('open orders of the spot market', async () => {
    show(<OpenOrders id="BTC-USDT" market={undefined} />);
    await publish({ kind: 'orders', isKnown: true, lines: many(orderLine) });
    await expectWindow();
  });
  it('records of orders', async () => {
    show(<Orders filter={{}} />);
    await publish({ kind: 'orderHistory', lines: many(orderLine), more: false, loading: false });
    await expectWindow();
  });
  it('positions, and open orders of perpetuals', async () => {
    show(<Positions id="BTC-USDT-PERP" name="BTC/USDT" />);
    await publish(
      account({
        positions: many((id) => ({ ...position, id, market: `M${id}` })),
        orders: many((id) => order({ id })),
      }),
    );
    await tap(screen.getByRole('button', { name: /^All markets/ }));
    await expectWindow();
    await scrollTo(0);
    await tap(screen.getByRole('tab', { name: /^Orders/ }));
    await expectWindow();
  });
  it('positions, whose high cards come and go a frame each', async () => {
    show(<Positions id="BTC-USDT-PERP" name="BTC/USDT" />);
    await publish(account({ positions: many((id) => ({ ...position, id, market: `M${id}` })) }));
    await tap(screen.getByRole('button', { name: /^All markets/ }));
    const atHead = rows().length;
    await vi.waitFor(() => expect(rows().length).toBeGreaterThan(atHead), 10_000);
    await scrollTo(100_000);
    const near = () => places().filter((place) => place > 100).length;
    const atOnce = near();
    expect(places()[0]).toBeLessThan(3);
    await vi.waitFor(() => expect(near()).toBeGreaterThan(atOnce + 1), 10_000);
    await vi.waitFor(() => expect(places()[0]).toBeGreaterThan(100), 10_000);
  });
  it('of what many jumps leave behind, never more than a few frames bring', async () => {
    show(list(many((id) => id)));
    for (let jump = 1; jump <= 40; jump++) {
      await scrollTo(jump * 5_000);
      await frame();
      await frame();
    }
    expect(rows().length).toBeLessThan(160);
    await vi.waitFor(() => expect(places()[0]).toBeGreaterThan(1_900), 10_000);
    expect(rows().length).toBeLessThan(40);
  });
  it('cycle contracts', async () => {
    const line = (id: number) =>
      ({
        id,
        outcome: null,
        state: 'running',
        cycle: '60s',
        direction: 'up',
        name: '',
        countdown: '',
      }) as CycleLine;
    show(<Contracts />);
    await publish({
      kind: 'cycleOpen',
      isKnown: true,
      open: many(line),
      ended: [],
      marks: [],
    } as unknown as CycleOpenFrame);
    await expectWindow();
  });
});

const keyOf = (id: number) => id;
const list = (ids: readonly number[]) => (
  <VirtualList items={ids} keyOf={keyOf} rowPx={100}>
    {(id) => <button type="button">{`Row ${id}`}</button>}
  </VirtualList>
);
function Growing() {
  const [ids, setIds] = useState(() => many((id) => id));
  return (
    <>
      {list(ids)}
      <button type="button" onClick={() => setIds((before) => [before.length + 1, ...before])}>
        add
      </button>
    </>
  );
}
function Contracts() {
  return <ContractLists contracts={useContracts({})} />;
}
function Page() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate('/other')}>
        go
      </button>
      {inScroller(list(many((id) => id)))}
    </>
  );
}
/** A screen that scrolls; while one is away, `newer.count` rows come above the others. */
const newer = { count: 0 };
function Returning() {
  const navigate = useNavigate();
  const body = useRef<HTMLDivElement>(null);
  useStoredScroll(body);
  const [ids] = useState(() =>
    Array.from({ length: MANY + newer.count }, (_, at) => MANY + newer.count - at),
  );
  return (
    <>
      <button type="button" onClick={() => navigate('/other')}>
        go
      </button>
      <div ref={body} data-testid="scroller" style={{ overflowY: 'auto' }}>
        {list(ids)}
      </div>
    </>
  );
}
function Other() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate(-1)}>
      back
    </button>
  );
}

describe('a list of any length', () => {
  it('keeps the row that has the focus, and its neighbours, however far one scrolls', async () => {
    show(list(many((id) => id)));
    await act(async () => screen.getByRole('button', { name: `Row ${MANY - 3}` }).focus());
    await scrollTo(100_000);
    expect(document.activeElement?.textContent).toBe(`Row ${MANY - 3}`);
    expect(places().slice(0, 3)).toEqual([2, 3, 4]);
    expect(places().at(-1)).toBeGreaterThan(900);
    await act(async () => (document.activeElement as HTMLElement).blur());
    expect(places()[0]).toBeGreaterThan(900);
  });

  it('stays at its row when others come above it, and shows them to a reader at its head', async () => {
    show(<Growing />);
    await tap(screen.getByRole('button', { name: 'add' }));
    expect(scroller().scrollTop).toBe(0);
    await scrollTo(50_000);
    await tap(screen.getByRole('button', { name: 'add' }));
    expect(scroller().scrollTop).toBe(50_100);
  });

  it('finds its rows as high as they were, on the way back', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return this.tagName === 'LI' ? 37 : 700;
    });
    render(
      <MemoryRouter initialEntries={['/list']}>
        <Routes>
          <Route path="/list" element={<Page />} />
          <Route path="/other" element={<Other />} />
        </Routes>
      </MemoryRouter>,
    );
    const height = () => document.querySelector('ul')?.style.height;
    const before = height();
    expect(before).not.toBe(`${MANY * 100}px`);
    await tap(screen.getByRole('button', { name: 'go' }));
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
    await tap(screen.getByRole('button', { name: 'back' }));
    expect(height()).toBe(before);
  });

  it('leads back to the row that was seen, though what stands above it has become higher', async () => {
    newer.count = 0;
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return new DOMRect(0, this.tagName === 'UL' ? -scroller().scrollTop : 0, 390, 700);
    });
    render(
      <MemoryRouter initialEntries={['/list']}>
        <Routes>
          <Route path="/list" element={<Returning />} />
          <Route path="/other" element={<Other />} />
        </Routes>
      </MemoryRouter>,
    );
    await scrollTo(50_030);
    await tap(screen.getByRole('button', { name: 'go' }));
    newer.count = 3;
    await tap(screen.getByRole('button', { name: 'back' }));
    expect(scroller().scrollTop).toBe(50_330);
  });
});
