import { random } from '../page/fakeDepth.ts';
import { pace } from '../page/generator.ts';

/** The least of a book and its trades: what is in sight, as numbers, in one transferred buffer a frame. */
const query = new URLSearchParams(self.name);
const perSecond = Number(query.get('depth') ?? 3_000);
const [DEPTH, LEVELS, TRADES] = [8, 50, 30];

const quantities = [new Float64Array(LEVELS).fill(1), new Float64Array(LEVELS).fill(1)] as const;
const trades: [price: number, quantity: number, isBuy: number, at: number][] = [];

function trade(): void {
  const isBuy = random() < 0.5 ? 1 : 0;
  trades.unshift([50_000 + (isBuy ? 0.01 : -0.01), random() * 9 + 0.1, isBuy, Date.now()]);
  if (trades.length > TRADES) trades.pop();
}
for (let i = 0; i < TRADES; i++) trade();
pace(perSecond, 1_000 / 60, (due) => {
  for (let i = 0; i < due; i++) {
    quantities[random() < 0.5 ? 0 : 1][Math.floor(LEVELS * random() ** 2)] = random() * 9 + 0.1;
    trade();
  }
});

setInterval(() => {
  const frame = new Float64Array(4 * DEPTH + 4 * TRADES);
  const deepest = Math.max(...quantities.map((side) => side.subarray(0, DEPTH).reduce((a, b) => a + b, 0)));
  quantities.forEach((side, which) => {
    let sum = 0;
    for (let level = 0; level < DEPTH; level++) {
      sum += side[level] ?? 0;
      frame.set([side[level] ?? 0, sum / deepest], 2 * (which * DEPTH + level));
    }
  });
  trades.forEach((each, row) => {
    frame.set(each, 4 * DEPTH + 4 * row);
  });
  self.postMessage(frame, { transfer: [frame.buffer] });
}, 1_000 / 60);
