/*
 * Loaded before an exchange that a test starts: its wall clock is the machine's, moved by as many ms as the test says.
 * Everything else of it is the built product.
 */
const Real = Date;
let movedMs = 0;

globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + movedMs);
    else super(...parts);
  }
  static now() {
    return Real.now() + movedMs;
  }
};
process.on('message', (ms) => {
  movedMs = ms;
  process.send?.('moved');
});
process.channel?.unref();
