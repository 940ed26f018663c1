const AT = 1_700_006_400_000;
const ID = 'A'.repeat(43);
const subject = { kind: 'spot', id: 7, what: 'BTC-USDT', at: AT };
const ticket = {
  id: 1,
  title: 'Where is it?',
  state: 'replied',
  subject,
  unread: 1,
  messages: 2,
  createdAt: AT,
  updatedAt: AT,
  version: 3,
};
const message = {
  id: 1,
  author: 'person',
  content: 'It is gone.\nSince noon.',
  pictures: [{ id: ID, width: 60, height: 40 }],
  at: AT,
};
const thread = { ticket, messages: [message, { ...message, id: 2, author: 'support', pictures: [] }] };
const key = 'key-12345678';

/** A good request and a good answer of each call about tickets. */
export const supportExamples = {
  'support.add': {
    about: 'Opens a ticket, about an own order if the user wants',
    request: { key, title: 'Where?', content: 'It', pictures: [ID], subject: { kind: 'cycle', id: 3 } },
    response: thread,
  },
  'support.list': {
    about: 'Tickets of the user, those that changed last first',
    request: { state: 'closed', before: `${AT}.7`, limit: 5 },
    response: { rows: [{ ...ticket, subject: null }], next: `${AT}.1` },
  },
  'support.detail': {
    about: 'One ticket with all its messages',
    request: { id: 1 },
    response: thread,
  },
  'support.reply': {
    about: 'Writes to a ticket; one that is replied or closed waits again',
    request: { key, id: 1, content: 'And now?', pictures: [] },
    response: thread,
  },
  'support.read': {
    about: 'Says up to which message the user has read a ticket',
    request: { id: 1, message: 2 },
    response: { ticket, unread: 0 },
  },
  'support.close': {
    about: 'Closes a ticket; writing to it opens it again',
    request: { id: 1 },
    response: { ticket },
  },
  'support.picture': {
    about: 'A picture of an own ticket',
    request: { id: ID },
    response: { type: 'image/jpeg', width: 1, height: 1, content: 'aa==' },
  },
  'support.summary': {
    about: 'How many replies are unread and tickets wait, and the order a new one could be about',
    request: {},
    response: { unread: 0, waiting: 1, lastOrder: subject },
  },
};
