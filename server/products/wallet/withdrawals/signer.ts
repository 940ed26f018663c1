import type { Dec } from '../../../../domain/index.ts';

/** What is to be sent, under a number that stands for it for ever. */
export interface SendOrder {
  /** The withdrawal's number. */
  readonly id: number;
  readonly currency: string;
  readonly chain: string;
  readonly to: string;
  /** What arrives, in the currency. */
  readonly amount: Dec;
}

/** A signed transaction. Sending it twice sends it once: its number is part of what was signed. */
export interface SignedSend {
  /** The transaction's hash. */
  readonly tx: string;
  /** All that a chain takes; text of the signer's own. */
  readonly signed: string;
}

/** Where a transaction stands: in a block, `confirmations` deep, and whether it did what it should. */
export interface SendStatus {
  readonly confirmations: number;
  readonly ok: boolean;
}

/**
 * Keeps the keys by which withdrawals are sent. Signing sends nothing: what was signed is stored first, and sent as
 * often as it takes.
 */
export interface Signer {
  /** Whose nonces these are; one name a key. */
  readonly name: string;
  /** What the names of all keys on this chain begin with: what one of them has signed, each can send and follow. */
  readonly network: string;
  can(currency: string, chain: string): boolean;
  /** The first nonce that the chain has not seen of this key. Call it outside of transactions. */
  nextNonce(): Promise<number>;
  sign(order: SendOrder, nonce: number): Promise<SignedSend>;
  /** Puts it on the chain. What is there already is no error. */
  broadcast(send: SignedSend): Promise<void>;
  /** Undefined while it is in no block: it can be sent again. */
  status(send: SignedSend): Promise<SendStatus | undefined>;
}
