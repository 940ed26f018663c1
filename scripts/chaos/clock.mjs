/* Loaded before a server (`--import`): SIGUSR2 sets its wall clock an hour back, and the next one sets it right again. */
const HOUR_MS = 3_600_000;
const RealDate = Date;
let behind = 0;
class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() - behind);
    else super(...given);
  }
  static now() {
    return RealDate.now() - behind;
  }
}
globalThis.Date = ShiftedDate;
process.on('SIGUSR2', () => {
  behind = behind === 0 ? HOUR_MS : 0;
});
