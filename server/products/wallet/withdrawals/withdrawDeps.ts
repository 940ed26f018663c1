import type { Dec, FiatCurrency } from '../../../../domain/index.ts';
import type { Queries } from '../../../base/db/database.ts';
import type { AccountDeps } from '../../../books/users/context.ts';
import type { Signer } from './signer.ts';

/** Rates of money that banks pay. */
export interface FiatRates {
  /** The market's rate, fiat per USDT; undefined while there is no fresh one. */
  rateOf(currency: FiatCurrency): Dec | undefined;
}

/** What withdrawals are made from. */
export interface WithdrawDeps extends AccountDeps {
  /** USDT per unit; undefined while there is no fresh price. */
  readonly priceOf: (asset: string) => Dec | undefined;
  readonly rates: FiatRates;
  /** How much of the spot account can leave: what is available and has its confirmations. */
  readonly withdrawable: (tx: Queries, userId: number, asset: string) => Promise<Dec>;
  /** Without one, approved withdrawals wait for the operator. */
  readonly signer: Signer | undefined;
  /** Blocks after which a withdrawal counts as confirmed, where its route requires no more. */
  readonly confirmations: number;
  /** Withdrawals to addresses of up to this amount, USDT, are approved without the operator; "0": none. */
  readonly approveUpTo: Dec;
  /** A number that nobody can guess, for quotes. */
  readonly newId: () => string;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}
