/** A network that coins move on. */
export interface Chain {
  /** Its code on wires and in the database. */
  readonly chain: ChainCode;
  /** Its own name, in no language. */
  readonly name: string;
  /** The name of its tokens' standard, by which wallets list it. */
  readonly standard: string;
  /** Addresses of one family have the same form; the form shows the family and never the chain. */
  readonly family: 'evm' | 'tron';
  /** Whether a transaction's id begins with `0x`. */
  readonly hasPrefix: boolean;
}

/** Networks on which USDT can be deposited, the one that users use most first. */
export const depositChains = ['tron', 'ethereum'] as const;
export type ChainCode = (typeof depositChains)[number];

const CHAINS: Readonly<Record<ChainCode, Chain>> = {
  tron: { chain: 'tron', name: 'Tron', standard: 'TRC20', family: 'tron', hasPrefix: false },
  ethereum: { chain: 'ethereum', name: 'Ethereum', standard: 'ERC20', family: 'evm', hasPrefix: true },
};

/** Properties of a deposit network by its code. */
export const chainOf = (code: ChainCode): Chain => CHAINS[code];

const TX = /^(0x)?([0-9a-f]{64})$/i;

/** A transaction's id in its network's one writing; undefined for a text that is none. */
export function transactionId(code: ChainCode, text: string): string | undefined {
  const digits = TX.exec(text.trim())?.[2]?.toLowerCase();
  if (digits === undefined) return undefined;
  return chainOf(code).hasPrefix ? `0x${digits}` : digits;
}
