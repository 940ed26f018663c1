import { expect, it } from 'vitest';
import { closingBars } from '../../../feeds/hyperliquid/bars.ts';
import { DayRange } from '../../../feeds/hyperliquid/dayRange.ts';
import { createTradeNumbers } from '../../../feeds/hyperliquid/tradeNumbers.ts';
import type { VenueEvent } from '../../../feeds/index.ts';
import { createBarBuilder } from '../../../feeds/venues/barBuilder.ts';

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 10, 18, 12, 30);
const bar = (at: number, high: string, low: string, close = low) => ({
  at,
  open: low,
  high,
  low,
  close,
  volume: '1',
});

it('the range of a day holds its hours, and forgets those that are older', () => {
  const range = new DayRange();
  expect(range.around(['10', '9'], AT)).toEqual({ high: '10', low: '9' });
  range.seed([bar(AT - HOUR / 2 - 20 * HOUR, '15', '5'), bar(AT - HOUR / 2, '11', '9.5')]);
  expect(range.around(['10'], AT)).toEqual({ high: '15', low: '5' });
  range.see('16', AT);
  range.see('12', AT);
  expect(range.around(['10'], AT)).toEqual({ high: '16', low: '5' });
  expect(range.around(['10'], AT + 6 * HOUR)).toEqual({ high: '16', low: '9.5' });
  expect(range.around(['10'], AT + 30 * HOUR)).toEqual({ high: '10', low: '10' });
});

it('numbers of trades rise, and are the same for the same trade', () => {
  const numberOf = createTradeNumbers();
  const first = numberOf(77, AT);
  expect(numberOf(5, AT)).toBe(first + 1);
  expect(numberOf(6, AT - 1)).toBe(first + 2);
  expect(numberOf(77, AT)).toBe(first);
  expect(numberOf(8, AT + 1)).toBe((AT + 1) * 1_000);
  expect(Number.isSafeInteger(numberOf(9, Date.UTC(2200, 0)))).toBe(true);
  for (let i = 0; i < 600; i++) numberOf(1_000 + i, AT + 2);
  expect(numberOf(77, AT)).not.toBe(first);
});

it('a bar of finer ones counts those of its own time alone', () => {
  const monday = Date.UTC(2026, 10, 16);
  const day = 24 * HOUR;
  const builder = createBarBuilder('1w', [bar(monday - day, '99', '1'), bar(monday, '12', '8')]);
  expect(builder.take(bar(monday + day, '11', '9', '10'))).toEqual({
    ...bar(monday, '12', '8', '10'),
    volume: '2',
  });
  expect(builder.take(bar(monday + 7 * day, '5', '4'))).toEqual(bar(monday + 7 * day, '5', '4'));
  builder.renew([bar(monday + 7 * day, '6', '4')]);
  expect(builder.take(bar(monday + 8 * day, '5', '3'))).toMatchObject({ high: '6', low: '3', volume: '2' });
});

it('a bar is told as closed once, when the next one begins', () => {
  const published: VenueEvent[] = [];
  const nothing = () => undefined;
  const outlet = closingBars({
    publish: (event) => published.push(event),
    dropped: nothing,
    resynced: nothing,
    renew: nothing,
    add: nothing,
  });
  const event = (at: number, closed: boolean) =>
    ({ kind: 'candle', id: 'A', interval: '1h', candle: bar(at, '2', '1'), closed, at }) as const;
  outlet.publish(event(0, false));
  outlet.publish(event(HOUR, true));
  outlet.publish(event(2 * HOUR, false));
  outlet.publish({ kind: 'lost', channel: 'x' });
  expect(published.map((each) => each.kind === 'candle' && [each.candle.at / HOUR, each.closed])).toEqual([
    [0, false],
    [0, true],
    [1, true],
    [2, false],
    false,
  ]);
});
