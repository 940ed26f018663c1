/*
 * Loaded before an exchange that a test starts: its clocks are the machine's until the test says otherwise. A number
 * moves the wall clock by as many ms; `{ passedMs }` moves both clocks, as if it had waited; `{ rate }` lets both, and
 * every timer that begins from then on, run as many times as fast. Everything else of it is the built product.
 */
const Real = Date;
const monotonic = performance.now.bind(performance);
const after = setTimeout;
const stop = clearTimeout;
let movedMs = 0;
let passedMs = 0;
let rate = 1;
/** What both clocks have gained by running fast until `since`. */
let gainedMs = 0;
let since = monotonic();

/** Turns of a busy machine that last longer bring no more: what happens every second is to happen in each. */
const TURN_MS = 30;
let beat;

const gained = () => gainedMs + Math.min(monotonic() - since, TURN_MS) * (rate - 1);
/** From here on at a rate. */
function run(at) {
  gainedMs = gained();
  since = monotonic();
  rate = at;
  stop(beat);
  if (rate !== 1) beat = after(() => run(rate), 10).unref();
}
const now = () => Math.round(Real.now() + movedMs + passedMs + gained());

globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(now());
    else super(...parts);
  }
  static now() {
    return now();
  }
};
performance.now = () => monotonic() + passedMs + gained();
globalThis.setTimeout = (act, ms = 0, ...rest) => after(act, ms / rate, ...rest);

/** Each turn of an interval lasts by the rate at its beginning. */
class Interval {
  #timer;
  #isHolding = true;
  constructor(act, ms, rest) {
    const turn = () => {
      this.#timer = after(() => {
        turn();
        act(...rest);
      }, ms / rate);
      if (!this.#isHolding) this.#timer.unref();
    };
    turn();
  }
  unref() {
    this.#isHolding = false;
    this.#timer.unref();
    return this;
  }
  ref() {
    this.#isHolding = true;
    this.#timer.ref();
    return this;
  }
  hasRef() {
    return this.#isHolding;
  }
  end() {
    stop(this.#timer);
  }
}
globalThis.setInterval = (act, ms = 0, ...rest) => new Interval(act, ms, rest);
globalThis.clearInterval = (timer) => (timer instanceof Interval ? timer.end() : stop(timer));
globalThis.clearTimeout = (timer) => (timer instanceof Interval ? timer.end() : stop(timer));

process.on('message', (message) => {
  if (typeof message === 'number') movedMs = message;
  else if (message.rate !== undefined) run(message.rate);
  else passedMs = message.passedMs;
  process.send?.('moved');
});
process.channel?.unref();
