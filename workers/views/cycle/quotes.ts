import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Cycle } from '../../../domain/index.ts';
import { QuoteKeeper } from '../quoteKeeper.ts';
import type { ViewDeps } from '../view.ts';

export type CycleQuote = ResponseOf<Calls['cycle.quote']>;

const RENEW_MS = 1_500;

/** What is quoted. `turn` tells a quote that has been bought from the next one. */
export interface QuoteWish {
  readonly asset: string;
  readonly cycle: Cycle;
  readonly turn: number;
}

export type CycleQuotes = QuoteKeeper<QuoteWish, CycleQuote>;

/** Quotes of cycle contracts; nothing of them is typed, so that each is asked for at once. */
export const createCycleQuotes = (deps: ViewDeps): CycleQuotes =>
  new QuoteKeeper(deps, {
    ask: ({ asset, cycle }) => deps.call('cycle.quote', { asset, cycle }),
    renewMs: RENEW_MS,
    restMs: 0,
  });
