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

const gained = () => gainedMs + (monotonic() - since) * (rate - 1);
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
globalThis.setTimeout = (run, ms = 0, ...rest) => after(run, ms / rate, ...rest);

/** Each turn of an interval lasts by the rate at its beginning. */
class Interval {
  #timer;
  #isHolding = true;
  constructor(run, ms, rest) {
    const turn = () => {
      this.#timer = after(() => {
        turn();
        run(...rest);
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
globalThis.setInterval = (run, ms = 0, ...rest) => new Interval(run, ms, rest);
globalThis.clearInterval = (timer) => (timer instanceof Interval ? timer.end() : stop(timer));
globalThis.clearTimeout = (timer) => (timer instanceof Interval ? timer.end() : stop(timer));

process.on('message', (told) => {
  if (typeof told === 'number') movedMs = told;
  else if (told.rate !== undefined) {
    gainedMs = gained();
    since = monotonic();
    rate = told.rate;
  } else passedMs = told.passedMs;
  process.send?.('moved');
});
process.channel?.unref();
