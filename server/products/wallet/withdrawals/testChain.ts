import type { ServerClock } from '../../../base/clock.ts';
import type { Queries } from '../../../base/db/database.ts';
import { sendSimulated, simulatedConfirmations } from '../chains/simulated.ts';
import type { TestChain } from './simulatedSigner.ts';

/**
 * The simulated networks as withdrawals see them. A withdrawal to another user's deposit address here goes
 * over the network like any other, and is credited to that user like any deposit.
 */
export function simulatedNetworks(db: Queries, clock: Pick<ServerClock, 'now'>): TestChain {
  return {
    async send(tx, { id, chain, currency, to, amount }) {
      const reference = `withdrawal ${id}`;
      const at = clock.now();
      await sendSimulated(db, { chain, asset: currency, address: to, amount, reference, id: tx, at });
    },
    confirmations: (tx) => simulatedConfirmations(db, tx, clock.now()),
  };
}
