import WebSocket from 'ws';

const AGAIN_MS = 500;
const DEPTH = 50;
const CHECKED = 10;
const crcs = Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
function crcOf(text) {
  let crc = -1;
  for (let at = 0; at < text.length; at++) crc = (crc >>> 8) ^ crcs[(crc ^ text.charCodeAt(at)) & 255];
  return ~crc;
}

/** A side of a book as a page keeps it. */
class Side {
  #levels = new Map();
  #order;

  /** @param order 1 for asks, -1 for bids. */
  constructor(order) {
    this.#order = order;
  }

  take(levels) {
    for (const [price, quantity] of levels)
      if (quantity === '0') this.#levels.delete(price);
      else this.#levels.set(price, quantity);
    this.best = [...this.#levels].sort(([a], [b]) => (Number(a) - Number(b)) * this.#order).slice(0, DEPTH);
    this.#levels = new Map(this.best);
  }
}

const bookSum = (bids, asks) =>
  crcOf(
    Array.from({ length: CHECKED }, (_, i) => [...(bids[i] ?? []), ...(asks[i] ?? [])])
      .flat()
      .join(':'),
  );

/**
 * A client that reads books, trades, rows and what is private, comes back when its socket ends, and holds everything
 * against what must be so: numbers without a hole, books by their sums, never crossed.
 */
export class Watcher {
  /** What was wrong, in words. */
  wrong = [];
  /** Messages by channel's kind. */
  messages = 0;
  /** Newest word on each own order, and on each account. */
  orders = new Map();
  balances = new Map();
  #url;
  #channels;
  #ticket;
  #heads = new Map();
  #books = new Map();
  #me;
  #isOver = false;
  #socket;

  /** @param ticket resolves to a proof of the user whose channel is read. */
  constructor(port, markets, ticket) {
    this.#url = `ws://127.0.0.1:${port}/ws?v=1`;
    this.#channels = ['sort', ...markets.flatMap((id) => [`book:${id}`, `trade:${id}`, `row:${id}`])];
    this.#ticket = ticket;
    this.#open();
  }

  close() {
    this.#isOver = true;
    this.#socket.terminate();
  }

  #open() {
    const socket = new WebSocket(this.#url, 'ex.v1', { handshakeTimeout: 3_000 });
    this.#socket = socket;
    this.#heads.clear();
    let receivedAt = performance.now();
    // As a page does: a line that has said nothing for a while is left.
    const look = setInterval(() => {
      if (performance.now() - receivedAt > 5_000) socket.terminate();
    }, 500);
    socket.on('open', () => void this.#subscribe(socket));
    socket.on('message', (data) => {
      receivedAt = performance.now();
      this.#take(JSON.parse(String(data)));
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(look);
      if (!this.#isOver) setTimeout(() => this.#open(), AGAIN_MS);
    });
  }

  async #subscribe(socket) {
    const say = (message) => socket.send(JSON.stringify(message));
    say({ op: 'sub', id: 1, ch: this.#channels });
    try {
      say({ op: 'auth', id: 2, ticket: await this.#ticket() });
      say({ op: 'sub', id: 3, ch: ['me'], ...(this.#me ? { from: this.#me } : {}) });
    } catch {
      socket.terminate();
    }
  }

  #take(message) {
    const { t, id, code, ch, e, s, d } = message;
    // A proof was lost with its engine, or a channel is not there yet: once more.
    if (t === 'err' && (id === 1 || id === 2 || id === 3)) {
      if (code !== undefined) setTimeout(() => this.#socket.terminate(), AGAIN_MS);
      return;
    }
    if (t === 'beat') return this.#beat(message.heads);
    if (t !== 'snap' && t !== 'delta') return;
    this.messages += 1;
    if (ch === 'me') return this.#private(t, e, s, d);
    const head = this.#heads.get(ch);
    // Before its snapshot a log says nothing; after it, every number.
    if (t === 'delta' && (!head || head.e !== e || s !== head.s + 1))
      this.wrong.push(`${ch}: ${e} ${s} after ${head?.e} ${head?.s}`);
    this.#heads.set(ch, { e, s });
    if (ch.startsWith('book:')) this.#book(ch, t, d);
  }

  /** A head is said after all that leads to it: what is not here by then is lost. */
  #beat(heads) {
    for (const [ch, [e, s]] of Object.entries(heads)) {
      const head = this.#heads.get(ch);
      if (head && (head.e !== e || head.s !== s))
        this.wrong.push(`${ch}: is at ${e} ${s}, not ${head.e} ${head.s}`);
    }
  }

  #book(ch, t, { b, a, c }) {
    const book = t === 'snap' ? { bids: new Side(-1), asks: new Side(1) } : this.#books.get(ch);
    if (!book) return;
    this.#books.set(ch, book);
    book.bids.take(b);
    book.asks.take(a);
    const [bids, asks] = [book.bids.best, book.asks.best];
    if (c !== undefined && bookSum(bids, asks) !== c)
      this.wrong.push(`${ch}: other levels than its sum says`);
    if (bids[0] && asks[0] && Number(bids[0][0]) >= Number(asks[0][0])) this.wrong.push(`${ch}: crossed`);
  }

  #private(t, epoch, seq, d) {
    if (t === 'delta' && (!this.#me || this.#me.epoch !== epoch || seq !== this.#me.seq + 1))
      this.wrong.push(`me: ${epoch} ${seq} after ${this.#me?.epoch} ${this.#me?.seq}`);
    this.#me = { epoch, seq };
    if (t === 'snap') {
      for (const order of d.orders) this.orders.set(order.id, order.status);
      for (const row of d.balances) this.#balance(row);
    } else if (d.type === 'order') this.orders.set(d.body.id, d.body.status);
    else if (d.type === 'balance') this.#balance(d.body);
  }

  #balance({ account, asset, posted, held }) {
    this.balances.set(`${account} ${asset}`, `${posted} ${held}`);
  }
}
