import { GeneratedMarket, listVolume, PROBE_CHANGE, pace, probeTime } from '../page/generator.ts';

/** The least that can be done by hand: newest values of the rows in sight, in one transferred buffer a frame. */
const query = new URLSearchParams(self.name);
const market = new GeneratedMarket(Number(query.get('symbols') ?? 2_000));
const hz = Number(query.get('hz') ?? 20);
const ROWS = Number(query.get('count') ?? 15);
const FIELDS = 4;

let probe = probeTime() / 100;
pace(Number(query.get('u') ?? 10_000), 10, (due) => {
  market.tick(0);
  probe = probeTime() / 100;
  for (let i = 1; i < due; i++) market.tick(market.pick());
});
setInterval(() => {
  const frame = new Float64Array(ROWS * FIELDS);
  for (let row = 0; row < ROWS; row++) {
    const price = row === 0 ? probe : market.at(row, 0);
    const change = row === 0 ? PROBE_CHANGE : market.at(row, 1);
    frame.set([price, change, listVolume(market, row), price], row * FIELDS);
  }
  self.postMessage(frame, { transfer: [frame.buffer] });
}, 1_000 / hz);
