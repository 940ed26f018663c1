// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import AddCoinAddressScreen from '../../src/screens/wallet/AddCoinAddressScreen.tsx';
import CoinAddressScreen from '../../src/screens/wallet/CoinAddressScreen.tsx';
import DepositRecordScreen from '../../src/screens/wallet/DepositRecordScreen.tsx';
import RechargeScreen from '../../src/screens/wallet/RechargeScreen.tsx';
import WithdrawalRecordScreen from '../../src/screens/wallet/WithdrawalRecordScreen.tsx';
import WithdrawBankScreen from '../../src/screens/wallet/WithdrawBankScreen.tsx';
import WithdrawScreen from '../../src/screens/wallet/WithdrawScreen.tsx';
import { signIn, signOut } from '../../src/state/login.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { toasts } from '../../src/state/toasts.ts';
import type {
  DepositLine,
  WalletBankFrame,
  WalletDepositFrame,
  WalletWithdrawFrame,
  WithdrawalLine,
} from '../../workers/api.ts';
import { fake, forgetWorker, pictures, publish, tap, text, viewsOf } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
vi.mock('../../src/state/pictures.ts', async () => (await import('../support/page.tsx')).fakePictures);

const show = (element: React.ReactNode, path = '/withdraw') =>
  act(async () => void render(<MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>));
const type = (label: string | RegExp, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const leave = (label: string | RegExp) => act(async () => void fireEvent.blur(screen.getByLabelText(label)));
const button = (name: string | RegExp) => screen.getByRole('button', { name });

const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
type WithdrawForm = NonNullable<WalletWithdrawFrame['form']>;
const withdrawForm: WithdrawForm = {
  currencies: [
    { currency: 'USDT', iconId: null },
    { currency: 'BTC', iconId: 0 },
  ],
  currency: 'USDT',
  chain: 'tron',
  chains: [
    { chain: 'tron', family: 'tron', fee: '1.00', confirmations: 3 },
    { chain: 'ethereum', family: 'evm', fee: '3.00', confirmations: 3 },
  ],
  book: [{ id: 1, address: TRON, label: 'Cold wallet', restsUntil: null }],
  whitelist: false,
  limits: {
    available: '5,000.00',
    withdrawable: '4,321.00',
    locked: '679.00',
    least: '100.00',
    most: '1,000,000.00',
    level: 1,
    levelMost: '10,000.00',
    dayLeft: '99,999,999.00',
    mostDigits: '4321',
  },
  fee: '1.00',
  received: '249.50',
  amount: '250.50',
  reading: { family: 'tron', address: TRON },
  label: '',
  errors: {},
  proof: { fundPassword: true, code: 'email', totp: false, passkey: false },
};
/** What the worker says of what is typed now. */
const publishWithdraw = (form: Partial<WithdrawForm> = {}) => {
  const view = viewsOf('walletWithdraw').at(-1)?.view as WalletWithdrawFrame['view'];
  return publish({ kind: 'walletWithdraw', view, form: { ...withdrawForm, ...form } });
};
const order = { currency: 'USDT', chain: 'tron', address: TRON, amount: '250.5' };
const line = (more: Partial<WithdrawalLine> = {}): WithdrawalLine => ({
  id: 7,
  of: 'crypto',
  currency: 'USDT',
  amount: '250.50',
  fee: '1.00',
  received: '249.50',
  receivedIn: 'USDT',
  state: 'requested',
  reason: '',
  restsUntil: null,
  place: 'tron',
  target: TRON,
  tx: '',
  confirmations: 0,
  confirmationsNeeded: 3,
  rate: '',
  canCancel: true,
  time: '21 Nov',
  updated: '21 Nov',
  ...more,
});
const publishLines = (...lines: WithdrawalLine[]) =>
  publish({ kind: 'walletWithdrawals', lines, more: false, loading: false });

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  signIn('token-of-ada');
  sessionStorage.clear();
  changeSettings({ hideAmounts: false });
  fake.call.mockImplementation(async (name: string) => {
    if (name === 'withdraw.prove') return { ok: true, data: { proof: 'proof-1', expiresAt: 1 } };
    if (name === 'withdraw.cards') return { ok: true, data: { cards: [] } };
    return { ok: false, error: { code: 'networkDown', message: '' } };
  });
});
afterEach(() => {
  cleanup();
  forgetWorker();
});

it.each([
  ['/recharge', <RechargeScreen key="1" />],
  ['/withdraw', <WithdrawScreen key="2" />],
  ['/withdrawBank', <WithdrawBankScreen key="3" />],
  ['/mine/coinAddress', <CoinAddressScreen key="4" />],
  ['/mine/addCoinAddress', <AddCoinAddressScreen key="5" />],
  ['/property/deposits', <DepositRecordScreen key="6" />],
  ['/property/withdrawals', <WithdrawalRecordScreen key="7" />],
])('whoever is not logged in is told at %s what that gives', async (path, element) => {
  signOut();
  await show(element, path);
  expect(fake.opened).toEqual([]);
  expect(fake.call).not.toHaveBeenCalled();
  expect(text()).toContain('Log in to deposit and withdraw.');
});

describe('a withdrawal', () => {
  const fill = async () => {
    await show(<WithdrawScreen />);
    await publishWithdraw({ errors: { amount: 'amountInvalid', address: 'addressEmpty' } });
    await type('Address', TRON);
    await type(/^Amount/, '250.5');
    await publishWithdraw({ order });
  };
  const proveIt = async () => {
    await tap(button('Continue'));
    await type('Funding password', 'funds123x');
    await type('Verification code', '123456');
    await tap(button('Withdraw now'));
  };

  it('asks the worker with what is typed, and shows what it comes to', async () => {
    await fill();
    expect(viewsOf('walletWithdraw').at(-1)?.view).toEqual({
      kind: 'walletWithdraw',
      currency: '',
      chain: '',
      address: TRON,
      amount: '250.5',
    });
    for (const part of ['249.50', 'Tron address, checksum right', '4,321.00', '679.00', '(level 1)'])
      expect(text()).toContain(part);
  });
  it('says what is wrong at the field once it is left, and goes no further', async () => {
    await show(<WithdrawScreen />);
    await publishWithdraw();
    await type(/^Amount/, '99');
    await publishWithdraw({ errors: { amount: 'withdrawTooSmall', address: 'addressEmpty' }, reading: {} });
    expect(text()).not.toContain('The smallest withdrawal is 100.00 USDT.');
    await leave(/^Amount/);
    expect(text()).toContain('The smallest withdrawal is 100.00 USDT.');
    await tap(button('Continue'));
    expect(text()).toContain('Enter an address.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('tells another network’s address at once', async () => {
    await show(<WithdrawScreen />);
    await publishWithdraw();
    await type('Address', '0x52908400098527886E0F7030069857D2E4169EE7');
    await publishWithdraw({ errors: { address: 'addressNetwork' }, reading: { family: 'evm' } });
    expect(text()).toContain('This address belongs to another network.');
    expect(text()).toContain('Looks like Ethereum (EVM)');
  });
  it('does nothing with an answer to what was typed before', async () => {
    await fill();
    await type(/^Amount/, '250.51');
    await tap(button('Continue'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('is confirmed with its numbers, proven, sent once, and told by its receipt', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: { withdrawal: { id: 7 } } });
    await fill();
    await tap(button('Continue'));
    const sheet = screen.getByRole('dialog');
    for (const part of ['Tron (TRC20)', TRON, '250.50 USDT', '1.00 USDT', '249.50 USDT'])
      expect(sheet.textContent).toContain(part);
    // What is requested of the worker meanwhile changes nothing of what is agreed to.
    await publishWithdraw({ fee: '9.00' });
    expect(sheet.textContent).not.toContain('9.00 USDT');
    await tap(button('Send code'));
    const code = { email: '', purpose: 'withdrawal', about: order };
    expect(fake.call).toHaveBeenCalledWith('common.sendEmail', code);
    await type('Funding password', 'funds123x');
    await type('Verification code', '123456');
    await tap(button('Withdraw now'));
    expect(fake.call).toHaveBeenCalledWith('withdraw.prove', {
      purpose: 'withdrawal',
      fundPassword: 'funds123x',
      code: '123456',
    });
    expect(fake.submit.mock.calls).toEqual([['withdraw.send', { ...order, proof: 'proof-1' }]]);
    await publishLines(line());
    expect(screen.getByRole('dialog').textContent).toContain('Withdrawal 7');
    await publishLines(line({ state: 'sent', tx: 'ff00', confirmations: 2, canCancel: false }));
    expect(screen.getByRole('dialog').textContent).toContain('2/3');
    expect(screen.getByLabelText('Address')).toHaveProperty('value', '');
  });
  it('whose receipt has not come yet keeps no other from being read', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: { withdrawal: { id: 8 } } });
    await fill();
    await publishLines(line());
    await tap(button('Continue'));
    await type('Funding password', 'funds123x');
    await type('Verification code', '123456');
    await tap(button('Withdraw now'));
    await tap(button(/−250\.50/));
    expect(screen.getByRole('dialog').textContent).toContain('Withdrawal 7');
    await publishLines(line({ id: 8 }), line());
    expect(screen.getByRole('dialog').textContent).toContain('Withdrawal 7');
  });
  it('keeps no password or code, and moves nothing, when the proof is refused', async () => {
    fake.call.mockImplementation(async () => ({
      ok: false,
      error: { code: 'fundPasswordWrong', message: '' },
    }));
    await fill();
    await proveIt();
    const field = screen.getByLabelText('Funding password');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(text()).toContain('The funding password is wrong.');
    expect(fake.submit).not.toHaveBeenCalled();
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/funds123x|123456/);
  });
  it('that is closed before its proof has come is not sent', async () => {
    const proofs: Array<(result: object) => void> = [];
    fake.call.mockImplementation((name: string) =>
      name === 'withdraw.prove'
        ? new Promise((resolve) => proofs.push(resolve))
        : Promise.resolve({ ok: false, error: { code: 'networkDown', message: '' } }),
    );
    await fill();
    await proveIt();
    await tap(screen.getByRole('button', { name: 'Close' }));
    expect(proofs).toHaveLength(1);
    await act(async () => proofs[0]?.({ ok: true, data: { proof: 'proof-1', expiresAt: 1 } }));
    expect(fake.submit).not.toHaveBeenCalled();
    expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '250.5');
  });
  it.each(['goes on', 'leaves'])('whose user %s meanwhile takes away what was sent alone', async (what) => {
    const answers: Array<(result: object) => void> = [];
    fake.submit.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    await fill();
    await proveIt();
    const isLeft = what === 'leaves';
    if (isLeft) cleanup();
    else {
      await tap(screen.getByRole('button', { name: 'Close' }));
      await type(/^Amount/, '300');
    }
    expect(answers).toHaveLength(1);
    await act(async () => answers[0]?.({ state: 'settled', data: { withdrawal: { id: 7 } } }));
    if (isLeft) {
      await show(<WithdrawScreen />);
      await publishWithdraw();
    }
    expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', isLeft ? '' : '300');
  });
  it('whose answer is lost after its sheet was closed closes no other', async () => {
    const answers: Array<(result: object) => void> = [];
    fake.submit.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    await fill();
    await proveIt();
    await tap(screen.getByRole('button', { name: 'Close' }));
    await tap(button('Continue'));
    await type('Funding password', 'funds123x');
    await act(async () => answers[0]?.({ state: 'unknown', key: 'k' }));
    expect(screen.getByLabelText('Funding password')).toHaveProperty('value', 'funds123x');
  });
  it('that the exchange refuses says why, and stays', async () => {
    fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'withdrawDayLimit', message: '' } });
    await fill();
    await proveIt();
    expect(screen.getByRole('dialog').textContent).toContain('what is left of your daily limit');
  });
  it('survives leaving the screen', async () => {
    await fill();
    cleanup();
    await show(<WithdrawScreen />);
    await publishWithdraw();
    expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '250.5');
  });
  it('takes an address from the book and the largest amount at a tap', async () => {
    await show(<WithdrawScreen />);
    await publishWithdraw();
    await tap(button('Address book'));
    await tap(within(screen.getByRole('dialog')).getByText('Cold wallet'));
    await tap(button('Max'));
    expect(viewsOf('walletWithdraw').at(-1)?.view).toMatchObject({ address: TRON, amount: '4321' });
  });
  it.each([
    ['fundPasswordMissing', 'Set a funding password first.', '/mine/fund'],
    ['contactMissing', 'Add an email or phone first.', '/mine/email'],
  ] as const)('blocked by %s leads to where that is done', async (blocked, words, way) => {
    await show(<WithdrawScreen />);
    await publishWithdraw({ blocked });
    expect(text()).toContain(words);
    expect(screen.getByRole('link', { name: 'Set it up' }).getAttribute('href')).toBe(way);
  });
  it('that rests says after what, until when and how long', async () => {
    await show(<WithdrawScreen />);
    await publishWithdraw({
      blocked: 'withdrawHeld',
      rest: { until: Date.now() + 3_599_500, after: 'passwordChanged' },
    });
    expect(text()).toMatch(/because the login password was changed\. Time left: (1:00:00|59:59)/);
  });
  it('can be asked for anew when nothing could be had', async () => {
    await show(<WithdrawScreen />);
    const view = viewsOf('walletWithdraw').at(-1)?.view as WalletWithdrawFrame['view'];
    await publish({ kind: 'walletWithdraw', view, failed: { code: 'timedOut', message: '' } });
    const before = fake.opened.length;
    await tap(screen.getAllByRole('button', { name: /click to reload/ })[0] as Element);
    expect(fake.opened.length).toBeGreaterThan(before);
  });
  it('is cancelled from its sheet while it is requested', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: {} });
    await show(<WithdrawalRecordScreen />, '/property/withdrawals');
    await publishLines(line({ reason: 'Please add a note', restsUntil: Date.UTC(2026, 10, 22) }));
    await tap(button(/250\.50 USDT/));
    expect(screen.getByRole('dialog').textContent).toMatch(/Please add a note.*Paused until/);
    await tap(button('Cancel withdrawal'));
    expect(fake.submit.mock.calls).toEqual([['withdraw.cancel', { id: 7 }]]);
    await publishLines(line({ state: 'cancelled', canCancel: false }));
    expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
  });
  it('is cancelled by another tap where the worker has died with the first', async () => {
    fake.submit.mockResolvedValue({ state: 'unknown', key: '' });
    await show(<WithdrawalRecordScreen />, '/property/withdrawals');
    await publishLines(line());
    await tap(button(/250\.50 USDT/));
    await tap(button('Cancel withdrawal'));
    await tap(button('Cancel withdrawal'));
    expect(fake.submit).toHaveBeenCalledTimes(2);
  });
  it('is nowhere in the page while amounts are hidden', async () => {
    changeSettings({ hideAmounts: true });
    await show(<WithdrawalRecordScreen />, '/property/withdrawals');
    await publishLines(line());
    expect(document.body.innerHTML).not.toMatch(/250\.50|249\.50/);
  });
});

describe('a bank card', () => {
  type BankForm = NonNullable<WalletBankFrame['form']>;
  const form: BankForm = {
    fiats: ['USD', 'EUR'],
    limits: withdrawForm.limits,
    fee: '5.00',
    fiatLeft: '200.00',
    fiatMost: '200.00',
    verifiedName: 'Ada Lovelace',
    errors: {},
    proof: withdrawForm.proof,
  };
  const quote = (id: string, ms: number) => ({
    id,
    fiat: 'USD' as const,
    amount: '1,000.00',
    amountExact: '1000',
    fee: '5.00',
    rate: '0.995',
    market: '1.00',
    received: id === 'q1' ? '990.02' : '990.99',
    expiresAt: Date.now() + ms,
  });
  const card = {
    id: 3,
    holder: 'Ada Lovelace',
    bank: 'Analytical',
    branch: 'London',
    code: 'X',
    number: '•••• 4242',
  };
  const publishBank = (more: Partial<BankForm> = {}) => {
    const view = viewsOf('walletBank').at(-1)?.view as WalletBankFrame['view'];
    return publish({ kind: 'walletBank', view, form: { ...form, ...more } });
  };
  beforeEach(() => {
    fake.call.mockImplementation(async (name: string) => {
      if (name === 'withdraw.cards') return { ok: true, data: { cards: [{ ...card, createdAt: 1 }] } };
      return { ok: true, data: { proof: 'proof-1', expiresAt: 1 } };
    });
  });

  it('can have its cards requested again when they did not come', async () => {
    signIn('token-of-bob');
    const usual = fake.call.getMockImplementation();
    let isDown = true;
    fake.call.mockImplementation(async (name: string, request: object) =>
      isDown ? { ok: false, error: { code: 'networkDown', message: '' } } : usual?.(name, request),
    );
    await show(<WithdrawBankScreen />, '/withdrawBank');
    await publishBank();
    isDown = false;
    await tap(button('The request failed, click to reload'));
    expect(text()).toContain(card.number);
  });
  it('is paid at the rate that the user has agreed to', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: { withdrawal: { id: 8 } } });
    await show(<WithdrawBankScreen />, '/withdrawBank');
    await publishBank();
    await type(/^Amount/, '1000');
    await publishBank({ quote: quote('q1', 60_000) });
    await tap(button('Continue'));
    expect(screen.getByRole('dialog').textContent).toContain('990.02 USD');
    await publishBank({ quote: quote('q2', 120_000) });
    expect(screen.getByRole('dialog').textContent).not.toContain('990.99');
    await tap(button('Send code'));
    const about = { card: 3, fiat: 'USD', amount: '1000' };
    expect(fake.call).toHaveBeenCalledWith('common.sendEmail', { email: '', purpose: 'withdrawal', about });
    await type('Funding password', 'funds123x');
    await type('Verification code', '123456');
    await tap(button('Withdraw now'));
    expect(fake.submit.mock.calls).toEqual([['withdraw.toBank', { quote: 'q1', card: 3, proof: 'proof-1' }]]);
  });
  it('that is tapped before its rate is there goes on when it comes, unless another amount is typed', async () => {
    await show(<WithdrawBankScreen />, '/withdrawBank');
    await publishBank();
    await type(/^Amount/, '1000');
    await publishBank();
    await tap(button('Continue'));
    expect(button('Continue').getAttribute('aria-busy')).toBe('true');
    await type(/^Amount/, '2000');
    await publishBank({ quote: quote('q1', 60_000) });
    expect(screen.queryByRole('dialog')).toBeNull();
    await type(/^Amount/, '1000');
    await publishBank();
    await tap(button('Continue'));
    await publishBank({ quote: quote('q2', 60_000) });
    expect(screen.getByRole('dialog').textContent).toContain('990.99 USD');
  });
  it('is offered the new rate when the old one has ended', async () => {
    await show(<WithdrawBankScreen />, '/withdrawBank');
    await publishBank({ quote: quote('q1', -1) });
    await tap(button('Continue'));
    await publishBank({ quote: quote('q2', 60_000) });
    expect(screen.getByRole('dialog').textContent).toContain('This rate has ended.');
    await tap(button('Take the new rate'));
    expect(screen.getByRole('dialog').textContent).toContain('990.99 USD');
  });
});

describe('a deposit', () => {
  type DepositForm = NonNullable<WalletDepositFrame['form']>;
  const form: DepositForm = {
    isSimulated: true,
    coins: [
      { asset: 'USDT', iconId: null, refusal: null },
      { asset: 'BTC', iconId: 0, refusal: 'depositAsset' },
    ],
    networks: [
      { chain: 'tron', name: 'Tron', standard: 'TRC20', isLate: false },
      { chain: 'ethereum', name: 'Ethereum', standard: 'ERC20', isLate: true },
    ],
    chain: 'tron',
    asset: 'USDT',
    least: '1.00',
    creditAt: 1,
    unlockAt: 3,
    arrival: '10 seconds',
    unlocking: '30 seconds',
    silence: '',
    address: TRON,
    code: `tron:${TRON}`,
    locked: '',
    debt: '',
    test: { least: '1.00', most: '10,000.00' },
    notices: [],
  };
  const publishDeposit = (more: Partial<DepositForm> = {}) => {
    const view = viewsOf('walletDeposit').at(-1)?.view as WalletDepositFrame['view'];
    return publish({ kind: 'walletDeposit', view, form: { ...form, ...more } });
  };
  const open = async (more: Partial<DepositForm> = {}) => {
    await show(<RechargeScreen />, '/recharge');
    await publishDeposit(more);
  };

  it('shows the own address, says what it takes, and that it is practice', async () => {
    await open();
    expect(screen.getByRole('img', { name: 'QR code of your Tron (TRC20) address' })).toBeTruthy();
    expect(text()).toContain(TRON);
    expect(text()).toContain('Practice network. Send no real coins here.');
    expect(text()).toContain('Send only USDT on Tron (TRC20) to this address.');
    await tap(button(/^Ethereum/));
    expect(viewsOf('walletDeposit').at(-1)?.view).toEqual({ kind: 'walletDeposit', chain: 'ethereum' });
  });
  it('has no practice where money is real', async () => {
    const { test: _, ...real } = form;
    await show(<RechargeScreen />, '/recharge');
    const view = viewsOf('walletDeposit').at(-1)?.view as WalletDepositFrame['view'];
    await publish({ kind: 'walletDeposit', view, form: { ...real, isSimulated: false } });
    expect(text()).not.toMatch(/practice|test USDT/i);
  });
  it('of another coin is explained', async () => {
    await open();
    await tap(screen.getByRole('tab', { name: 'BTC' }));
    expect(text()).toContain('To get BTC, deposit USDT and convert it here.');
    expect(text()).not.toContain(TRON);
  });
  it('says what is late and what is owed', async () => {
    await open({ silence: '3 min. ago', debt: '12.00' });
    expect(text()).toContain('last heard of 3 min. ago');
    expect(text()).toContain('You owe 12.00 USDT');
  });
  const deposit: DepositLine = {
    id: 1,
    chain: 'tron',
    asset: 'USDT',
    amount: '1,234.50',
    address: TRON,
    tx: 'ab',
    state: 'seen',
    confirmations: 0,
    creditAt: 1,
    unlockAt: 3,
    reason: '',
    debt: '',
    time: '21 Nov',
    updated: '21 Nov',
  };
  it.each([
    ['seen', 0, 'On its way', '0/1'],
    ['credited', 1, 'Credited', '1/3'],
    ['credited', 2, 'Credited', '2/3'],
    ['unlocked', 3, 'Unlocked', '21 Nov'],
  ] as const)('that is %s with %d confirmations says so', async (state, confirmations, word, step) => {
    await open();
    const lines = [{ ...deposit, state, confirmations }];
    await publish({ kind: 'walletDeposits', lines, more: false, loading: false });
    const row = screen.getByRole('listitem').textContent;
    expect(row).toContain(word);
    expect(row).toContain(step);
  });
  it('that was taken back says why', async () => {
    await open();
    const lines = [{ ...deposit, state: 'reversed' as const, reason: 'depositReversed', debt: '5.00' }];
    await publish({ kind: 'walletDeposits', lines, more: false, loading: false });
    await tap(button(/1,234\.50/));
    const sheet = screen.getByRole('dialog').textContent;
    expect(sheet).toContain('Taken back');
    expect(sheet).toContain('5.00 USDT');
  });
  it('of test money is sent as it is typed', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: {} });
    await open();
    await type(/^Amount/, '0');
    await tap(button('Send test USDT'));
    expect(text()).toContain('Number must be greater than zero');
    expect(fake.submit).not.toHaveBeenCalled();
    await type(/^Amount/, '12,5');
    await tap(button('Send test USDT'));
    expect(fake.submit.mock.calls).toEqual([['deposit.test', { chain: 'tron', amount: '12.5' }]]);
    expect(text()).toContain('Watch its confirmations below.');
  });

  describe('that is missing', () => {
    const file = new File(['x'], 'proof.jpg', { type: 'image/jpeg' });
    const choose = (picked = file) =>
      act(
        async () =>
          void fireEvent.change(
            screen
              .getAllByLabelText('Choose a file')
              .find((element) => element.tagName === 'INPUT') as HTMLInputElement,
            { target: { files: [picked] } },
          ),
      );
    const openProof = async () => {
      await open();
      await tap(button('Report it'));
    };
    /** An upload that the test ends. */
    const pending = () => {
      let end: (result: unknown) => void = () => undefined;
      fake.upload.mockImplementation(() => new Promise((resolve) => (end = resolve)));
      return (result: unknown) => act(async () => end(result));
    };
    const published = (percent: number) => act(async () => fake.upload.mock.lastCall?.[2](percent));
    const sent = { ok: true, data: { id: 'u1', width: 1, height: 1, bytes: 1 } };

    it('says how far its picture is, and goes out with it', async () => {
      const end = pending();
      await openProof();
      await choose();
      await published(42);
      expect(text()).toContain('File is being uploaded: 42 %');
      await end(sent);
      expect(text()).toContain('The picture has arrived.');
      fake.call.mockResolvedValue({ ok: true, data: { notice: { id: 1 } } });
      await act(
        async () =>
          void fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(/^Amount/), {
            target: { value: '75' },
          }),
      );
      await tap(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send' }));
      expect(fake.call).toHaveBeenCalledWith('deposit.notify', {
        chain: 'tron',
        amount: '75',
        voucher: 'u1',
      });
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    it('is not sent without a picture', async () => {
      await openProof();
      const sheet = within(screen.getByRole('dialog'));
      await act(
        async () => void fireEvent.change(sheet.getByLabelText(/^Amount/), { target: { value: '75' } }),
      );
      await tap(sheet.getByRole('button', { name: 'Send' }));
      expect(fake.call).not.toHaveBeenCalledWith('deposit.notify', expect.anything());
      expect(
        sheet
          .getAllByRole('alert')
          .map(({ textContent }) => textContent)
          .join(''),
      ).not.toBe('');
    });
    it('can have its picture taken back on the way, and what comes of it later is void', async () => {
      const end = pending();
      await openProof();
      await choose();
      await published(10);
      await tap(button('Cancel'));
      expect(fake.stopUpload).toHaveBeenCalledWith(fake.upload.mock.lastCall?.[0]);
      await end(sent);
      expect(text()).not.toContain('The picture has arrived.');
    });
    it('has its picture sent again after the network was cut, without choosing it again', async () => {
      const end = pending();
      await openProof();
      await choose();
      await end({ ok: false, error: { code: 'networkDown', message: '' } });
      expect(text()).toContain('No connection. Check your network.');
      const again = pending();
      await tap(button('Try again'));
      await again(sent);
      expect(text()).toContain('The picture has arrived.');
      expect(pictures.shrink).toHaveBeenCalledOnce();
    });
    it('takes no file that is no picture', async () => {
      pictures.shrink.mockResolvedValue('uploadKind');
      await openProof();
      await choose(new File(['<html>'], 'a.jpg', { type: 'image/jpeg' }));
      expect(text()).toContain('Choose a JPEG, PNG or WebP picture.');
      expect(fake.upload).not.toHaveBeenCalled();
    });
  });
});

describe('the address book', () => {
  const row = (id: number, more: object = {}) => ({
    id,
    currency: 'USDT',
    chain: 'tron',
    family: 'tron',
    address: TRON,
    label: `Label ${id}`,
    createdAt: 1,
    usableAt: 1,
    ...more,
  });
  let whitelist = { on: false, offAt: null as number | null };
  beforeEach(() => {
    whitelist = { on: false, offAt: null };
    fake.call.mockImplementation(async (name: string) => {
      if (name === 'withdraw.addresses') return { ok: true, data: { addresses: [row(1)], whitelist } };
      if (name === 'withdraw.infos') return { ok: true, data: { proof: withdrawForm.proof } };
      return { ok: true, data: { whitelist, proof: 'proof-1', address: row(2) } };
    });
    fake.readAddress.mockImplementation(async ({ text }: { text: string }) => ({
      ok: true,
      data: text === TRON ? { family: 'tron', address: TRON } : { refusal: 'addressEmpty' },
    }));
  });

  it('says what its switch means before it is turned on', async () => {
    await show(<CoinAddressScreen />, '/mine/coinAddress');
    await tap(screen.getByRole('switch'));
    expect(screen.getByRole('dialog').textContent).toContain('new ones wait 24 hours');
    await tap(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn on' }));
    expect(fake.call).toHaveBeenCalledWith('withdraw.setWhitelist', { on: true });
  });
  it('asks for a proof before its switch is turned off', async () => {
    whitelist = { on: true, offAt: null };
    await show(<CoinAddressScreen />, '/mine/coinAddress');
    await tap(screen.getByRole('switch'));
    await type('Funding password', 'funds123x');
    await type('Verification code', '123456');
    await tap(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off' }));
    expect(fake.call).toHaveBeenCalledWith(
      'withdraw.prove',
      expect.objectContaining({ purpose: 'addressBook' }),
    );
    expect(fake.call).toHaveBeenCalledWith('withdraw.setWhitelist', { on: false, proof: 'proof-1' });
  });
  it('has its switch turned off by a passkey alone, as soon as it is known what proves the user', async () => {
    signIn('token-of-bob');
    whitelist = { on: true, offAt: null };
    const usual = fake.call.getMockImplementation();
    let infos: object = { ok: false, error: { code: 'networkDown', message: '' } };
    fake.call.mockImplementation(async (name: string, request: object) =>
      name === 'withdraw.infos' ? infos : usual?.(name, request),
    );
    await show(<CoinAddressScreen />, '/mine/coinAddress');
    await tap(screen.getByRole('switch'));
    infos = { ok: true, data: { proof: { ...withdrawForm.proof, fundPassword: false, passkey: true } } };
    await tap(button('The request failed, click to reload'));
    expect(screen.getByRole('dialog').textContent).toContain('Turn off');
  });
  it('says in sight why its switch could not be turned on', async () => {
    const usual = fake.call.getMockImplementation();
    fake.call.mockImplementation(async (name: string, request: object) =>
      name === 'withdraw.setWhitelist'
        ? { ok: false, error: { code: 'unavailable', message: '' } }
        : usual?.(name, request),
    );
    await show(<CoinAddressScreen />, '/mine/coinAddress');
    await tap(screen.getByRole('switch'));
    await tap(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn on' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('alert').textContent).not.toBe('');
  });
  it('removes an address once that is confirmed', async () => {
    await show(<CoinAddressScreen />, '/mine/coinAddress');
    await tap(button('Remove'));
    await tap(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(fake.call).toHaveBeenCalledWith('withdraw.removeAddress', { id: 1 });
  });
  it('says why an address could not be removed', async () => {
    const usual = fake.call.getMockImplementation();
    fake.call.mockImplementation(async (name: string, request: object) =>
      name === 'withdraw.removeAddress'
        ? { ok: false, error: { code: 'unavailable', message: '' } }
        : usual?.(name, request),
    );
    await show(<CoinAddressScreen />, '/mine/coinAddress');
    await tap(button('Remove'));
    await tap(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(toasts.list).toContainEqual(expect.objectContaining({ tone: 'bad', title: 'Remove' }));
  });
  it('refuses at the field an address that it has already', async () => {
    await show(<AddCoinAddressScreen />, '/mine/addCoinAddress');
    await type('Address', TRON);
    expect(text()).toContain('This address is in your book already.');
    await tap(button('Save address'));
    expect(fake.call).not.toHaveBeenCalledWith('withdraw.addAddress', expect.anything());
  });
  it('saves an address that is tapped before it has been read, once it has', async () => {
    let read: (result: object) => void = () => undefined;
    await show(<AddCoinAddressScreen />, '/mine/addCoinAddress');
    fake.readAddress.mockImplementation(() => new Promise((resolve) => (read = resolve)));
    const other = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
    await type('Address', other);
    await tap(button('Save address'));
    await act(async () => read({ ok: false, error: { code: 'networkDown', message: '' } }));
    expect(screen.getByRole('alert').textContent).toContain('No connection');
    await tap(button('Save address'));
    await tap(button('Save address'));
    await act(async () => read({ ok: true, data: { family: 'tron', address: other } }));
    const calls = fake.call.mock.calls.filter(([name]) => name === 'withdraw.addAddress');
    expect(calls).toEqual([['withdraw.addAddress', expect.objectContaining({ address: other })]]);
  });
  it('says in words when there is no camera', async () => {
    await show(<AddCoinAddressScreen />, '/mine/addCoinAddress');
    vi.stubGlobal('navigator', { ...navigator, mediaDevices: undefined });
    await tap(button('Scan a QR code'));
    expect(text()).toContain('No camera can be used here.');
    vi.unstubAllGlobals();
  });
});
