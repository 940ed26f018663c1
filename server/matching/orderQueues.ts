import type { CallName } from '../../domain/contract/index.ts';
import { calls } from '../../domain/contract/index.ts';

/** The engines whose calls wait for a batch. */
export type OrderQueue = 'spot' | 'perpetual';

/** The queue in which a call waits for its batch; undefined for a call that waits in none. */
export function orderQueueOf(name: CallName): OrderQueue | undefined {
  if (calls[name].movesMoney !== true) return undefined;
  if (name.startsWith('spot.')) return 'spot';
  return name.startsWith('perpetual.') ? 'perpetual' : undefined;
}
