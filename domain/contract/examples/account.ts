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
    about: 'A short-lived token that sending codes and uploading need before login',
    request: {},
    response: { token: 'kbzQ1uVbq0y2nD3mC8sXo5aHfTg7RjWl', expiresAt: AT },
  },
  'common.sendSms': {
    about: 'Sends a code by text message. The answer is the same whether or not the number is known',
    request: { phone: '+14155550100', purpose: 'register' },
    response: sent,
  },
  'common.sendEmail': {
    about: 'Sends a code by mail. The answer is the same whether or not the address is known',
    request: { email: 'a@b.example', purpose: 'retrieve' },
    response: sent,
  },
  'common.upload': {
    about:
      'Keeps one picture (JPEG, PNG, WebP; at most 8 MB, 40 megapixels), re-encoded without its metadata',
    request: {},
    response: { id: 'u', width: 1, height: 2, bytes: 3 },
  },
  'account.register': {
    about: 'Opens an account and logs in',
    request: { contact, code: '123456', password: 'abc123x', inviteCode: 'ABCDEFGH', agreed: true },
    response: { token: 'kbzQ1uVbq0y2nD3mC8sXo5aHfTg7RjWl', uid: '123456789' },
  },
  'account.guest': {
    about:
      'Opens an account without a contact, with play money, on this device alone: it takes nothing out and has no team',
    request: { agreed: true },
    response: { token: 'kbzQ1uVbq0y2nD3mC8sXo5aHfTg7RjWl', uid: '123456789' },
  },
  'account.complete': {
    about: 'Gives an account that has none a contact and a password: it is whole then',
    request: { contact, code: '123456', password: 'abc123x' },
    response: {},
  },
  'account.login': {
    about: 'Logs in. `totpRequired` asks for the same again with a time-based or recovery code',
    request: { contact: { kind: 'phone', phone: '+14155550100' }, password: 'p', totp: '123456' },
    response: { token: 'kbzQ1uVbq0y2nD3mC8sXo5aHfTg7RjWl', uid: '123456789' },
  },
  'account.retrieve': {
    about: 'Sets a new password by a code; every session ends',
    request: { contact, code: '123456', password: 'abc123x' },
    response: {},
  },
  'account.logout': {
    about: 'Ends this session',
    request: {},
    response: {},
  },
  'account.profile': {
    about: 'Who is logged in, and what is set up',
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
    about: 'Favourites and watch lists of the account, in their order',
    request: {},
    response: { uid: '123456789', ids: ['BTC-USDT'], lists: [watchList], version: 1 },
  },
  'account.keepFavourites': {
    about:
      'Keeps favourites and watch lists, unless another device has changed them since the version that is named',
    request: { ids: ['BTC-USDT', 'ETH-USDT'], lists: [watchList], version: 1 },
    response: {
      uid: '123456789',
      ids: ['BTC-USDT', 'ETH-USDT'],
      lists: [watchList],
      version: 2,
      isKept: true,
    },
  },
  'account.ticket': {
    about: 'A ticket, good once and for a minute, by which a socket proves whose it is',
    request: {},
    response: { ticket: 'Vb7RjWl1uq0y2nD3', expiresAt: AT },
  },
  'apiKey.list': {
    about: 'Keys with which programs call in the name of the user, without their secrets',
    request: {},
    response: {
      keys: [apiKey],
      most: 30,
      proof: { fundPassword: true, code: 'email', totp: false, passkey: false },
    },
  },
  'apiKey.add': {
    about:
      'Makes an API key, by a proof of purpose `apiKey`. The secret of an HMAC key is in this answer alone',
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
  'apiKey.end': {
    about: 'Ends an API key at once',
    request: { id: 1 },
    response: {},
  },
  'account.balances': {
    about: 'All balances of the user',
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
    about: 'Why an asset is frozen: the open holds, newest first',
    request: { asset: 'USDT' },
    response: { holds: [{ account: 'spot', kind: 'order', reference: '1', amount: '1', at: AT }] },
  },
  'account.records': {
    about: 'Movements of money, newest first, each with the balance after it',
    request: { asset: 'USDT', account: 'spot', kind: 'transfer', from: AT, to: AT, before: '9.1', limit: 50 },
    response: {
      rows: [
        { id: '9.1', account: 'spot', asset: 'USDT', kind: 'transfer', amount: '-1', balance: '2', at: AT },
      ],
      next: null,
    },
  },
  'account.transfer': {
    about: 'Moves money between the user’s own accounts',
    request: { asset: 'USDT', from: 'spot', to: 'futures', amount: '1.5' },
    response: { journal: 1 },
  },
  'account.resetPlay': {
    about: 'Practice only: takes the play money back and grants it anew',
    request: {},
    response: { journal: 1 },
  },
  'account.commands': {
    about:
      'What became of money-moving calls whose answer was lost, by their keys. One that has not acted never will',
    request: { keys: ['abcdefgh'] },
    response: { commands: [{ key: 'abcdefgh', done: true, response: { journal: 1 } }] },
  },
  'dev.outbox': {
    about: 'Practice only: the newest messages that would have gone out',
    request: {},
    response: { messages: [{ id: 1, to: 'a@b.example', subject: 's', text: 't', at: AT }] },
  },
};
