import { expect, it } from 'vitest';
import { API_BASE, calls } from '../../../domain/contract/index.ts';
import { RelayShedding } from '../../../server/host/gateway/shedding.ts';

const PLACE = API_BASE + calls['spot.place'].path;
const CLOSE = API_BASE + calls['perpetual.close'].path;

function setUp() {
  const time = { ms: 0 };
  return { time, shedding: new RelayShedding(() => time.ms) };
}

/** Enters until it is refused, or so often. */
function fill(shedding: RelayShedding, path: string, most = 500): ((isRefused: boolean) => void)[] {
  const entered: ((isRefused: boolean) => void)[] = [];
  for (let i = 0; i < most; i++) {
    try {
      entered.push(shedding.enter('POST', path));
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable' });
      break;
    }
  }
  return entered;
}

it('refuses what would wait at the engine, each queue by itself, and reads are in none', () => {
  const { shedding } = setUp();
  const orders = fill(shedding, PLACE);
  expect(orders).toHaveLength(201);
  expect(shedding.shedderOf('spot.place')?.isFull()).toBe(true);
  expect(shedding.shedderOf('perpetual.close')?.isFull()).toBe(false);
  expect(fill(shedding, CLOSE, 3)).toHaveLength(3);
  const list = API_BASE + calls['spot.orders'].path;
  expect(fill(shedding, list)).toHaveLength(500);
  expect(shedding.shedderOf('spot.orders')).toBeUndefined();
  orders[0]?.(false);
  expect(shedding.shedderOf('spot.place')?.isFull()).toBe(false);
});

it('learns from orders, and not from what the engine has refused at once', () => {
  const { time, shedding } = setUp();
  const entered = fill(shedding, PLACE);
  // Refused within no time: this says nothing of how long an order takes.
  for (const leave of entered.slice(0, 100)) leave(true);
  for (const leave of entered.slice(100)) {
    time.ms += 1;
    leave(false);
  }
  const most = fill(shedding, PLACE).length;
  expect(most).toBeGreaterThan(80);
  expect(most).toBeLessThan(150);
});
