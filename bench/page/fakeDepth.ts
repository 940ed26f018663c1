import { MINUTE_MS } from '../../domain/index.ts';
import { pace } from './generator.ts';

/** How a channel's messages go out. */
export type Publish = (t: 'snap' | 'delta', data: unknown) => void;

const LEVELS = 50;
const [TICK, MIDDLE] = [0.01, 50_000];
/** ms between messages: an animation frame. */
const FRAME_MS = 1_000 / 60;
let state = 7;
/** 0 to 1, the same each time. */
export function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 4_294_967_296;
}

const priceOf = (side: 'b' | 'a', level: number): string =>
  (MIDDLE + (side === 'a' ? level + 1 : -level - 1) * TICK).toFixed(2);
const quantity = (): string => (random() * 9 + 0.1).toFixed(4);

/** A book that stands still while its quantities change. @param perSecond levels that change a second. */
export function publishBook(publish: Publish, perSecond: number): () => void {
  const side = (which: 'b' | 'a') =>
    Array.from({ length: LEVELS }, (_, level) => [priceOf(which, level), quantity()]);
  publish('snap', { b: side('b'), a: side('a') });
  return pace(perSecond, FRAME_MS, (due) => {
    const changed = { b: [] as string[][], a: [] as string[][] };
    for (let i = 0; i < due; i++) {
      const which = random() < 0.5 ? 'b' : 'a';
      changed[which].push([priceOf(which, Math.floor(LEVELS * random() ** 2)), quantity()]);
    }
    publish('delta', changed);
  });
}

/** @param perSecond trades a second. */
export function publishTrades(publish: Publish, perSecond: number): () => void {
  let id = 0;
  const trade = () => {
    id += 1;
    const side = random() < 0.5 ? 'buy' : 'sell';
    return [id, priceOf(side === 'buy' ? 'a' : 'b', 0), quantity(), side, Date.now()];
  };
  publish('snap', { rows: Array.from({ length: 40 }, trade) });
  return pace(perSecond, FRAME_MS, (due) => publish('delta', { rows: Array.from({ length: due }, trade) }));
}

type Bar = [number, string, string, string, string, string];

function barAt(at: number): Bar {
  const open = MIDDLE + 400 * Math.sin(at / 9e6) + 20 * random();
  const close = open + 20 * (random() - 0.5);
  const [high, low] = [Math.max(open, close) + 5, Math.min(open, close) - 5];
  return [at, open.toFixed(2), high.toFixed(2), low.toFixed(2), close.toFixed(2), quantity()];
}

/** Minutes up to the running one, all in one answer. */
export function bars(count: number): Bar[] {
  const last = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  return Array.from({ length: count }, (_, bar) => barAt(last - (count - 1 - bar) * MINUTE_MS));
}

/** @param perSecond changes of the running bar a second. */
export function publishCandle(publish: Publish, perSecond: number): () => void {
  const running = () => [...barAt(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS), false];
  publish('snap', running());
  return pace(perSecond, 1_000 / perSecond, () => publish('delta', running()));
}
