/*
 * Loaded before an exchange that a test starts: its wall clock is the machine's, moved by as many ms as the test says.
 * A test that says how much time has passed moves both clocks, as if it had waited. Everything else of it is the built
 * product.
 */
const Real = Date;
let movedMs = 0;
let passedMs = 0;
const monotonic = performance.now.bind(performance);

globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + movedMs + passedMs);
    else super(...parts);
  }
  static now() {
    return Real.now() + movedMs + passedMs;
  }
};
performance.now = () => monotonic() + passedMs;
process.on('message', (told) => {
  if (typeof told === 'number') movedMs = told;
  else passedMs = told.passedMs;
  process.send?.('moved');
});
process.channel?.unref();
