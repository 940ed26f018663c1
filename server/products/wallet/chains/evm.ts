import type { PublicClient, Transport } from 'viem';
import { BlockNotFoundError, createPublicClient, getAddress, parseAbiItem } from 'viem';
import { tokenAmount } from '../../../../domain/index.ts';
import { hdAddresses } from './hdAddress.ts';
import type { Block, ChainTransfer, ChainWatcher } from './watcher.ts';

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** An EVM chain and the token on it that deposits are made in. */
export interface EvmSettings {
  readonly chainId: number;
  /** The token's contract. */
  readonly token: string;
  /** Decimal places of the token. */
  readonly decimals: number;
  readonly extendedKey: string;
  /** Confirmations that unlock a deposit. */
  readonly confirmations: number;
  readonly blockMs: number;
}

/** A node said what cannot be. Nothing of that answer is used. */
class NodeError extends Error {
  override readonly name = 'NodeError';
}

interface TransferLog {
  readonly address: string;
  readonly removed: boolean;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: number;
  readonly args: { readonly to: string; readonly value: bigint };
}

// biome-ignore lint/plugin: heights of blocks, no money
const heightOf = (height: bigint): number => Number(height);

/**
 * Watches a token's transfers on an EVM chain through a node. The node's responses are checked: its chain
 * must be the configured one, its logs must match the request.
 */
export class EvmWatcher implements ChainWatcher {
  readonly watch: string;
  readonly chain = 'ethereum';
  readonly isSimulated = false;
  readonly blockMs: number;
  readonly pollMs: number;
  readonly range = 500;
  readonly unlockAt: number;
  readonly addressAt: (index: number) => string;
  readonly #client: PublicClient;
  readonly #settings: EvmSettings;
  readonly #token: `0x${string}`;
  #isProven = false;

  constructor(transport: Transport, settings: EvmSettings) {
    this.#settings = settings;
    this.#token = getAddress(settings.token);
    this.#client = createPublicClient({ transport, cacheTime: 0 });
    this.watch = `evm:${settings.chainId}:${this.#token}`;
    this.blockMs = settings.blockMs;
    this.pollMs = Math.max(1_000, Math.floor(settings.blockMs / 3));
    this.unlockAt = settings.confirmations;
    this.addressAt = hdAddresses(settings.extendedKey);
  }

  async head(): Promise<Block> {
    await this.#prove();
    const { number, hash } = await this.#client.getBlock({ blockTag: 'latest' });
    if (number === null || hash === null) throw new NodeError('a newest block without a number');
    return { height: heightOf(number), hash };
  }

  async hashAt(height: number): Promise<string | undefined> {
    try {
      const { number, hash } = await this.#client.getBlock({ blockNumber: BigInt(height) });
      if (number !== BigInt(height) || hash === null) throw new NodeError(`another block than ${height}`);
      return hash;
    } catch (error) {
      if (error instanceof BlockNotFoundError) return undefined;
      throw error;
    }
  }

  async transfers(addresses: readonly string[], from: number, to: number): Promise<readonly ChainTransfer[]> {
    if (addresses.length === 0) return [];
    const logs = await this.#client.getLogs({
      address: this.#token,
      event: TRANSFER,
      args: { to: addresses as readonly `0x${string}`[] as `0x${string}`[] },
      fromBlock: BigInt(from),
      toBlock: BigInt(to),
      strict: true,
    });
    const wanted = new Set(addresses);
    for (const log of logs) this.#check(log, wanted, from, to);
    return this.#transfersIn(logs);
  }

  /** Pending transactions are not read: each node has its own set, and the sender may replace any of them. */
  async pending(): Promise<readonly ChainTransfer[]> {
    return [];
  }

  /** Once: a node of another chain would report transfers that are not ours. */
  async #prove(): Promise<void> {
    if (this.#isProven) return;
    const id = await this.#client.getChainId();
    if (id !== this.#settings.chainId)
      throw new NodeError(`the node is on chain ${id}, not on ${this.#settings.chainId}`);
    this.#isProven = true;
  }

  #check(log: TransferLog, wanted: ReadonlySet<string>, from: number, to: number): void {
    const height = heightOf(log.blockNumber);
    const isRequested =
      getAddress(log.address) === this.#token && wanted.has(log.args.to) && height >= from && height <= to;
    if (!isRequested || log.removed) throw new NodeError('a log that was not asked for');
  }

  /** In the order of the chain, each once; a transfer of nothing is none. */
  #transfersIn(logs: readonly TransferLog[]): ChainTransfer[] {
    const seen = new Set<string>();
    const places = new Map<string, number>();
    const found: ChainTransfer[] = [];
    const sorted = logs.toSorted(
      (a, b) => heightOf(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
    );
    for (const { transactionHash: tx, logIndex, blockNumber, blockHash, args } of sorted) {
      const own = `${tx} ${logIndex}`;
      const amount = tokenAmount(args.value, this.#settings.decimals);
      if (seen.has(own) || amount === '0') continue;
      seen.add(own);
      const key = `${tx} ${args.to}`;
      const place = places.get(key) ?? 0;
      places.set(key, place + 1);
      found.push({
        tx,
        address: args.to,
        place,
        amount,
        block: { height: heightOf(blockNumber), hash: blockHash },
      });
    }
    return found;
  }
}
