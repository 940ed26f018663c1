import { NEVER, of, VirtualTimeScheduler } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { perpetualFees, setFees, spotFees, usualFees } from '../../domain/index.ts';
import type { Caller } from '../../workers/session/caller.ts';
import { MarketRows } from '../../workers/streams/marketRows.ts';
import { listedMarkets } from '../../workers/streams/markets.ts';

afterEach(() => setFees(usualFees));

it('previews count with the fees that the exchange says beside its markets', async () => {
  const fees = { spot: { maker: '0', taker: '0.004' }, perpetual: { maker: '0.0001', taker: '0.0006' } };
  const data = { version: 'a', markets: [], notices: [], fees };
  const scheduler = new VirtualTimeScheduler();
  const call = (async () => ({ ok: true, data })) as unknown as Caller;
  const listed = new Promise((resolve) =>
    listedMarkets({
      ...{ call, scheduler, rows: new MarketRows(), old$: NEVER, version$: NEVER, seen$: of(true) },
    }).subscribe(resolve),
  );
  scheduler.flush();
  await listed;
  expect([spotFees.taker, perpetualFees.maker]).toEqual(['0.004', '0.0001']);
});
