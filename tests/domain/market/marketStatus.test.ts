import { describe, expect, it } from 'vitest';
import {
  cancelRefusal,
  isTrading,
  marketStatuses,
  statusRefusal,
  stricterStatus,
} from '../../../domain/index.ts';

describe('what may be done in a market', () => {
  it.each([
    ['open', true, undefined, undefined, undefined],
    ['reduceOnly', true, 'marketReduceOnly', undefined, undefined],
    ['cancelOnly', false, 'marketPaused', 'marketPaused', undefined],
    ['closed', false, 'marketClosed', 'marketClosed', undefined],
    ['halted', false, 'marketPaused', 'marketPaused', 'marketPaused'],
  ] as const)('that is %s', (status, trades, opening, reducing, cancelling) => {
    expect(isTrading(status)).toBe(trades);
    expect(statusRefusal(status, false)).toBe(opening);
    expect(statusRefusal(status, true)).toBe(reducing);
    expect(cancelRefusal(status)).toBe(cancelling);
  });
  it('is what the stricter of two allows, whichever says it', () => {
    for (const [i, a] of marketStatuses.entries())
      for (const [k, b] of marketStatuses.entries())
        expect(stricterStatus(a, b)).toBe(marketStatuses[Math.max(i, k)]);
  });
});
