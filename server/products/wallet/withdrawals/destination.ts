import type { WithdrawRoute } from '../../../../domain/index.ts';
import { RuleError, readAddressOf, withdrawRoute } from '../../../../domain/index.ts';

/** Where a withdrawal is to go, as it is asked for. */
export interface Destination {
  readonly currency: string;
  readonly chain: string;
  readonly address: string;
}

/** The way there, and the address in its one writing. @throws {RuleError} `chainUnknown`, and what is wrong with the address. */
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
