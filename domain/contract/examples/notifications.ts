const forced = {
  position: 3,
  market: 'BTC-USDT-PERP',
  side: 'long',
  quantity: '0.5',
  value: '30000.05',
  net: '-1250.25',
  left: '0',
  wallet: '12.5',
};
const row = { id: 7, kind: 'liquidation', at: 1, body: forced };
const summary = {
  readTo: 0,
  newest: 7,
  unread: 1,
  unseen: [{ kind: 'liquidation', count: 1 }],
  cycleNet: '0',
};

const subscription = {
  endpoint: 'https://push.example.org/2',
  // RFC 8291, appendix A.
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

/** A good request and a good answer of each call about notifications. */
export const notificationExamples = {
  'notification.list': {
    about: 'What has happened to the user without a tap of theirs, newest first',
    request: { kinds: ['liquidation'], before: 9, limit: 20 },
    response: { rows: [row], next: null, readTo: 0 },
  },
  'notification.mark': {
    about: 'Up to which notification the user has read or seen them; never goes back',
    request: { read: 7, seen: 7 },
    response: summary,
  },
  'notification.settings': {
    about: 'Whether mails go out of liquidations',
    request: { mails: false },
    response: { mails: false },
  },
  'notification.push': {
    about: 'The key that a browser subscribes to push messages of this exchange with',
    request: {},
    response: { key: subscription.p256dh },
  },
  'notification.pushOn': {
    about: 'Sends push messages to this login’s device of what happens while no page is open',
    request: { ...subscription, words: false },
    response: {},
  },
  'notification.pushOff': {
    about: 'Ends push messages to this login’s device',
    request: {},
    response: {},
  },
  'notification.pushMoved': {
    about: 'Another subscription takes the place of a device’s former one',
    request: { ...subscription, former: { endpoint: 'https://push.example.org/1', auth: subscription.auth } },
    response: {},
  },
};
