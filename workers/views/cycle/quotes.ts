import type { Observable } from 'rxjs';
import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Cycle } from '../../../domain/index.ts';
import type { Quoted } from '../quoted.ts';
import { quoted } from '../quoted.ts';
import type { ViewDeps } from '../view.ts';

export type CycleQuote = ResponseOf<Calls['cycle.quote']>;

const RENEW_MS = 1_500;

/** What is quoted. `turn` parts a quote that has been bought from the next one. */
interface ContractOrder {
  readonly asset: string;
  readonly cycle: Cycle;
  readonly turn: number;
}

/** Quotes of cycle contracts; nothing of them is typed, so that each is requested at once. */
export const quotedContract = (
  order$: Observable<ContractOrder | undefined>,
  deps: ViewDeps,
): Observable<Quoted<CycleQuote>> =>
  quoted(order$, deps, {
    request: ({ asset, cycle }) => deps.call('cycle.quote', { asset, cycle }),
    renewMs: RENEW_MS,
    restMs: 0,
  });
