import { callsOf, restingBid } from '../../bench/users.mjs';

/** An answer that takes longer is requested again, with the same key. */
const AGAIN_MS = 200;
const SHORT = 'insufficientBalance';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Refusals for good; of too much at once, and of what is not there now, users ask again. */
const isRefusal = (status) => status >= 400 && status < 500 && status !== 429;

/**
 * Users who order at a steady rate, as pages do: a command is repeated with its key until an answer says what became of
 * it. A quarter takes from the market, a quarter ends at once, the others rest and are cancelled.
 */
export class Load {
  /** By key: who, which order, and when it was acknowledged. */
  acknowledged = new Map();
  /** Answers since the last look: when, status, and how long the command has taken since it was given. */
  answers = [];
  users = [];
  #api;
  #rate;
  #run = Math.random().toString(36).slice(2, 8);
  #count = 0;
  #joined = 0;
  #isOn = false;
  #work = [];
  #under = new Set();

  /** @param rate orders a second of all users together. */
  constructor(port, rate) {
    this.#api = callsOf(port);
    this.#rate = rate;
  }

  async open(users) {
    for (let n = 0; n < users; n++) this.users.push(await this.newUser());
    this.markets = await this.#api.prices();
  }

  /** Somebody who has not ordered yet. */
  newUser() {
    return this.#api.join(this.#joined++);
  }

  /** Proof of a user for a socket. */
  async ticket(user) {
    const { data } = await this.#api.ask('account/ticket', {}, user);
    return data.ticket;
  }

  start() {
    this.#isOn = true;
    const pause = (1_000 * this.users.length) / this.#rate;
    this.#work = this.users.map((_, place) => this.#trade(place, pause, (pause * place) / this.users.length));
  }

  /** Resolves once nothing is under way. */
  async stop() {
    this.#isOn = false;
    await Promise.all(this.#work);
  }

  /** Commands that have no answer yet. */
  get waiting() {
    return this.#under.size;
  }

  async #trade(place, pause, first) {
    let next = performance.now() + first;
    while (this.#isOn) {
      await sleep(Math.max(0, next - performance.now()));
      // What could not be given in time is not made up for: users do not either.
      next = Math.max(next + pause, performance.now());
      const user = this.users[place];
      // Who has no money left is replaced, as refusals prove nothing; the first one is watched, and stays.
      if ((await this.#one(user)) === SHORT && place > 0)
        this.users[place] = await this.newUser().catch(() => user);
    }
  }

  async #one(user) {
    const n = this.#count++;
    const market = this.markets[n % this.markets.length];
    const bid = restingBid(market, 0.8 + (n % 95) / 1_000);
    if (n % 4 === 0)
      return this.#command(user, 'place', n, {
        ...{ market: market.id, side: 'buy', type: 'market' },
        total: '6',
      });
    const placed = await this.#command(user, 'place', n, n % 4 === 1 ? { ...bid, tif: 'IOC' } : bid);
    return placed?.status === 'open' ? this.#command(user, 'cancel', n, { id: placed.id }) : placed;
  }

  /** @returns the order, if it was taken; `SHORT` where its money is not there. */
  async #command(user, name, n, body) {
    const key = `${name}-${this.#run}-${n}`;
    const given = performance.now();
    this.#under.add(key);
    for (;;) {
      const { status, code, data } = await this.#api
        .ask(`spot/order/${name}`, body, { ...user, key })
        .catch((error) => ({ status: 0, code: String(error.cause?.code ?? error.name) }));
      const at = performance.now();
      this.answers.push({ at, status, code, ms: at - given });
      if (status === 200) {
        this.#under.delete(key);
        this.acknowledged.set(key, { user, name, id: data.order.id, at });
        return data.order;
      }
      if (isRefusal(status)) {
        this.#under.delete(key);
        return code === SHORT ? SHORT : undefined;
      }
      await sleep(AGAIN_MS);
    }
  }
}
