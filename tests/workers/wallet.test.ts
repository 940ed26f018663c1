import { proxy } from 'comlink';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WithdrawalRow } from '../../domain/contract/index.ts';
import type {
  View,
  WalletBankFrame,
  WalletBankView,
  WalletDepositFrame,
  WalletDepositsFrame,
  WalletWithdrawalsFrame,
  WalletWithdrawFrame,
  WalletWithdrawView,
} from '../../workers/api.ts';
// Loaded before, as a first load takes the time of the machine and not of the test's clock.
import '../../workers/views/userViews.ts';
import { ask, connect, noFutures, noNews, pass, world, worldForEach } from './world.ts';

worldForEach();

const AT = Date.UTC(2026, 10, 21, 12);
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';

const usdt = {
  currency: 'USDT',
  available: '5000',
  withdrawable: '4000.123456',
  locked: '999.876544',
  bounds: { least: '100', most: '1000000', levelMost: '10000', dayLeft: '99999999' },
  chains: [
    { chain: 'tron', family: 'tron', fee: '1', decimals: 6, pattern: '^T', confirmations: 3 },
    { chain: 'ethereum', family: 'evm', fee: '3', decimals: 6, pattern: '^0x', confirmations: 3 },
  ],
};
const infos = {
  now: AT,
  paused: false,
  held: null as { until: number; after: string } | null,
  proof: { fundPassword: true, code: 'email' as string | null, totp: false, passkey: false },
  whitelist: { on: false, offAt: null },
  addressRestMs: 86_400_000,
  level: 1,
  day: { most: '99999999', used: '0', left: '99999999' },
  levelMost: '10000',
  pending: { count: 0, most: 20 },
  currencies: [usdt],
  bank: {
    currencies: ['USD', 'JPY'],
    fee: '5',
    blocked: null as string | null,
    day: { most: '200', used: '0', left: '200' },
    verifiedName: 'Ada Lovelace' as string | null,
  },
};
const entry = (id: number, address: string, usableAt: number, chain = 'tron') => ({
  id,
  currency: 'USDT',
  chain,
  family: chain === 'tron' ? 'tron' : 'evm',
  address,
  label: `Label ${id}`,
  createdAt: AT,
  usableAt,
});
const addresses = (rows: ReturnType<typeof entry>[] = [], on = false) => ({
  addresses: rows,
  whitelist: { on, offAt: null },
});

const publishRow = (type: 'deposit' | 'withdrawal') =>
  world.feed.subject.next({ kind: 'private', at: AT, row: { type, body: {} } } as never);

/** Time passes, and the page says now and then that it is there. */
async function lookOn(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 10_000) {
    await world.session.ping();
    await pass(Math.min(10_000, ms - at));
  }
}

/** Opens a view and keeps its frames. */
async function shown<F, V extends View = View>(view: V, session = world.session) {
  const frames: F[] = [];
  const handle = await session.open(
    view,
    proxy((frame) => void frames.push(frame as F)),
  );
  await pass(250);
  return { frames, handle, last: () => frames.at(-1) };
}

const typed = (more: Partial<WalletWithdrawView> = {}): WalletWithdrawView => ({
  kind: 'walletWithdraw',
  currency: '',
  chain: '',
  address: '',
  amount: '',
  ...more,
});
const withdrawing = async (more: Partial<WalletWithdrawView> = {}, session = world.session) => {
  const view = await shown<WalletWithdrawFrame>(typed(more), session);
  return { ...view, form: () => view.last()?.form };
};

beforeEach(async () => {
  await world.session.setSettings({ token: 'mine' });
  world.answers['draw/infos'] = () => infos;
  world.answers['address/list'] = () => addresses();
  await pass(20);
});

describe('a withdrawal as it is typed', () => {
  it('says its bounds, its fee and what arrives, and what to send', async () => {
    const { form } = await withdrawing({ address: TRON, amount: '250.5' });
    expect(form()).toMatchObject({
      currency: 'USDT',
      chain: 'tron',
      fee: '1.00',
      received: '249.50',
      amount: '250.50',
      limits: { withdrawable: '4,000.12', locked: '999.876544', least: '100.00', levelMost: '10,000.00' },
      reading: { family: 'tron', address: TRON },
      errors: {},
      order: { currency: 'USDT', chain: 'tron', address: TRON, amount: '250.5' },
    });
    expect(form()?.limits.mostDigits).toBe('4000.123456');
  });
  it('takes the signs of the reader’s language', async () => {
    const german = await connect({ language: 'de', token: 'mine' });
    const { form } = await withdrawing({ address: TRON, amount: '1.250,5' }, german);
    expect(form()).toMatchObject({ received: '1.249,50', order: { amount: '1250.5' } });
  });
  it.each([
    ['', 'amountInvalid'],
    ['0', 'amountZero'],
    ['99.999999', 'withdrawTooSmall'],
    ['100.0000001', 'amountTooFine'],
    ['10000.01', 'withdrawLevelLimit'],
    ['5000.01', 'insufficientBalance'],
    ['4500', 'withdrawLocked'],
    ['1e3', 'amountInvalid'],
    ['-150', 'amountInvalid'],
  ])('of %s is refused with %s, and nothing is sent', async (amount, code) => {
    const { form } = await withdrawing({ address: TRON, amount });
    expect(form()?.errors.amount).toBe(code);
    expect(form()?.order).toBeUndefined();
  });
  it.each([
    ['', undefined, 'addressEmpty'],
    ['hello', undefined, 'addressInvalid'],
    [EVM, 'evm', 'addressNetwork'],
    [`${TRON.slice(0, -1)}9`, 'tron', 'addressChecksum'],
  ])('to %s is refused at once, with the network it belongs to', async (address, family, code) => {
    const { form } = await withdrawing({ address, amount: '250' });
    expect(form()?.errors.address).toBe(code);
    expect(form()?.reading.family).toBe(family);
    expect(form()?.order).toBeUndefined();
  });
  it('goes to addresses of the book alone while that is so, a day after they came', async () => {
    const behind = AT - world.clock.now();
    world.answers['draw/infos'] = () => ({
      ...infos,
      now: world.clock.now() + behind,
      whitelist: { on: true, offAt: null },
    });
    const { form, handle } = await withdrawing({ address: TRON, amount: '250' });
    expect(form()?.errors.address).toBe('addressNotListed');
    world.answers['address/list'] = () =>
      addresses([entry(1, TRON, AT + 60_000), entry(2, EVM, 0, 'ethereum')], true);
    world.feed.subject.next({ kind: 'private', at: AT, row: { type: 'profile', body: {} } } as never);
    await pass(200);
    expect(form()).toMatchObject({ errors: { address: 'addressTooNew' }, label: 'Label 1' });
    expect(form()?.book).toEqual([{ id: 1, address: TRON, label: 'Label 1', restsUntil: AT + 60_000 }]);
    await pass(60_000);
    await handle.update(typed({ address: TRON, amount: '251' }));
    await pass(100);
    expect(form()?.errors).toEqual({});
  });
  it.each([
    ['no bound contact', { proof: { ...infos.proof, code: null } }, 'contactMissing'],
    ['no funding password', { proof: { ...infos.proof, fundPassword: false } }, 'fundPasswordMissing'],
    ['a change of the account', { held: { until: AT + 1, after: 'totpOff' } }, 'withdrawHeld'],
    ['too many under way', { pending: { count: 20, most: 20 } }, 'withdrawalsTooMany'],
    ['no price', { currencies: [{ ...usdt, bounds: null }] }, 'rateMissing'],
  ])('is blocked by %s, whatever is typed', async (_, more, code) => {
    world.answers['draw/infos'] = () => ({ ...infos, ...more });
    const { form } = await withdrawing({ address: TRON, amount: '250' });
    expect(form()?.blocked).toBe(code);
    expect(form()?.order).toBeUndefined();
  });
  it.each([
    ['a price is back', { currencies: [{ ...usdt, bounds: null }] }, { blocked: 'rateMissing' }],
    ['withdrawals go on', { paused: true }, { blocked: 'withdrawalsPaused' }],
    [
      'another day has begun',
      { currencies: [{ ...usdt, bounds: { ...usdt.bounds, dayLeft: '100' } }] },
      { errors: { amount: 'withdrawDayLimit' } },
    ],
  ])('is free again when %s, though no money has moved', async (_, more, before) => {
    world.answers['draw/infos'] = () => ({ ...infos, ...more });
    const { form } = await withdrawing({ address: TRON, amount: '250' });
    expect(form()).toMatchObject(before);
    expect(form()?.order).toBeUndefined();
    world.answers['draw/infos'] = () => infos;
    await pass(61_000);
    expect(form()).toMatchObject({ errors: {}, order: { amount: '250' } });
    expect(form()?.blocked).toBeUndefined();
  });
  it('is free again when the rest has ended', async () => {
    const until = AT + 30_000;
    world.answers['draw/infos'] = () => ({ ...infos, held: { until, after: 'passwordChanged' } });
    const { form } = await withdrawing({ address: TRON, amount: '250' });
    expect(form()).toMatchObject({ blocked: 'withdrawHeld', rest: { until, after: 'passwordChanged' } });
    world.answers['draw/infos'] = () => infos;
    await pass(29_000);
    expect(form()?.blocked).toBe('withdrawHeld');
    await pass(1_500);
    expect(form()).toMatchObject({ order: { amount: '250' } });
  });
  it('follows the money, and says when the exchange does not answer', async () => {
    const { form, last } = await withdrawing({ address: TRON, amount: '4000' });
    expect(form()?.errors).toEqual({});
    world.answers['draw/infos'] = () => ({ ...infos, currencies: [{ ...usdt, withdrawable: '10' }] });
    publishRow('withdrawal');
    await pass(100);
    expect(form()?.errors.amount).toBe('withdrawLocked');
    delete world.answers['draw/infos'];
    publishRow('withdrawal');
    await pass(100);
    expect(last()?.failed?.code).toBe('networkDown');
    expect(form()?.limits.withdrawable).toBe('10.00');
    world.answers['draw/infos'] = () => infos;
    await pass(6_000);
    expect(last()?.failed).toBeUndefined();
  });
});

describe('a withdrawal to a bank card', () => {
  const quotes: unknown[] = [];
  const view = (amount: string, fiat: WalletBankView['fiat'] = 'JPY'): WalletBankView => ({
    kind: 'walletBank',
    fiat,
    amount,
  });
  beforeEach(() => {
    quotes.length = 0;
    world.answers['bank/quote'] = ({ fiat, amount }: { fiat: string; amount: string }) => {
      quotes.push([fiat, amount]);
      const now = world.clock.now();
      return {
        id: `quote-${quotes.length}`,
        fiat,
        amount,
        fee: '5',
        rate: '149.25',
        market: '150',
        received: '148503',
        now,
        expiresAt: now + 120_000,
      };
    };
  });

  it('has a rate locked once the amount has come to rest, and the next before that ends', async () => {
    const { last, handle } = await shown<WalletBankFrame>(view('1000'));
    expect(last()?.form?.quote).toBeUndefined();
    await handle.update(view('1001'));
    await pass(700);
    expect(quotes).toEqual([['JPY', '1001']]);
    expect(last()?.form?.quote).toMatchObject({ id: 'quote-1', rate: '149.25', received: '148,503' });
    await lookOn(116_000);
    expect(quotes).toHaveLength(2);
    expect(last()?.form?.quote?.id).toBe('quote-2');
  });
  it('has the next rate in time also when the clock of the device is set back', async () => {
    const { last } = await shown<WalletBankFrame>(view('1001'));
    await pass(700);
    const { now } = world.clock;
    Object.assign(world.clock, { now: () => now() - 3_600_000 });
    await lookOn(116_000);
    expect(last()?.form?.quote?.id).toBe('quote-2');
  });
  it('has none for an amount that is refused', async () => {
    const { last } = await shown<WalletBankFrame>(view('99'));
    await pass(700);
    expect(last()?.form?.errors.amount).toBe('withdrawTooSmall');
    expect(quotes).toEqual([]);
  });
  it('has none before somebody is verified', async () => {
    world.answers['draw/infos'] = () => ({ ...infos, bank: { ...infos.bank, blocked: 'identityNeeded' } });
    const { last } = await shown<WalletBankFrame>(view('1000'));
    await pass(700);
    expect(last()?.form?.blocked).toBe('identityNeeded');
    expect(quotes).toEqual([]);
  });
  it('says why there is no rate', async () => {
    world.answers['bank/quote'] = () => ({ code: 'rateMissing', message: '', data: null, requestId: 'r' });
    const { last } = await shown<WalletBankFrame>(view('1000'));
    await pass(700);
    expect(last()?.form?.quoteFailed?.code).toBe('rateMissing');
  });
});

describe('a deposit', () => {
  const network = (chain: string, name: string, more: object = {}) => ({
    chain,
    name,
    standard: 'TRC20',
    asset: 'USDT',
    least: '1',
    creditAt: 1,
    unlockAt: 3,
    arrivalMs: 10_000,
    unlockMs: 180_000,
    status: 'open',
    heardAt: AT,
    block: 7,
    ...more,
  });
  const depositInfos = {
    now: AT,
    isSimulated: true,
    coins: [
      { asset: 'USDT', refusal: null },
      { asset: 'BTC', refusal: 'depositAsset' },
    ],
    networks: [
      network('tron', 'Tron'),
      network('ethereum', 'Ethereum', { status: 'late', heardAt: AT - 180_000 }),
    ],
    locked: [{ asset: 'USDT', amount: '1000' }],
    debts: [],
    test: { least: '1', most: '10000' },
  };
  beforeEach(() => {
    world.answers['recharge/infos'] = () => depositInfos;
    world.answers['notice/list'] = () => ({ rows: [], next: null });
    // What has a code of its own has to come in its envelope.
    world.answers['recharge/address'] = ({ chain }: { chain: string }) => ({
      code: 200,
      message: '',
      requestId: 'r',
      data: { chain, asset: 'USDT', address: `address-${chain}`, code: `code-${chain}` },
    });
  });

  it('has the own address on the chosen network, its bounds and its usual time', async () => {
    const { last, handle } = await shown<WalletDepositFrame>({ kind: 'walletDeposit', chain: '' });
    expect(last()?.form).toMatchObject({
      chain: 'tron',
      address: 'address-tron',
      code: 'code-tron',
      least: '1.00',
      arrival: '10 seconds',
      unlocking: '3 minutes',
      locked: '1,000.00',
      debt: '',
      silence: '',
      test: { least: '1.00', most: '10,000.00' },
    });
    await handle.update({ kind: 'walletDeposit', chain: 'ethereum' });
    await pass(100);
    expect(last()?.form).toMatchObject({ address: 'address-ethereum', silence: '3 min. ago' });
  });
  it('never shows one network’s address under another’s name', async () => {
    const { frames, handle } = await shown<WalletDepositFrame>({ kind: 'walletDeposit', chain: 'tron' });
    delete world.answers['recharge/address'];
    await handle.update({ kind: 'walletDeposit', chain: 'ethereum' });
    await pass(100);
    const wrong = frames.filter(({ form }) => form?.address && form.address !== `address-${form.chain}`);
    expect(wrong).toEqual([]);
    expect(frames.at(-1)?.form).toMatchObject({ chain: 'ethereum', addressFailed: { code: 'networkDown' } });
  });
  it('never shows one user’s address to the next, whether or not their own can be had', async () => {
    const login = async (token: string, uid: string) => {
      await world.session.setSettings({ token });
      const snapshot = { uid, balances: [], orders: [], futures: noFutures, notifications: noNews };
      const sums = { positionMargin: '0', realizedPl: '0' };
      world.feed.subject.next({ kind: 'private', at: AT, snapshot: { ...snapshot, ...sums } });
    };
    await login('anna', '1');
    const { frames, last } = await shown<WalletDepositFrame>({ kind: 'walletDeposit', chain: 'tron' });
    expect(last()?.form?.address).toBe('address-tron');
    const before = frames.length;
    delete world.answers['recharge/address'];
    await login('bert', '2');
    await pass(200);
    expect(frames.slice(before).flatMap(({ form }) => form?.address ?? [])).toEqual([]);
    expect(last()?.form?.addressFailed?.code).toBe('networkDown');
  });
  it('is told with each confirmation', async () => {
    const row = (state: string, confirmations: number) => ({
      id: 1,
      chain: 'tron',
      asset: 'USDT',
      amount: '1234.5',
      address: 'mine',
      tx: 'ab',
      state,
      confirmations,
      creditAt: 1,
      unlockAt: 3,
      reason: null,
      debt: '0',
      block: null,
      seenAt: AT,
      creditedAt: null,
      unlockedAt: null,
      updatedAt: AT,
      version: confirmations + 1,
    });
    let now = row('seen', 0);
    world.answers['recharge/list'] = () => ({ rows: [now], next: null });
    const { last } = await shown<WalletDepositsFrame>({ kind: 'walletDeposits', want: 50 });
    expect(last()?.lines).toMatchObject([{ state: 'seen', confirmations: 0, amount: '1,234.50' }]);
    for (const [state, confirmations] of [
      ['credited', 1],
      ['credited', 2],
      ['unlocked', 3],
    ] as const) {
      now = row(state, confirmations);
      publishRow('deposit');
      await pass(250);
      expect(last()?.lines).toMatchObject([{ state, confirmations }]);
    }
    const file = await ask('exportWallet', { what: 'deposits', filter: { state: 'unlocked' } });
    expect(file.ok && file.data.split('\r\n')[1]).toBe(
      '1,2026-11-21T12:00:00.000Z,tron,USDT,1234.5,unlocked,3,mine,ab,',
    );
    expect(world.requested.at(-1)?.[1]).toMatchObject({ state: 'unlocked', limit: 500 });
  });
});

describe('withdrawals', () => {
  const common = {
    amount: '250.5',
    fee: '1',
    state: 'requested',
    reason: null,
    restsUntil: null,
    createdAt: AT,
    updatedAt: AT,
    version: 1,
    tx: null,
  } as const;
  const rows: WithdrawalRow[] = [
    {
      kind: 'bank',
      id: 2,
      currency: 'USDT',
      ...common,
      received: '36000',
      fiat: 'JPY',
      rate: '149.25',
      bank: 'Analytical',
      card: '•••• 4242',
    },
    {
      kind: 'crypto',
      id: 1,
      currency: 'USDT',
      ...common,
      state: 'sent',
      received: '249.5',
      chain: 'tron',
      address: TRON,
      tx: 'ff',
      confirmations: 2,
      confirmationsNeeded: 3,
    },
  ];
  it('are worded, say what can be cancelled, and leave as a file', async () => {
    world.answers['draw/list'] = () => ({ rows, next: null });
    const { last } = await shown<WalletWithdrawalsFrame>({ kind: 'walletWithdrawals', want: 50, of: 'bank' });
    expect(world.requested.at(-1)?.[1]).toMatchObject({ kind: 'bank', limit: 50 });
    expect(last()?.lines).toMatchObject([
      { id: 2, of: 'bank', received: '36,000', receivedIn: 'JPY', target: '•••• 4242', canCancel: true },
      { id: 1, of: 'crypto', received: '249.50', receivedIn: 'USDT', confirmations: 2, canCancel: false },
    ]);
    const file = await ask('exportWallet', { what: 'withdrawals', filter: {} });
    const lines = file.ok ? file.data.trimEnd().split('\r\n') : [];
    expect(lines[2]).toBe(`1,2026-11-21T12:00:00.000Z,crypto,USDT,250.5,1,249.5,USDT,sent,tron,${TRON},ff`);
    // What a user typed, such as the name of a bank, could be taken for a formula: it is in no file.
    expect(lines[1]).not.toContain('Analytical');
  });
});

it('reads addresses for forms', async () => {
  expect(await ask('readAddress', { text: TRON })).toEqual({
    ok: true,
    data: { family: 'tron', address: TRON },
  });
  expect(await ask('readAddress', { text: TRON, family: 'evm' })).toEqual({
    ok: true,
    data: { family: 'tron', refusal: 'addressNetwork' },
  });
});

describe('an upload', () => {
  /** As much of a request as an upload uses, driven by the test. */
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly headers: Record<string, string> = {};
    responseText = '';
    sent: FormData | undefined;
    isAborted = false;
    open(): void {}
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
    }
    send(form: FormData): void {
      this.sent = form;
    }
    abort(): void {
      this.isAborted = true;
      this.end('');
    }
    progress(loaded: number, total: number): void {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
    }
    end(text: string): void {
      this.responseText = text;
      this.dispatchEvent(new Event('loadend'));
    }
  }
  const picture = new Blob(['x'.repeat(100)], { type: 'image/jpeg' });
  const answer = {
    code: 200,
    message: '',
    requestId: 'r',
    data: { id: 'u1', width: 1, height: 1, bytes: 100 },
  };
  let request: FakeRequest;
  const begin = async (published: number[] = []) => {
    request = new FakeRequest();
    world.openRequest = () => request as unknown as XMLHttpRequest;
    const result = world.session.upload(
      'p1',
      picture,
      proxy((percent: number) => void published.push(percent)),
    );
    await pass(50);
    return result;
  };

  it('goes out as a form, and tells how far it is', async () => {
    const published: number[] = [];
    const running = (async () => begin(published))();
    await pass(60);
    expect(request.headers).toMatchObject({ authorization: 'mine', locale: 'en_us' });
    expect(request.sent?.get('file')).toBeInstanceOf(Blob);
    request.progress(30, 120);
    request.progress(120, 120);
    await pass(20);
    request.end(JSON.stringify(answer));
    await pass(20);
    expect(await running).toEqual({ ok: true, data: answer.data });
    expect(published).toEqual([25, 100]);
  });
  it('can be taken back', async () => {
    const running = (async () => begin())();
    await pass(60);
    await world.session.stopUpload('p1');
    await pass(20);
    expect(request.isAborted).toBe(true);
    expect(await running).toMatchObject({ ok: false, error: { code: 'networkDown' } });
  });
  it('is given up when it stands still, and not while it moves', async () => {
    const running = (async () => begin())();
    await pass(60);
    for (let part = 1; part <= 3; part++) {
      await lookOn(40_000);
      request.progress(part, 10);
      expect(request.isAborted).toBe(false);
    }
    await lookOn(51_000);
    expect(request.isAborted).toBe(true);
    expect(await running).toMatchObject({ ok: false });
  });
});
