import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../../../domain/contract/index.ts';
import { calls } from '../../../../domain/contract/index.ts';
import type { Answer, TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import type { OwnedService } from '../../../support/service.ts';
import { ownService } from '../../../support/service.ts';
import { TRON } from '../../../support/withdraw.ts';
import type { OwnedWithdrawals } from '../../../support/withdrawOwner.ts';
import { ownWithdrawals } from '../../../support/withdrawOwner.ts';

let x: TestExchange;
let owner: User;
let other: User;
beforeAll(async () => {
  x = await openExchange();
  [owner, other] = [await x.newUser(), await x.newUser()];
});
afterAll(() => x.close());

/** From the contract itself: a new call without a case fails. */
const names = (Object.keys(calls) as CallName[]).filter((name) => calls[name].access === 'user');

interface Case {
  /** What the other user asks, with whatever of the owner's can be named. */
  readonly body: () => Promise<unknown>;
  /** What must not be in the answer, or must be as it was. */
  readonly check: (answer: Answer) => Promise<void> | void;
}

const published = (answer: Answer): string => JSON.stringify(answer);
const hidesOwner = (answer: Answer): void => {
  expect(published(answer)).not.toContain(owner.uid);
  expect(published(answer)).not.toContain(owner.email);
};
const nothing: Case = { body: async () => ({}), check: hidesOwner };
const ownerIsIn = async (): Promise<void> => {
  expect((await x.ask('account.profile', {}, { token: owner.token })).code).toBe(200);
};
const ownerLogsIn = async (): Promise<void> => {
  expect((await x.logIn(owner)).code).toBe(200);
};
const refusedOf = (body: object): Case => ({
  body: async () => body,
  check: (answer) => expect(answer.code).not.toBe(200),
});
const refusedAndOwnerLogsIn = (body: object): Case => ({
  body: async () => body,
  check: async (answer) => {
    expect(answer.code).not.toBe(200);
    await ownerLogsIn();
  },
});
/** A passkey of the owner's. */
async function ownPasskey(): Promise<{ id: number }> {
  const [row] = await x.db.query<{ id: number }>(
    `insert into passkey (user_id, credential, public_key, counter, rp_id, handle, label, created_at)
     select id, gen_random_uuid(), '', 0, 'localhost', 'x', 'mine', 1 from app_user where uid = $1 returning id`,
    [owner.uid],
  );
  return { id: row?.id ?? 0 };
}
/** Where a device of the owner's is reached. */
async function ownDevice(): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  const device = {
    endpoint: 'https://push.example.org/owner',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  await x.ask('notification.pushOn', { ...device, words: false }, { token: owner.token });
  return device;
}
const ownDevices = async (): Promise<number> =>
  (
    await x.db.query(
      'select 1 from push_subscription p join app_user u on u.id = p.user_id where u.uid = $1',
      [owner.uid],
    )
  ).length;
/** A key of the owner's. @returns its number. */
async function ownKey(): Promise<number> {
  const rows = await x.db.query<{ id: number }>(
    `insert into api_key (user_id, name, api_key, kind, public_key, spot, futures, addresses, created_at)
     select id, 'mine', 'key-of-the-owner-' || gen_random_uuid(), 'ed25519', 'x', true, true, '{}', 1
     from app_user where uid = $1 returning id`,
    [owner.uid],
  );
  return rows[0]?.id ?? 0;
}
let ownerKey = '';
let ownerOrder = 0;
let ownerQuote = '';
let ownerContract = 0;
let owned: OwnedWithdrawals;
let ownerConversion = '';
let ownerStorage = 0;
let ownerAlert = 0;
let service: OwnedService;
/** Somebody else asks about the owner's contract. */
const aboutContract: Case = {
  body: async () => ({ id: ownerContract }),
  check: (answer) => expect([answer.status, answer.code, answer.data]).toEqual([404, 'notFound', null]),
};
/** Somebody else asks about the owner's resting order. */
const aboutOrder = (more: object): Case => ({
  body: async () => ({ id: ownerOrder, ...more }),
  check: async (answer) => {
    expect([answer.status, answer.code, answer.data]).toEqual([404, 'notFound', null]);
    const { data } = await x.ask('spot.order', { id: ownerOrder }, { token: owner.token });
    expect(data.order.status).toBe('open');
  },
});

/** Somebody else asks about the owner's withdrawal. */
const aboutWithdrawal: Case = {
  body: async () => ({ id: owned.withdrawal }),
  check: async (answer) => {
    expect([answer.status, answer.code, answer.data]).toEqual([404, 'notFound', null]);
    const { data } = await x.ask('withdraw.detail', { id: owned.withdrawal }, { token: owner.token });
    expect(data.withdrawal.state).toBe('requested');
  },
};
/** Somebody else asks about the owner's storage order. */
const aboutStorage = (more: object): Case => ({
  body: async () => ({ id: ownerStorage, ...more }),
  check: async (answer) => {
    expect([answer.status, answer.code, answer.data]).toEqual([404, 'notFound', null]);
    const { data } = await x.ask('storage.detail', { id: ownerStorage }, { token: owner.token });
    expect(data.order).toMatchObject({ state: 'running', autoRenew: false });
  },
});

const ownerAlertStands = async (): Promise<void> => {
  const { data } = await x.ask('alert.list', {}, { token: owner.token });
  expect(data.rows).toMatchObject([{ id: ownerAlert, state: 'waiting' }]);
};
/** Somebody else asks about the owner's price alert. */
const aboutAlert: Case = {
  body: async () => ({ id: ownerAlert }),
  check: async (answer) => {
    expect([answer.status, answer.code, answer.data]).toEqual([404, 'notFound', null]);
    await ownerAlertStands();
  },
};
/** Somebody else asks about the owner's ticket. */
const aboutTicket = (more: object): Case => ({
  body: async () => ({ id: service.ticket, ...more }),
  check: async (answer) => {
    expect([answer.status, answer.code, answer.data]).toEqual([404, 'notFound', null]);
    const { data } = await x.ask('support.detail', { id: service.ticket }, { token: owner.token });
    expect(data).toMatchObject({ ticket: { state: 'waiting', messages: 1 }, messages: [{ id: 1 }] });
  },
});

/** Every call for users who are logged in, tried by somebody else. */
const cases: Readonly<Record<string, Case>> = {
  'account.logout': { body: async () => ({ uid: owner.uid }), check: ownerIsIn },
  'account.profile': { body: async () => ({ uid: owner.uid }), check: hidesOwner },
  'account.ticket': nothing,
  'account.sessions': { body: async () => ({ uid: owner.uid }), check: hidesOwner },
  'account.endSession': {
    body: async () => ({
      id: (await x.ask('account.sessions', {}, { token: owner.token })).data.sessions[0].id,
    }),
    check: async (answer) => {
      expect(answer.data).toEqual({ ended: 0 });
      await ownerIsIn();
    },
  },
  'account.logins': { body: async () => ({ limit: 200 }), check: hidesOwner },
  'account.favourites': { body: async () => ({}), check: (answer) => expect(answer.data.ids).toEqual([]) },
  'account.keepFavourites': {
    body: async () => ({ ids: ['ETH-USDT'], version: 0 }),
    check: async () => {
      const { data } = await x.ask('account.favourites', {}, { token: owner.token });
      expect(data.ids).toEqual([]);
    },
  },
  'account.complete': refusedAndOwnerLogsIn({
    contact: { kind: 'email', email: 'q3@people.example' },
    code: '123456',
    password: 'stolen123x',
  }),
  'account.changePassword': refusedAndOwnerLogsIn({ old: 'tide1234x', password: 'stolen123x', uid: '1' }),
  'account.setFundPassword': {
    body: async () => ({
      password: 'stolen123x',
      code:
        (await x.ask('common.sendEmail', { email: '', purpose: 'fundPassword' }, { token: owner.token })) &&
        (await x.codeFor(owner.email)),
    }),
    check: (answer) => expect(answer.code).toBe('codeInvalid'),
  },
  'account.bindPhone': {
    body: async () => {
      await x.ask('common.sendSms', { phone: '+14155550199', purpose: 'bindPhone' }, { token: owner.token });
      const code = await x.codeFor('+14155550199');
      return { oldCode: '123456', phone: '+14155550199', code, password: 'wrong123x' };
    },
    check: (answer) => expect(answer.code).toBe('codeInvalid'),
  },
  'account.bindEmail': refusedAndOwnerLogsIn({
    oldCode: '123456',
    email: 'q@people.example',
    code: '123456',
    password: 'tide1234x',
  }),
  'account.changeEmail': {
    body: async () => {
      await x.ask('common.sendEmail', { email: '', purpose: 'changeEmail' }, { token: owner.token });
      return { oldCode: await x.codeFor(owner.email), email: 'q2@people.example', code: '123456' };
    },
    check: async (answer) => {
      expect(answer.code).toBe('codeInvalid');
      await ownerLogsIn();
    },
  },
  'account.totpStart': refusedAndOwnerLogsIn({ password: 'wrong123x' }),
  'account.totpConfirm': refusedAndOwnerLogsIn({ totp: '123456' }),
  'account.totpOff': refusedAndOwnerLogsIn({ password: 'tide1234x', totp: '123456' }),
  'account.passkeys': { body: ownPasskey, check: ({ data }) => expect(data.rows).toEqual([]) },
  'account.passkeyStart': refusedOf({ password: 'wrong123x' }),
  'account.passkeyAdd': refusedOf({
    label: '',
    passkey: { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  }),
  'account.passkeyRemove': {
    body: async () => ({ ...(await ownPasskey()), password: 'tide1234x' }),
    check: async (answer) => {
      expect(answer.code).toBe('notFound');
      const { data } = await x.ask('account.passkeys', {}, { token: owner.token });
      expect(data.rows).not.toEqual([]);
    },
  },
  'account.passkeyProof': { body: ownPasskey, check: ({ code }) => expect(code).toBe('passkeyUnknown') },
  'account.setAntiPhishing': {
    body: async () => ({ word: 'not yours' }),
    check: async () => {
      const { data } = await x.ask('account.profile', {}, { token: owner.token });
      expect(data.antiPhishing).toBeNull();
    },
  },
  'account.balances': { body: async () => ({ uid: owner.uid }), check: hidesOwner },
  'account.holds': {
    body: async () => ({ asset: 'USDT' }),
    check: (answer) => expect(answer.data).toEqual({ holds: [] }),
  },
  'account.records': {
    body: async () => ({ limit: 500 }),
    check: (answer) => {
      expect(answer.data.rows).toHaveLength(4);
      expect(answer.data.rows.every(({ kind }: { kind: string }) => kind === 'playGrant')).toBe(true);
    },
  },
  'account.transfer': {
    body: async () => ({ asset: 'USDT', from: 'spot', to: 'futures', amount: '10001', uid: owner.uid }),
    check: async (answer) => {
      expect(answer.code).not.toBe(200);
      const { balances } = (await x.ask('account.balances', {}, { token: owner.token })).data;
      expect(
        balances.find(
          (row: { asset: string; account: string }) => row.asset === 'USDT' && row.account === 'spot',
        ).posted,
      ).toBe('9899');
    },
  },
  'account.resetPlay': {
    body: async () => ({}),
    check: async () => {
      const { balances } = (await x.ask('account.balances', {}, { token: owner.token })).data;
      expect(
        balances.find(
          (row: { asset: string; account: string }) => row.asset === 'USDT' && row.account === 'spot',
        ).posted,
      ).toBe('9899');
    },
  },
  'spot.place': {
    body: async () => ({
      market: 'BTC-USDT',
      side: 'buy',
      type: 'market',
      quantity: '0.001',
      userId: 1,
      status: 'filled',
      price: '1',
    }),
    check: (answer) => expect(answer.code).toBe('bodyInvalid'),
  },
  'spot.placeScaled': {
    body: async () => ({
      ...{
        market: 'BTC-USDT',
        side: 'sell',
        from: '9999998',
        to: '9999999',
        count: 2,
        quantity: '0.002',
        userId: 1,
      },
    }),
    check: (answer) => expect(answer.code).toBe('bodyInvalid'),
  },
  'spot.placeOco': {
    body: async () => ({
      market: 'BTC-USDT',
      side: 'sell',
      quantity: '0.001',
      price: '9999999',
      stopPrice: '1',
      stopLimitPrice: '1',
      userId: 1,
    }),
    check: (answer) => expect(answer.code).toBe('bodyInvalid'),
  },
  'spot.amend': aboutOrder({ quantity: '0.002' }),
  'spot.cancel': aboutOrder({}),
  'spot.order': aboutOrder({}),
  'spot.cancelAll': {
    body: async () => ({}),
    check: async (answer) => {
      expect(answer.data).toEqual({ cancelled: [] });
      const { data } = await x.ask('spot.order', { id: ownerOrder }, { token: owner.token });
      expect(data.order.status).toBe('open');
    },
  },
  'spot.orders': { body: async () => ({}), check: (answer) => expect(answer.data.rows).toEqual([]) },
  'spot.fills': { body: async () => ({}), check: (answer) => expect(answer.data.rows).toEqual([]) },
  'cycle.quote': { body: async () => ({ asset: 'BTC-USDT', cycle: '1h' }), check: hidesOwner },
  'cycle.buy': {
    body: async () => ({ quote: ownerQuote, direction: 'up', amount: '5' }),
    check: (answer) => expect(answer.code).toBe('quoteExpired'),
  },
  'cycle.sales': { body: async () => ({}), check: (answer) => expect(answer.data.sales).toEqual([]) },
  'cycle.sell': {
    body: async () => ({ id: ownerContract, least: '0' }),
    check: (answer) => expect(answer.status).toBe(404),
  },
  'cycle.list': { body: async () => ({}), check: (answer) => expect(answer.data.rows).toEqual([]) },
  'cycle.detail': aboutContract,
  'cycle.receipt': aboutContract,
  'perpetual.place': refusedOf({
    market: 'BTC-USDT-PERP',
    side: 'long',
    type: 'market',
    quantity: '1',
    userId: 1,
  }),
  'perpetual.amend': refusedOf({ id: 1, quantity: '1' }),
  'perpetual.cancel': refusedOf({ id: 1 }),
  'perpetual.placeScaled': refusedOf({
    ...{ market: 'BTC-USDT-PERP', side: 'long', from: '1', to: '2', count: 2, quantity: '1', userId: 1 },
  }),
  'perpetual.cancelAll': nothing,
  'perpetual.close': refusedOf({ market: 'BTC-USDT-PERP' }),
  'perpetual.closeAll': nothing,
  'perpetual.reverse': refusedOf({ market: 'BTC-USDT-PERP' }),
  'perpetual.setTerms': nothing,
  'perpetual.changeMargin': refusedOf({ market: 'BTC-USDT-PERP', amount: '-1' }),
  'perpetual.protect': refusedOf({ market: 'BTC-USDT-PERP', stopLoss: { value: '1' } }),
  'perpetual.amendGuard': refusedOf({ id: 1, guard: { value: '1' } }),
  'perpetual.setAbsence': nothing,
  'perpetual.state': nothing,
  'perpetual.positions': nothing,
  'perpetual.orders': nothing,
  'perpetual.fills': nothing,
  'perpetual.funding': nothing,
  'perpetual.fundingSums': nothing,
  'perpetual.liquidations': nothing,
  'convert.quote': {
    body: async () => ({ from: 'USDT', to: 'BTC', side: 'from', amount: '100', uid: owner.uid }),
    check: (answer) => expect(answer.code).toBe('bodyInvalid'),
  },
  'convert.accept': {
    body: async () => ({ quote: ownerConversion }),
    check: async (answer) => {
      expect(answer.code).toBe('quoteExpired');
      const { data } = await x.ask('convert.list', {}, { token: owner.token });
      expect(data.rows).toEqual([]);
    },
  },
  'convert.small': nothing,
  'convert.acceptSmall': {
    body: async () => ({ quote: ownerConversion, assets: ['BTC'] }),
    check: (answer) => expect(answer.code).toBe('quoteExpired'),
  },
  'convert.list': { body: async () => ({}), check: (answer) => expect(answer.data.rows).toEqual([]) },
  'account.worth': nothing,
  'deposit.infos': nothing,
  'deposit.address': {
    body: async () => ({ chain: 'tron' }),
    check: async (answer) => {
      const own = await x.ask('deposit.address', { chain: 'tron' }, { token: owner.token });
      expect(answer.data.address).not.toBe(own.data.address);
    },
  },
  'deposit.list': { body: async () => ({}), check: (answer) => expect(answer.data.rows).toEqual([]) },
  'deposit.detail': refusedOf({ id: 1 }),
  'deposit.notify': refusedOf({ chain: 'tron', amount: '100', voucher: 'A'.repeat(43), userId: 1 }),
  'deposit.notices': { body: async () => ({}), check: (answer) => expect(answer.data.rows).toEqual([]) },
  'deposit.voucher': refusedOf({ id: 1 }),
  'deposit.test': refusedOf({ chain: 'tron', amount: '100', address: 'T1' }),
  'withdraw.infos': {
    body: async () => ({ uid: owner.uid }),
    check: (answer) => expect(answer.data.bank.verifiedName).toBeNull(),
  },
  'withdraw.prove': refusedOf({ purpose: 'withdrawal', fundPassword: 'moon1234x', code: '123456' }),
  'withdraw.send': {
    body: async () => ({
      ...{ currency: 'USDT', chain: 'tron', address: TRON, amount: '100' },
      proof: owned.proof,
    }),
    check: (answer) => expect(answer.code).toBe('proofInvalid'),
  },
  'withdraw.toBank': {
    body: async () => ({ quote: owned.quote, card: owned.card, proof: owned.proof }),
    check: (answer) => expect(answer.code).not.toBe(200),
  },
  'withdraw.cancel': aboutWithdrawal,
  'withdraw.detail': aboutWithdrawal,
  'withdraw.list': { body: async () => ({}), check: (answer) => expect(answer.data.rows).toEqual([]) },
  'withdraw.addresses': {
    body: async () => ({ uid: owner.uid }),
    check: (answer) => expect(answer.data.addresses).toEqual([]),
  },
  'withdraw.addAddress': refusedOf({
    ...{ currency: 'USDT', chain: 'tron', address: TRON, label: '' },
    userId: 1,
  }),
  'withdraw.removeAddress': {
    body: async () => ({ id: owned.address }),
    check: async (answer) => {
      expect(answer.code).toBe('notFound');
      const { data } = await x.ask('withdraw.addresses', {}, { token: owner.token });
      expect(data.addresses).toHaveLength(1);
    },
  },
  'withdraw.setWhitelist': {
    body: async () => ({ on: true }),
    check: async () => {
      const { data } = await x.ask('withdraw.addresses', {}, { token: owner.token });
      expect(data.whitelist.on).toBe(false);
    },
  },
  'withdraw.cards': {
    body: async () => ({ uid: owner.uid }),
    check: (answer) => expect(answer.data.cards).toEqual([]),
  },
  'withdraw.addCard': refusedOf({
    ...{ holder: 'Ada Lovelace', bank: 'A', branch: 'B', code: 'ABC', number: '4242424242424242' },
  }),
  'withdraw.removeCard': {
    body: async () => ({ id: owned.card }),
    check: async (answer) => {
      expect(answer.code).toBe('notFound');
      const { data } = await x.ask('withdraw.cards', {}, { token: owner.token });
      expect(data.cards).toHaveLength(1);
    },
  },
  'withdraw.bankQuote': refusedOf({ fiat: 'EUR', amount: '100' }),
  'storage.open': refusedOf({
    plan: 1,
    version: 1,
    amount: '-100',
    autoRenew: false,
    agreed: true,
    userId: 1,
  }),
  'storage.revoke': aboutStorage({}),
  'storage.redeem': aboutStorage({ cost: '0' }),
  'storage.renew': aboutStorage({ autoRenew: true }),
  'storage.detail': aboutStorage({}),
  'storage.list': { body: async () => ({}), check: (answer) => expect(answer.data.rows).toEqual([]) },
  'storage.payouts': {
    body: async () => ({ order: ownerStorage }),
    check: (answer) => expect(answer.data).toEqual({ rows: [], next: null }),
  },
  'storage.summary': {
    body: async () => ({}),
    check: (answer) => expect(answer.data).toEqual({ assets: [] }),
  },
  'notification.list': { body: async () => ({}), check: (answer) => expect(answer.data.rows).toEqual([]) },
  'notification.mark': {
    body: async () => ({ read: 9, seen: 9 }),
    check: async () => {
      const { data } = await x.ask('notification.list', {}, { token: owner.token });
      expect(data.readTo).toBe(0);
    },
  },
  'notification.settings': {
    body: async () => ({ mails: false }),
    check: async () => {
      const { data } = await x.ask('notification.settings', {}, { token: owner.token });
      expect(data.mails).toBe(true);
    },
  },
  'notification.push': {
    body: async () => ({}),
    check: ({ data }) => expect(data.key).toMatch(/^B[\w-]{86}$/),
  },
  'notification.pushOn': {
    body: async () => ({ ...(await ownDevice()), words: true }),
    check: ({ code }) => expect(code).toBe('pushTaken'),
  },
  'notification.pushOff': {
    body: async () => {
      await ownDevice();
      return {};
    },
    check: async () => expect(await ownDevices()).toBe(1),
  },
  'apiKey.list': {
    body: async () => {
      await ownKey();
      return {};
    },
    check: (answer) => expect(published(answer)).not.toContain('key-of-the-owner'),
  },
  'apiKey.add': refusedOf({ name: 'x', userId: 1 }),
  'apiKey.end': {
    body: async () => ({ id: await ownKey() }),
    check: async () => {
      const rows = await x.db.query<{ ended_at: number | null }>('select ended_at from api_key');
      expect(rows.map(({ ended_at }) => ended_at)).toEqual(rows.map(() => null));
    },
  },
  'alert.list': { body: async () => ({}), check: (answer) => expect(answer.data.rows).toEqual([]) },
  'alert.add': refusedOf({ market: 'BTC-USDT', direction: 'above', price: '1', repeats: false, userId: 1 }),
  'alert.remove': aboutAlert,
  'identity.state': {
    body: async () => ({ uid: owner.uid }),
    check: (answer) => expect(answer.data).toMatchObject({ level: 0, name: null, photos: [] }),
  },
  'identity.photo': refusedOf({ kind: 'front' }),
  'identity.view': {
    body: async () => ({ id: service.photo }),
    check: (answer) => expect([answer.status, answer.code, answer.data]).toEqual([404, 'notFound', null]),
  },
  'identity.basic': refusedOf({ name: 'Ada Lovelace', number: 'X4711', userId: 1 }),
  'identity.advanced': {
    body: async () => ({ front: service.photo, back: service.photo, holding: service.photo }),
    check: (answer) => expect(answer.code).toBe('identityBasicFirst'),
  },
  'support.add': {
    body: async () => ({
      ...{ key: x.newKey(), title: 'A', content: 'B', pictures: [] },
      subject: { kind: 'spot', id: ownerOrder },
    }),
    check: (answer) => expect(answer.code).toBe('ticketSubject'),
  },
  'support.list': { body: async () => ({}), check: (answer) => expect(answer.data.rows).toEqual([]) },
  'support.detail': aboutTicket({}),
  'support.reply': aboutTicket({ key: 'key-of-other', content: 'Mine now', pictures: [] }),
  'support.read': aboutTicket({ message: 1 }),
  'support.close': aboutTicket({}),
  'support.picture': {
    body: async () => ({ id: service.picture }),
    check: (answer) => expect([answer.status, answer.code, answer.data]).toEqual([404, 'notFound', null]),
  },
  'support.summary': {
    body: async () => ({}),
    check: (answer) => expect(answer.data).toMatchObject({ unread: 0, waiting: 0 }),
  },
  'team.info': nothing,
  'team.members': { body: async () => ({ level: 'direct' }), check: hidesOwner },
  'team.rewards': nothing,
  'account.commands': {
    body: async () => ({ keys: [ownerKey] }),
    check: async (answer) => {
      expect(answer.data.commands).toEqual([{ key: ownerKey, done: false, response: null }]);
      // Asking after somebody else's key does not make it void for its owner.
      const again = await x.ask('account.commands', { keys: [ownerKey] }, { token: owner.token });
      expect(again.data.commands[0].done).toBe(true);
    },
  },
};

/** Tokens that open nothing, for all calls: one of nobody, and one of a login that was left. */
let temporary: string | undefined;
let loggedOut: string | undefined;
async function leave(): Promise<string> {
  const { token } = (await x.logIn(owner)).data;
  await x.ask('account.logout', {}, { token });
  return token;
}

describe('a call for users who are logged in', () => {
  beforeAll(async () => {
    owned = await ownWithdrawals(x, owner);
    service = await ownService(x, owner);
    const resting = { market: 'BTC-USDT', side: 'sell', type: 'limit', price: '200000', quantity: '0.001' };
    const placed = await x.ask('spot.place', resting, { token: owner.token, key: x.newKey() });
    expect(placed.code).toBe(200);
    ownerOrder = placed.data.order.id;
    const quote = () => x.ask('cycle.quote', { asset: 'BTC-USDT', cycle: '1d' }, { token: owner.token });
    const terms = { quote: (await quote()).data.id, direction: 'up', amount: '5' };
    const bought = await x.ask('cycle.buy', terms, { token: owner.token, key: x.newKey() });
    ownerContract = bought.data.contract.id;
    ownerQuote = (await quote()).data.id;
    const conversion = { from: 'USDT', to: 'BTC', side: 'from', amount: '100' };
    ownerConversion = (await x.ask('convert.quote', conversion, { token: owner.token })).data.id;
    const { plans } = (await x.ask('storage.plans')).data;
    const escrow = { plan: plans[0].id, version: 1, amount: '100', autoRenew: false, agreed: true };
    const opened = await x.ask('storage.open', escrow, { token: owner.token, key: x.newKey() });
    ownerStorage = opened.data.order.id;
    const far = { market: 'BTC-USDT', direction: 'above', price: '9999999', repeats: false };
    ownerAlert = (await x.ask('alert.add', far, { token: owner.token })).data.alert.id;
    ownerKey = x.newKey();
    const moved = { asset: 'USDT', from: 'spot', to: 'futures', amount: '1' };
    expect((await x.ask('account.transfer', moved, { token: owner.token, key: ownerKey })).code).toBe(200);
  });

  it.each(names)('%s is for nobody else', async (name) => {
    // A caller of its own for each: some of these calls end the caller's session.
    const token = (await x.logIn(other)).data.token;
    const tried = cases[name];
    if (!tried) throw new Error(`no case for ${name}`);
    const answer = await x.ask(name, await tried.body(), { token, key: x.newKey() });
    expect(answer.status).toBeLessThan(500);
    await tried.check(answer);
  });
  it.each(names)('%s is refused without a login', async (name) => {
    temporary ??= await x.temporary();
    for (const token of [undefined, 'nonsense', temporary]) {
      const answer = await x.ask(name, {}, { token, key: x.newKey() });
      expect([answer.status, answer.code, answer.data]).toEqual([401, 401, null]);
    }
  });
  it.each(names)('%s is refused after logging out', async (name) => {
    loggedOut ??= await leave();
    expect((await x.ask(name, {}, { token: loggedOut, key: x.newKey() })).code).toBe(401);
  });
});
