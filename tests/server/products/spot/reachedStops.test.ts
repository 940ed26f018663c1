import { expect, it } from 'vitest';
import type { OrderBook } from '../../../../server/matching/orderBook.ts';
import type { SpotBatch } from '../../../../server/products/spot/batch.ts';
import type { Order } from '../../../../server/products/spot/order.ts';
import { ReachedStops } from '../../../../server/products/spot/reachedStops.ts';

const stop = (id: number): Order => ({ id, stopPrice: '9', stopAbove: false }) as Order;

it('a stop that cannot be booked keeps no other stop of its price from being triggered', async () => {
  const waiting = new Map([1, 2, 3].map((id) => [id, stop(id)]));
  const orderBook = { waiting } as unknown as OrderBook<Order>;
  let triggered: number[] = [];
  const commands: (readonly number[])[] = [];
  const stops = new ReachedStops(
    new Map([['AAA-USDT', orderBook]]),
    async (_, decide) => {
      triggered = [];
      decide({ context: () => ({ orderBook }) } as unknown as SpotBatch);
      commands.push(triggered);
      // What is rolled back waits as before.
      const isBooked = !triggered.includes(2);
      if (isBooked) for (const id of triggered) waiting.delete(id);
      return isBooked;
    },
    (_, order) => void triggered.push(order.id),
  );
  stops.reach('AAA-USDT', '9');
  await expect.poll(() => [...waiting.keys()]).toEqual([2]);
  await expect.poll(() => commands).toEqual([[1, 2, 3], [1], [2], [3]]);
  // It is tried again at the next price, whatever that is.
  stops.reach('AAA-USDT', '10');
  await expect.poll(() => commands.length).toBe(5);
  expect(commands.at(-1)).toEqual([2]);
});
