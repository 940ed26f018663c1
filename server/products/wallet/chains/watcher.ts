import type { ChainCode, Dec } from '../../../../domain/index.ts';

/** A block of a network. */
export interface Block {
  readonly height: number;
  readonly hash: string;
}

/** A transfer of the deposit coin to one of our addresses. */
export interface ChainTransfer {
  readonly tx: string;
  readonly address: string;
  /** Counts the transfers of one transaction to one address, from 0. */
  readonly place: number;
  /** Whole units of the coin, > 0. */
  readonly amount: Dec;
  /** The block that holds it; absent while none does. */
  readonly block?: Block;
}

/**
 * Watches one network. Any request may reject while the network is unreachable; responses are checked by form
 * and not trusted further: a transfer is credited only if its block is still in the chain when it is read
 * again.
 */
export interface ChainWatcher {
  /** Names the network in the database, for ever: `evm:1`, `simulated:tron`. */
  readonly watch: string;
  readonly chain: ChainCode;
  readonly isSimulated: boolean;
  /** Usual time from block to block, ms. */
  readonly blockMs: number;
  /** Polling interval, ms. */
  readonly pollMs: number;
  /** Blocks that are looked through at once. */
  readonly range: number;
  /** Confirmations that unlock a deposit. */
  readonly unlockAt: number;
  head(): Promise<Block>;
  /** The hash of the block at a height of the chain as it is now; undefined for one that is not there. */
  hashAt(height: number): Promise<string | undefined>;
  /** Transfers to these addresses in the blocks from `from` to `to`, inclusive, in their order. */
  transfers(addresses: readonly string[], from: number, to: number): Promise<readonly ChainTransfer[]>;
  /** Those that are announced and in no block yet; networks without a public mempool return none. */
  pending(addresses: readonly string[]): Promise<readonly ChainTransfer[]>;
  /** The deposit address with this number, ≥ 0. */
  addressAt(index: number): string;
}
