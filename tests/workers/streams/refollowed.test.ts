import { expect, it } from 'vitest';
import { Ages, LIST_STALE_MS } from '../../../workers/streams/age.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const words = (ms: number) => `${ms}`;

it('of a price that is read at full pace again is not that of when it was left', async () => {
  const clock = new FakeClock();
  const ages = new Ages(clock);
  const sort = () =>
    ages.take({ kind: 'tickers', channel: 'sort', snapshot: false, rows: [], at: clock.now() });
  const leave = ages.follow('row:A');
  ages.take({ kind: 'tickers', channel: 'row:A', snapshot: false, rows: [], at: clock.now() });
  leave();
  await clock.advance(60_000);
  sort();
  expect(ages.ofPrices(['A'], LIST_STALE_MS, words).state).toBe('live');
  ages.follow('row:A');
  expect(ages.ofPrices(['A'], LIST_STALE_MS, words).state).toBe('live');
});
