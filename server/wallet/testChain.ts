import { sendSimulated, simulatedConfirmations } from '../chain/simulated.ts';
import type { ServerClock } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import type { TestChain } from './simulatedSigner.ts';

/**
 * The simulated networks as withdrawals see them. A withdrawal to somebody's deposit address here goes over the network
 * like any other, and is credited to them like any deposit.
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
