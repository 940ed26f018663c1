// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import ConvertRecordScreen from '../../src/screens/convert/ConvertRecordScreen.tsx';
import ConvertScreen from '../../src/screens/convert/ConvertScreen.tsx';
import TransferScreen from '../../src/screens/transfer/TransferScreen.tsx';
import { signIn, signOut } from '../../src/state/login.ts';
import { changeSettings } from '../../src/state/settings.ts';
import type { ConversionsFrame, ConvertFrame, ConvertSmallFrame, TransferFrame } from '../../workers/api.ts';
import { fake, forgetWorker, Place, place, publish, tap, text, type, viewOf } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const show = (element: React.ReactNode, path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      {element}
      <Place />
    </MemoryRouter>,
  );
/** A frame of whatever view is open. */
type Unsaid<F extends { view: unknown }> = Omit<F, 'view'> & { readonly view: undefined };
const part = (asset: string, amount: string) => ({
  asset,
  iconId: null,
  available: '900.00',
  amount,
  digits: amount,
});
const quote: Unsaid<ConvertFrame> = {
  kind: 'convert',
  view: undefined,
  from: part('USDT', '100'),
  to: part('BTC', '0.001998'),
  mostDigits: '900',
  least: '0.001',
  most: '1,000,000.00 USDT',
  price: '1 USDT = 0.00001998 BTC',
  isAbout: false,
  spread: '0.10%',
  cost: '0.000002 BTC',
  seconds: '8',
  errors: {},
  order: { quote: 'quote-1' },
};
const publishConvert = (change: Partial<ConvertFrame> = {}) =>
  publish({ ...quote, ...change } as unknown as ConvertFrame);
const give = () => screen.getByLabelText<HTMLInputElement>('You give');
const receive = () => screen.getByLabelText<HTMLInputElement>('You receive');
const button = (name: string) => screen.getByRole('button', { name });
const inSheet = () => within(screen.getByRole('dialog'));

beforeAll(() => startWords('en_us'));
beforeEach(() => signIn('token'));
afterEach(() => {
  cleanup();
  forgetWorker();
  sessionStorage.clear();
  changeSettings({ hideAmounts: false });
});

describe('a conversion', () => {
  it('asks for what is typed on either side, and shows what the other becomes', async () => {
    show(<ConvertScreen />, '/convert');
    await type(give(), '100');
    expect(viewOf('convert')).toMatchObject({ from: 'USDT', to: 'BTC', side: 'from', amount: '100' });
    await publishConvert();
    expect(receive().value).toBe('0.001998');
    await type(receive(), '0.5');
    expect(viewOf('convert')).toMatchObject({ side: 'to', amount: '0.5' });
    // What was said of another amount says nothing of this one.
    expect(give().value).toBe('');
    await publishConvert({ from: part('USDT', '25025') });
    expect([give().value, receive().value]).toEqual(['25025', '0.5']);
  });
  it('sends the quote that is shown once, and shows its receipt', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: { conversion: { id: 7, journal: 42 } } });
    show(<ConvertScreen />, '/convert');
    await type(give(), '100');
    await publishConvert();
    await tap(button('Convert'));
    await publishConvert({ order: { quote: 'quote-2' }, to: part('BTC', '0.001997') });
    expect(inSheet().getByText('0.001997 BTC')).toBeDefined();
    await tap(inSheet().getByRole('button', { name: 'Convert' }));
    expect(fake.submit.mock.calls).toEqual([['convert.accept', { quote: 'quote-2' }]]);
    expect(inSheet().getByText('Converted')).toBeDefined();
    expect(inSheet().getByText('42')).toBeDefined();
    expect(viewOf('convert')).toMatchObject({ amount: '', turn: 1 });
  });
  it('says on its sheet that no quote stands, and why nothing is converted any more', async () => {
    show(<ConvertScreen />, '/convert');
    await type(give(), '100');
    await publishConvert();
    await tap(button('Convert'));
    const isOff = () => inSheet().getByRole('button', { name: 'Convert' }).getAttribute('aria-disabled');
    expect(isOff()).toBe('false');
    await publish({ ...quote, order: undefined, seconds: '' } as unknown as ConvertFrame);
    expect(isOff()).toBe('true');
    await publish({ ...quote, order: undefined, blocked: 'unavailable' } as unknown as ConvertFrame);
    await tap(inSheet().getByRole('button', { name: 'Convert' }));
    expect(inSheet().getByRole('status').textContent).not.toBe('');
    expect(fake.submit).not.toHaveBeenCalled();
    await publishConvert();
    expect(isOff()).toBe('false');
  });
  it('is not sent while no quote stands, or while something is wrong', async () => {
    show(<ConvertScreen />, '/convert');
    await type(give(), '0.0001');
    await publish({
      ...quote,
      order: undefined,
      errors: { from: 'convertTooSmall' },
    } as unknown as ConvertFrame);
    expect(text()).not.toContain('smallest amount');
    await tap(button('Convert'));
    expect(text()).toContain('The smallest amount that can be converted is 0.001.');
    expect(screen.queryByRole('dialog')).toBeNull();
    await type(give(), '100');
    await tap(button('Convert'));
    expect(fake.submit).not.toHaveBeenCalled();
  });
  it('that is tapped before its quote is there opens its question when that comes, unless another is typed by then', async () => {
    show(<ConvertScreen />, '/convert');
    await type(give(), '100');
    await tap(button('Convert'));
    expect(button('Convert').getAttribute('aria-busy')).toBe('true');
    await type(give(), '200');
    await publishConvert();
    expect(screen.queryByRole('dialog')).toBeNull();
    await type(give(), '300');
    await tap(button('Convert'));
    await publish({ ...quote, order: undefined, seconds: '' } as unknown as ConvertFrame);
    expect(screen.queryByRole('dialog')).toBeNull();
    await publishConvert();
    expect(inSheet().getByText('0.001998 BTC')).toBeDefined();
    expect(fake.submit).not.toHaveBeenCalled();
    await tap(inSheet().getByRole('button', { name: 'Back' }));
    await publishConvert({ order: { quote: 'quote-2' } });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('that was refused says why and takes another quote', async () => {
    fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'convertLimit', message: '' } });
    show(<ConvertScreen />, '/convert');
    await type(give(), '100');
    await publishConvert();
    await tap(button('Convert'));
    await tap(inSheet().getByRole('button', { name: 'Convert' }));
    expect(text()).toContain('We cannot convert this much of it right now.');
    expect(viewOf('convert')).toMatchObject({ amount: '100', turn: 1 });
    await type(give(), '50');
    expect(text()).not.toContain('We cannot convert this much of it right now.');
  });
  it('swaps its sides, what was typed with them, and takes its terms from the address', async () => {
    show(<ConvertScreen />, '/convert?from=ETH&to=SOL&amount=2.5');
    expect(viewOf('convert')).toMatchObject({ from: 'ETH', to: 'SOL', side: 'from', amount: '2.5' });
    await tap(button('Swap the two assets'));
    expect(viewOf('convert')).toMatchObject({ from: 'SOL', to: 'ETH', side: 'to', amount: '2.5' });
  });
  it('leads who is not logged in to the login and back', async () => {
    signOut();
    show(<ConvertScreen />, '/convert?from=ETH');
    await tap(screen.getByRole('link', { name: 'Log in' }));
    expect(place.path).toBe('/login');
    expect(sessionStorage.getItem('TIDEMARK_RETURN')).toBe('/convert?from=ETH');
  });
});

it('small balances are sent without those that are left out', async () => {
  fake.submit.mockResolvedValue({ state: 'settled', data: { conversions: [] } });
  show(<ConvertScreen />, '/convert');
  await tap(button('Small balances'));
  const small: Unsaid<ConvertSmallFrame> = {
    kind: 'convertSmall',
    view: undefined,
    isKnown: true,
    to: 'USDT',
    below: '5.00 USDT',
    lines: ['SOL', 'XRP'].map((asset) => ({ asset, iconId: null, amount: '1', received: '1.50 USDT' })),
    total: '3.00 USDT',
    cost: '0.01 USDT',
    seconds: '8',
    order: { quote: 'small-1', assets: ['SOL', 'XRP'] },
  };
  await publish(small as unknown as ConvertSmallFrame);
  await tap(inSheet().getByRole('checkbox', { name: /SOL/ }));
  expect(viewOf('convertSmall')).toMatchObject({ without: ['SOL'] });
  // Until the worker has answered for the choice, nothing is sent, and the button shows it.
  expect(inSheet().getByRole('button', { name: 'Convert' }).getAttribute('aria-disabled')).toBe('true');
  await tap(inSheet().getByRole('button', { name: 'Convert' }));
  expect(fake.submit).not.toHaveBeenCalled();
  await publish({
    ...small,
    total: '1.50 USDT',
    order: { quote: 'small-1', assets: ['XRP'] },
  } as unknown as ConvertSmallFrame);
  await tap(inSheet().getByRole('button', { name: 'Convert' }));
  expect(fake.submit.mock.calls).toEqual([['convert.acceptSmall', { quote: 'small-1', assets: ['XRP'] }]]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the record says what was done, and does it again', async () => {
  show(<ConvertRecordScreen />, '/convertRecord?asset=BTC&kind=quote');
  expect(viewOf('conversions')).toMatchObject({ asset: 'BTC', conversion: 'quote' });
  const frame: ConversionsFrame = {
    kind: 'conversions',
    lines: [
      {
        id: 7,
        conversion: 'quote',
        from: 'BTC',
        to: 'USDT',
        given: '0.50',
        received: '24,975.00',
        price: '1 BTC = 49,950 USDT',
        spread: '0.10%',
        time: 'Nov 18, 2026 11:00:00',
        day: 'Nov 18, 2026',
        clock: '11:00:00',
        entry: '42',
        digits: '0.5',
      },
    ],
    more: false,
    loading: false,
  };
  await publish(frame);
  expect(text()).toContain('24,975.00 USDT');
  // Its day stands above it once, its hour in its row.
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Nov 18, 2026');
  await tap(screen.getByRole('button', { name: /^BTC/ }));
  expect(screen.getByRole('link', { name: 'Repeat' }).getAttribute('href')).toBe(
    '/convert?from=BTC&to=USDT&amount=0.5',
  );
});

describe('a transfer', () => {
  const frame: Unsaid<TransferFrame> = {
    kind: 'transfer',
    view: undefined,
    isKnown: true,
    to: 'spot',
    iconId: null,
    available: '7,000.00',
    mostDigits: '7000',
    kept: '3,000.00',
    moved: '2,000.00',
    after: { from: '8,000.00', to: '12,000.00' },
    assets: [{ asset: 'USDT', iconId: null, available: '7,000.00' }],
    liquidation: {
      market: 'BTC/USDT',
      mark: '80,000.0',
      before: { kind: 'at', text: '64,000.0' },
      after: { kind: 'at', text: '68,000.0' },
    },
    order: { asset: 'USDT', from: 'futures', to: 'spot', amount: '2000' },
  };
  const publishTransfer = (change: object = {}) =>
    publish({ ...frame, ...change } as unknown as TransferFrame);

  it('says what it does to the liquidation price, and is sent once', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: { journal: 9 } });
    show(<TransferScreen />, '/transfer?from=futures');
    await type(screen.getByLabelText('Amount'), '2000');
    expect(viewOf('transfer')).toMatchObject({ asset: 'USDT', from: 'futures', amount: '2000' });
    await publishTransfer();
    for (const part of ['64,000.0', '68,000.0', '3,000.00', '8,000.00']) expect(text()).toContain(part);
    await tap(button('Transfer'));
    await tap(inSheet().getByRole('button', { name: 'Transfer' }));
    expect(fake.submit.mock.calls).toEqual([
      ['account.transfer', { asset: 'USDT', from: 'futures', to: 'spot', amount: '2000' }],
    ]);
    expect(viewOf('transfer')).toMatchObject({ amount: '' });
  });
  it('that was refused says why until another amount is typed', async () => {
    fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'transferMargin', message: '' } });
    show(<TransferScreen />, '/transfer?from=futures');
    await type(screen.getByLabelText('Amount'), '2000');
    await publishTransfer();
    await tap(button('Transfer'));
    await tap(inSheet().getByRole('button', { name: 'Transfer' }));
    expect(text()).toContain('need this money as margin');
    await type(screen.getByLabelText('Amount'), '20');
    expect(text()).not.toContain('need this money as margin');
  });
  it('that positions do not allow says so at the field', async () => {
    show(<TransferScreen />, '/transfer?from=futures');
    await type(screen.getByLabelText('Amount'), '9000');
    await publishTransfer({ order: undefined, error: 'transferMargin' });
    await tap(button('Transfer'));
    expect(text()).toContain('need this money as margin');
    expect(fake.submit).not.toHaveBeenCalled();
  });
  it('swaps its accounts and takes all that may go', async () => {
    show(<TransferScreen />, '/transfer');
    await tap(button('Swap the accounts'));
    expect(viewOf('transfer')).toMatchObject({ from: 'futures' });
    await publishTransfer();
    await tap(button('Max'));
    expect(viewOf('transfer')).toMatchObject({ amount: '7000' });
  });
  it('covers amounts while they are hidden', async () => {
    changeSettings({ hideAmounts: true });
    show(<TransferScreen />, '/transfer?from=futures');
    await publishTransfer();
    expect(text()).not.toMatch(/7,000|3,000|8,000\.00|12,000/);
  });
});
