import type { WithdrawRoute } from '../../../../domain/index.ts';
import { RuleError, readAddressOf, withdrawRoute } from '../../../../domain/index.ts';

/** The requested destination of a withdrawal. */
export interface Destination {
  readonly currency: string;
  readonly chain: string;
  readonly address: string;
}

/**
 * The network and the address in canonical form.
 * @throws {RuleError} `chainUnknown`, and what is wrong with the address.
 */
export function destinationOf({ currency, chain, address }: Destination): {
  readonly route: WithdrawRoute;
  readonly address: string;
} {
  const route = withdrawRoute(currency, chain);
  if (!route) throw new RuleError('chainUnknown');
  const reading = readAddressOf(route.family, address);
  if (reading.refusal !== undefined) throw new RuleError(reading.refusal);
  return { route, address: reading.address };
}
