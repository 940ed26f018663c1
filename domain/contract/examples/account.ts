import { futures } from './perpetual.ts';
import { order } from './spot.ts';

const AT = 1_700_000_000_000;
const contact = { kind: 'email', email: 'a@b.example' };
const sent = { againInMs: 60_000, validMs: 600_000, isLocal: true };
const watchList = { id: 'k3w9d1p7x2', name: 'Layer 1', ids: ['SOL-USDT', 'ETH-USDT'] };
const balance = { account: 'spot', asset: 'USDT', posted: '1', held: '0', version: 1 };

const apiKey = {
  id: 1,
  name: 'bot',
  apiKey: 'f2QxVb7RjWl1uq0y2nD3mC8sXo5aHfTgkbzQ1uVbq0y2nD3mC8sXo5aHfTg7RjWl',
  kind: 'hmac',
  spot: true,
  futures: false,
  addresses: [],
  createdAt: AT,
  usedAt: null,
  usedFrom: null,
} as const;

/** A good request and a good answer of each call about accounts. */
export const accountExamples = {
  'common.temporaryToken': {
    request: {},
    response: { token: 'kbzQ1uVbq0y2nD3mC8sXo5aHfTg7RjWl', expiresAt: AT },
  },
  'common.sendSms': { request: { phone: '+14155550100', purpose: 'register' }, response: sent },
  'common.sendEmail': { request: { email: 'a@b.example', purpose: 'retrieve' }, response: sent },
  'common.upload': { request: {}, response: { id: 'u', width: 1, height: 2, bytes: 3 } },
  'account.register': {
    request: { contact, code: '123456', password: 'abc123x', inviteCode: 'ABCDEFGH', agreed: true },
    response: { token: 'kbzQ1uVbq0y2nD3mC8sXo5aHfTg7RjWl', uid: '123456789' },
  },
  'account.guest': {
    request: { agreed: true },
    response: { token: 'kbzQ1uVbq0y2nD3mC8sXo5aHfTg7RjWl', uid: '123456789' },
  },
  'account.complete': { request: { contact, code: '123456', password: 'abc123x' }, response: {} },
  'account.login': {
    request: { contact: { kind: 'phone', phone: '+14155550100' }, password: 'p', totp: '123456' },
    response: { token: 'kbzQ1uVbq0y2nD3mC8sXo5aHfTg7RjWl', uid: '123456789' },
  },
  'account.retrieve': { request: { contact, code: '123456', password: 'abc123x' }, response: {} },
  'account.logout': { request: {}, response: {} },
  'account.profile': {
    request: {},
    response: {
      uid: '123456789',
      email: 'a•••@b.example',
      phone: null,
      level: 0,
      identity: 'none',
      creditScore: 100,
      inviteCode: 'ABCDEFGH',
      createdAt: AT,
      measures: { email: true, fundPassword: false, totp: false, phone: false, antiPhishing: false },
      antiPhishing: null,
      recoveryCodesLeft: 0,
      heldUntil: AT,
      heldAfter: 'passwordChanged',
      isPlay: true,
    },
  },
  'account.favourites': {
    request: {},
    response: { uid: '123456789', ids: ['BTC-USDT'], lists: [watchList], version: 1 },
  },
  'account.keepFavourites': {
    request: { ids: ['BTC-USDT', 'ETH-USDT'], lists: [watchList], version: 1 },
    response: {
      uid: '123456789',
      ids: ['BTC-USDT', 'ETH-USDT'],
      lists: [watchList],
      version: 2,
      isKept: true,
    },
  },
  'account.ticket': { request: {}, response: { ticket: 'Vb7RjWl1uq0y2nD3', expiresAt: AT } },
  'apiKey.list': {
    request: {},
    response: {
      keys: [apiKey],
      most: 30,
      proof: { fundPassword: true, code: 'email', totp: false, passkey: false },
    },
  },
  'apiKey.add': {
    request: {
      name: 'bot',
      kind: 'hmac',
      spot: true,
      futures: false,
      addresses: ['10.0.0.1'],
      proof: 'xo5aHfTg7RjWl1uq0y2nD3',
    },
    response: { key: apiKey, secret: 'mC8sXo5aHfTgkbzQ1uVbq0y2nD3f2QxVb7RjWl1uq0y2nD3mC8sXo5aHfTg7RjWl' },
  },
  'apiKey.end': { request: { id: 1 }, response: {} },
  'account.sessions': {
    request: {},
    response: {
      sessions: [
        {
          id: 1,
          device: 'Chrome, Android',
          address: '203.0.113.7',
          createdAt: AT,
          seenAt: AT,
          isCurrent: true,
        },
      ],
    },
  },
  'account.endSession': { request: { id: 1 }, response: { ended: 1 } },
  'account.logins': {
    request: { before: 9, limit: 20 },
    response: {
      rows: [{ id: 1, what: 'login', device: 'Chrome, Android', address: '203.0.113.7', at: AT }],
      more: false,
    },
  },
  'account.changePassword': { request: { old: 'a', password: 'b', totp: '1' }, response: {} },
  'account.setFundPassword': { request: { password: 'b', code: '123456' }, response: {} },
  'account.bindPhone': {
    request: { oldCode: '123456', phone: '+14155550100', code: '123456', password: 'p' },
    response: {},
  },
  'account.bindEmail': {
    request: { oldCode: '123456', email: 'a@b.example', code: '123456', password: 'p' },
    response: {},
  },
  'account.changeEmail': {
    request: { oldCode: '123456', email: 'a@b.example', code: '123456' },
    response: {},
  },
  'account.passkeys': {
    request: {},
    response: { rpId: 'example.org', rows: [{ id: 1, label: 'Phone', createdAt: AT, usedAt: null }] },
  },
  'account.passkeyStart': {
    request: { password: 'p' },
    response: {
      challenge: 'mC8sXo5aHfTg',
      rpId: 'example.org',
      expiresAt: AT,
      passkeys: [],
      handle: 'kbzQ1uVbq0y2',
      uid: '123456789',
    },
  },
  'account.passkeyAdd': {
    request: {
      label: 'Phone',
      passkey: { id: 'nD3f2QxV', clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRkbm9u' },
    },
    response: { id: 1 },
  },
  'account.passkeyRemove': { request: { id: 1, password: 'p' }, response: {} },
  'account.passkeyChallenge': {
    request: {},
    response: { challenge: 'mC8sXo5aHfTg', rpId: 'example.org', expiresAt: AT, passkeys: [] },
  },
  'account.passkeyProof': {
    request: {},
    response: { challenge: 'mC8sXo5aHfTg', rpId: 'example.org', expiresAt: AT, passkeys: ['nD3f2QxV'] },
  },
  'account.passkeyLogin': {
    request: {
      passkey: {
        id: 'nD3f2QxV',
        clientDataJSON: 'eyJ0eXBlIjoi',
        authenticatorData: 'SZYN5YgOjGh0',
        signature: 'MEUCIQDx',
      },
    },
    response: { token: 'xo5aHfTg7RjWl1uq0y2nD3', uid: '123456789' },
  },
  'account.totpStart': { request: { password: 'p' }, response: { secret: 's', uri: 'otpauth://totp/x' } },
  'account.totpConfirm': { request: { totp: '123456' }, response: { recoveryCodes: ['AAAAA-BBBBB'] } },
  'account.totpOff': { request: { password: 'p', totp: '123456' }, response: {} },
  'account.setAntiPhishing': { request: { word: 'tide' }, response: {} },
  'account.balances': {
    request: {},
    response: {
      uid: '123456789',
      balances: [balance],
      orders: [order],
      futures,
      positionMargin: '0',
      realizedPl: '-1.5',
      notifications: {
        readTo: 3,
        newest: 9,
        unread: 6,
        unseen: [{ kind: 'cycle', count: 2 }],
        cycleNet: '-4.25',
      },
    },
  },
  'account.holds': {
    request: { asset: 'USDT' },
    response: { holds: [{ account: 'spot', kind: 'order', reference: '1', amount: '1', at: AT }] },
  },
  'account.records': {
    request: { asset: 'USDT', account: 'spot', kind: 'transfer', from: AT, to: AT, before: '9.1', limit: 50 },
    response: {
      rows: [
        { id: '9.1', account: 'spot', asset: 'USDT', kind: 'transfer', amount: '-1', balance: '2', at: AT },
      ],
      next: null,
    },
  },
  'account.transfer': {
    request: { asset: 'USDT', from: 'spot', to: 'futures', amount: '1.5' },
    response: { journal: 1 },
  },
  'account.resetPlay': { request: {}, response: { journal: 1 } },
  'account.commands': {
    request: { keys: ['abcdefgh'] },
    response: { commands: [{ key: 'abcdefgh', done: true, response: { journal: 1 } }] },
  },
  'dev.outbox': {
    request: {},
    response: { messages: [{ id: 1, to: 'a@b.example', subject: 's', text: 't', at: AT }] },
  },
};
