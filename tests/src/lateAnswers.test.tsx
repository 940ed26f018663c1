// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { JournalToasts } from '../../src/app/JournalToasts.tsx';
import { startWords } from '../../src/i18n/index.ts';
import ConvertScreen from '../../src/screens/convert/ConvertScreen.tsx';
import { SmallBalances } from '../../src/screens/convert/SmallBalances.tsx';
import { FuturesTrade } from '../../src/screens/perpetual/FuturesTrade.tsx';
import StopPlScreen from '../../src/screens/perpetual/StopPlScreen.tsx';
import ConfirmStorageScreen from '../../src/screens/storage/ConfirmStorageScreen.tsx';
import { signIn } from '../../src/state/login.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { ScaledSheet } from '../../src/ui/ticket/ScaledSheet.tsx';
import type { Frame } from '../../workers/api.ts';
import { account, ID, order, position, ticker, ticket } from '../support/futuresFrames.ts';
import { fake, forgetWorker, Place, place, publish, tap, type, viewOf } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
vi.mock('../../src/ui/market/MarketChart.tsx', async () => (await import('../support/page.tsx')).fakeChart);

/** Answers of the exchange that a test lets come, by the order in which they were requested. */
const answers: Array<(result: object) => void> = [];
const answer = (result: object) => act(async () => answers.shift()?.(result));
const settled = (data: object = {}) => ({ state: 'settled', data });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const sheet = () => within(screen.getByRole('dialog'));
const showAt = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/trade" element={<FuturesTrade id={ID} kind="perpetual" onMissing={undefined} />} />
        <Route path="/stopPl" element={<StopPlScreen />} />
        <Route path="/confirmLock/:id" element={<ConfirmStorageScreen />} />
        <Route path="/convert" element={<ConvertScreen />} />
        <Route path="*" element={null} />
      </Routes>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="/trade">Trade</Link>
      <Link to="/confirmLock/2">Plan</Link>
      <Link to="/convert">Convert</Link>
      <Place />
      <JournalToasts />
    </MemoryRouter>,
  );
/** The sheet of the leverage, with the answer to how it stands. */
async function showLeverage(): Promise<void> {
  showAt('/trade');
  await publish(ticker);
  await publish(ticket());
  await tap(button('Leverage: 20×'));
  const terms = { view: undefined, mode: 'cross', leverage: 20, mostLeverage: 125, tiers: [] };
  await publish({ kind: 'futuresTerms', ...terms } as unknown as Frame);
}
const leave = () => tap(screen.getByRole('link', { name: 'Elsewhere' }));

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signIn('token-of-ada');
  changeSettings({ hideAmounts: false, confirmOrders: false, oneTapOrders: false });
  answers.length = 0;
  fake.submit.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
});
afterEach(async () => {
  cleanup();
  forgetWorker();
  // What is under way is known by its name alone: files that come next would wait for these answers.
  for (const send of answers.splice(0)) send({ state: 'unknown', key: 'left' });
  await Promise.resolve();
});

describe('the answer to an order that comes late', () => {
  const amount = () => screen.getByLabelText<HTMLInputElement>('Quantity');
  const sendOne = async () => {
    await publish(ticker);
    await type(amount(), '0.05');
    await publish(ticket());
    await tap(button('Open long BTC'));
    expect(fake.submit).toHaveBeenCalledOnce();
  };
  const placed = settled({ order: { id: 9, side: 'buy', status: 'open', filled: '0', quantity: '0.05' } });

  it('leaves what is typed for the next one', async () => {
    showAt('/trade');
    await sendOne();
    await type(amount(), '1');
    await answer(placed);
    expect(amount().value).toBe('1');
  });
  const comeBack = async () => {
    await tap(screen.getByRole('link', { name: 'Trade' }));
    await publish(ticker);
  };
  const leaveAndComeBack = async () => {
    await leave();
    await comeBack();
  };
  it('empties the ticket also when the screen has been left', async () => {
    showAt('/trade');
    await sendOne();
    await leave();
    await answer(placed);
    await comeBack();
    expect(amount().value).toBe('');
  });
  it('empties the ticket also when the screen has been left and opened again', async () => {
    showAt('/trade');
    await sendOne();
    await leaveAndComeBack();
    expect(amount().value).toBe('0.05');
    await answer(placed);
    expect(amount().value).toBe('');
    await leaveAndComeBack();
    expect(amount().value).toBe('');
  });
  const journal = (state: string, key = 'lost') =>
    publish({
      kind: 'journal',
      entries: [{ key, call: 'perpetual.place', state }],
      isLasting: true,
    } as unknown as Frame);
  it('empties the ticket once the journal says that what was in doubt was done', async () => {
    showAt('/trade');
    await sendOne();
    await answer({ state: 'unknown', key: 'lost' });
    await journal('unknown');
    expect(amount().value).toBe('0.05');
    await journal('settled');
    expect(amount().value).toBe('');
  });
  it('empties the ticket also when it is done after the screen has been left', async () => {
    showAt('/trade');
    await sendOne();
    await answer({ state: 'unknown', key: 'left behind' });
    await journal('unknown', 'left behind');
    await leave();
    await journal('settled', 'left behind');
    await comeBack();
    expect(amount().value).toBe('');
  });
  it('leaves the ticket as it is when what was in doubt was not done, or another is typed', async () => {
    showAt('/trade');
    await sendOne();
    await answer({ state: 'unknown', key: 'lost' });
    await journal('unknown');
    await type(amount(), '0.06');
    await journal('settled');
    expect(amount().value).toBe('0.06');
    await publish(ticket());
    await tap(button('Open long BTC'));
    await answer({ state: 'unknown', key: 'second' });
    await journal('unknown', 'second');
    await journal('absent', 'second');
    expect(amount().value).toBe('0.06');
  });
  it('leaves what is typed into the ticket that is opened again', async () => {
    showAt('/trade');
    await sendOne();
    await leaveAndComeBack();
    await type(amount(), '0.06');
    await answer(placed);
    expect(amount().value).toBe('0.06');
  });
});

describe('the answer that comes after its sheet was closed', () => {
  it('closes no other sheet: a change of one order leaves the form of the next', async () => {
    showAt('/trade');
    await publish(ticker);
    await publish(
      account({
        orders: [order(), order({ id: 8, raw: { price: '60000', trigger: '', quantity: '0.05' } })],
      }),
    );
    await tap(screen.getByRole('tab', { name: /Orders/ }));
    const [first, second] = screen.getAllByRole('button', { name: 'Edit' });
    await tap(first as Element);
    await type(sheet().getByLabelText('Price'), '61100');
    await tap(sheet().getByRole('button', { name: 'Save changes' }));
    await tap(sheet().getByRole('button', { name: 'Close' }));
    await tap(second as Element);
    await answer(settled());
    expect(sheet().getByLabelText<HTMLInputElement>('Price').value).toBe('60000');
  });
  it('closes no other sheet: a close that was sent leaves the margin that is being typed', async () => {
    showAt('/trade');
    await publish(ticker);
    await publish(account({ positions: [position] }));
    await tap(button('Close'));
    await publish({
      kind: 'futuresClose',
      tick: '0.1',
      view: undefined,
      quick: {},
      quantity: '0.05',
      liquidation: { kind: 'none' },
      request: { quantity: '0.05' },
    } as unknown as Frame);
    await tap(sheet().getByRole('button', { name: /0\.05/ }));
    expect(fake.submit).toHaveBeenCalledOnce();
    await tap(sheet().getAllByRole('button', { name: 'Close' })[0] as Element);
    await tap(button('Margin'));
    await answer(settled({ order: { id: 9, side: 'sell', status: 'open', filled: '0', quantity: '0.05' } }));
    expect(screen.getByRole('dialog').textContent).toContain('Amount');
  });
  it('is not waited for twice: a close tapped before the first prices is sent once they are there', async () => {
    showAt('/trade');
    await publish(ticker);
    await publish(account({ positions: [position] }));
    await tap(button('Close'));
    const closeFrame = (change: object) =>
      ({
        kind: 'futuresClose',
        view: undefined,
        tick: '0.1',
        quick: {},
        quantity: '0.05',
        liquidation: { kind: 'none' },
        ...change,
      }) as unknown as Frame;
    await publish(closeFrame({ blocked: 'marketStale' }));
    expect(screen.getByRole('dialog').textContent).not.toContain('Prices are old.');
    await tap(sheet().getByRole('button', { name: /0\.05/ }));
    expect(fake.submit).not.toHaveBeenCalled();
    await publish(closeFrame({ request: { quantity: '0.05' } }));
    expect(fake.submit).toHaveBeenCalledOnce();
  });
  it('closes no other sheet: leverage that was sent leaves the sheet that was opened again', async () => {
    await showLeverage();
    await tap(button('Save'));
    expect(fake.submit).toHaveBeenCalledOnce();
    await tap(sheet().getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await tap(button('Leverage: 20×'));
    await answer(settled());
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
  it.each([
    [
      'a scaled order',
      (onClose: () => void) => (
        <ScaledSheet
          product="spot"
          id="BTC-USDT"
          market={undefined}
          sides={{ buy: 'Buy', sell: 'Sell' }}
          side="buy"
          onClose={onClose}
        />
      ),
      { kind: 'scaled', view: undefined, levels: [], errors: {}, order: { count: 4 } },
      'Place 4 orders',
    ],
    [
      'a conversion of small balances',
      (onClose: () => void) => <SmallBalances onClose={onClose} />,
      { kind: 'convertSmall', view: undefined, isKnown: true, lines: [{ asset: 'SOL' }], order: {} },
      'Convert',
    ],
  ])('closes no other sheet: %s leaves the one that is open by then', async (_, sheetOf, frame, action) => {
    const closed = vi.fn();
    const { unmount } = render(<MemoryRouter>{sheetOf(closed)}</MemoryRouter>);
    await publish(frame as unknown as Frame);
    await tap(button(action));
    expect(fake.submit).toHaveBeenCalledOnce();
    unmount();
    await answer(settled({ orders: [] }));
    expect(closed).not.toHaveBeenCalled();
  });
});

it('each tap on leverage counts, however late the worker answers', async () => {
  await showLeverage();
  const range = sheet().getByRole<HTMLInputElement>('slider', { name: 'Leverage' });
  for (const _ of ['first', 'second', 'third']) await tap(button('More leverage'));
  expect(viewOf('futuresTerms')).toMatchObject({ leverage: 23 });
  expect([range.value, sheet().getByRole('status').textContent]).toEqual(['23', '23×']);
  await tap(button('50×'));
  await tap(button('Less leverage'));
  expect(viewOf('futuresTerms')).toMatchObject({ leverage: 49 });
});

it('the most that can be added is never taken for what can be taken out', async () => {
  showAt('/trade');
  await publish(ticker);
  await publish(account({ positions: [position] }));
  await tap(button('Margin'));
  const margin = {
    kind: 'futuresMargin',
    view: undefined,
    mostDigits: '9878',
    liquidation: { kind: 'none' },
  };
  await publish(margin as unknown as Frame);
  await tap(sheet().getByRole('button', { name: 'Remove margin', pressed: false }));
  await tap(sheet().getByRole('button', { name: 'Max' }));
  expect(viewOf('futuresMargin')).toMatchObject({ way: 'take', amount: '' });
  await publish({ ...margin, mostDigits: '12' } as unknown as Frame);
  await tap(sheet().getByRole('button', { name: 'Max' }));
  expect(viewOf('futuresMargin')).toMatchObject({ way: 'take', amount: '12' });
});

it('a late answer to a take-profit leaves the stop-loss that is typed meanwhile', async () => {
  showAt(`/stopPl?market=${ID}`);
  await publish(account({ positions: [position] }));
  const [profit, stop] = ['profit', 'stop'].map((name) =>
    document.querySelector(`fieldset[data-kind="${name}"] input[inputmode="decimal"]`),
  );
  await type(profit as Element, '70000');
  await publish({
    kind: 'futuresGuard',
    tick: '0.1',
    view: undefined,
    canSend: true,
    takeProfit: { request: { by: 'price', value: '70000', source: 'last' } },
    stopLoss: {},
    trailing: {},
  } as unknown as Frame);
  await tap(button('Set'));
  expect(fake.submit).toHaveBeenCalledOnce();
  await type(stop as Element, '55000');
  await answer(settled());
  expect(viewOf('futuresGuard')).toMatchObject({ takeProfit: { value: '' }, stopLoss: { value: '55000' } });
});

it('guards that were typed for a position are gone with it, and do not stand for the one that is in its place', async () => {
  showAt(`/stopPl?market=${ID}&stop=55000`);
  await publish(account({ positions: [position] }));
  const field = (name: string) =>
    document.querySelector<HTMLInputElement>(`fieldset[data-kind="${name}"] input[inputmode="decimal"]`);
  await type(field('profit') as Element, '70000');
  await publish(account({ positions: [{ ...position, quantity: '0.10' }] }));
  expect([field('profit')?.value, field('stop')?.value]).toEqual(['70000', '55000']);
  await publish(account({ positions: [{ ...position, id: position.id + 1, side: 'short' }] }));
  expect([field('profit')?.value, field('stop')?.value]).toEqual(['', '']);
  expect(viewOf('futuresGuard')).toMatchObject({ takeProfit: { value: '' }, stopLoss: { value: '' } });
});

/** What the worker says of a deposit. */
async function publishPlan(): Promise<void> {
  const plan = {
    id: 2,
    asset: 'USDT',
    iconId: null,
    rate: '',
    yearly: '',
    days: 30,
    leftPermille: 1,
    status: 'open',
  };
  const figure = { days: 30, points: [], chosen: {}, breakEven: undefined };
  const form = { plan, figure, amount: '10', order: { plan: 2, version: 3, amount: '10' } };
  await publish({ kind: 'storageTicket', view: undefined, isUnknown: false, form } as unknown as Frame);
}
/** A deposit that is sent, and has no answer yet. */
async function sendDeposit(): Promise<void> {
  showAt('/confirmLock/2');
  await publishPlan();
  await type(deposit(), '10');
  await publishPlan();
  await tap(screen.getByRole('checkbox', { name: /storage agreement/ }));
  await tap(button('Subscribe'));
  await tap(sheet().getByRole('button', { name: 'Subscribe' }));
  expect(fake.submit).toHaveBeenCalledOnce();
}
const deposit = () => screen.getByLabelText<HTMLInputElement>('Escrow amount');
async function backToPlan(): Promise<void> {
  await tap(screen.getByRole('link', { name: 'Plan' }));
  await publishPlan();
}

it('a deposit that is opened late takes nobody away from where they are by then', async () => {
  await sendDeposit();
  await leave();
  await answer(settled({ order: { id: 41 } }));
  expect(place.path).toBe('/elsewhere');
  await backToPlan();
  expect(deposit().value).toBe('');
});

it('a deposit that is opened late does not stand in its form, opened again, to be sent once more', async () => {
  await sendDeposit();
  await leave();
  await backToPlan();
  expect(deposit().value).toBe('10');
  await answer(settled({ order: { id: 41 } }));
  expect([place.path, deposit().value]).toEqual(['/confirmLock/2', '']);
});

it.each(['left', 'open again'])(
  'a conversion that ends late empties its form, which is %s by then',
  async (now) => {
    showAt('/convert');
    const give = () => screen.getByLabelText<HTMLInputElement>('You give');
    const side = { asset: 'USDT', iconId: null, available: '900', amount: '100', digits: '100' };
    await type(give(), '100');
    const quote = { from: side, to: { ...side, asset: 'BTC' }, errors: {}, order: { quote: 'quote-1' } };
    await publish({ kind: 'convert', view: undefined, ...quote } as unknown as Frame);
    await tap(button('Convert'));
    await tap(sheet().getByRole('button', { name: 'Convert' }));
    expect(fake.submit).toHaveBeenCalledOnce();
    await leave();
    const back = () => tap(screen.getByRole('link', { name: 'Convert' }));
    if (now === 'open again') await back();
    await answer(settled({ conversion: { id: 7, journal: 42 } }));
    if (now === 'left') await back();
    expect(give().value).toBe('');
  },
);
