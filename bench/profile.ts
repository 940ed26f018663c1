import type { Candle } from '../domain/index.ts';
import { fixedPriceText, numberStyleOf } from '../domain/index.ts';
import { Profile } from '../workers/views/indicators/profile.ts';

const FIRST = 1_700_000_000_000;
const MINUTE = 60_000;
const STYLE = numberStyleOf('en-US');
const SCALE = { tick: '0.01', lot: '0.0001', quote: 'USDT' };

function candleOf(i: number): Candle {
  const middle = 60_000 + Math.sin(i / 300) * 9_000 + Math.sin(i * 7.3) * 120;
  const wide = 20 + ((i * 37) % 180);
  const text = (price: number): string => price.toFixed(2);
  const [open, close] = [middle - wide / 4, middle + (wide / 4) * (i % 2 === 0 ? 1 : -1)];
  return {
    at: FIRST + i * MINUTE,
    ...{ open: text(open), close: text(close), high: text(middle + wide), low: text(middle - wide) },
    volume: (1 + ((i * 13) % 997) / 31).toFixed(6),
  };
}

/** Volume by price of so many candles in sight, as the worker makes it. */
export function openProfile(count: number) {
  const candles = Array.from({ length: count }, (_, i) => candleOf(i));
  const range = { from: FIRST / 1_000, to: null };
  let profile = new Profile();
  // The chart's own legend has written prices before.
  fixedPriceText('1', 2, STYLE);
  let now = FIRST + count * MINUTE;
  const frame = () => profile.frame(candles, range, SCALE, STYLE, now);
  return {
    /** It is turned on: no candle has been read. */
    turnOn() {
      profile = new Profile();
    },
    /** One task until it is shown. */
    frame,
    /** The newest candle is another one. */
    tick() {
      now += 1_000;
      const last = candles.at(-1) ?? candleOf(count);
      candles[candles.length - 1] = { ...last, volume: `${(now - FIRST) / 1_000}` };
      return frame();
    },
    /** Another stretch of the chart is in sight: a finger drags it. */
    drag(step: number) {
      now += 16;
      const from = (FIRST + (step % 500) * MINUTE) / 1_000;
      return profile.frame(candles, { from, to: null }, SCALE, STYLE, now);
    },
  };
}
