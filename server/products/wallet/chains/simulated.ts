import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check, hex } from '@scure/base';
import { getAddress } from 'viem/utils';
import type { ChainCode, Dec } from '../../../../domain/index.ts';
import { chainOf, DEPOSIT_ASSET, UNLOCK_CONFIRMATIONS } from '../../../../domain/index.ts';
import type { ServerClock } from '../../../base/clock.ts';
import type { Queries } from '../../../base/db/database.ts';
import { singleRow } from '../../../base/db/database.ts';
import { digestOf } from '../../../base/digest.ts';
import { plain } from '../../../books/ledger/ledger.ts';
import type { Block, ChainTransfer, ChainWatcher } from './watcher.ts';

/** A block every ten seconds. @see product decisions, "chain of deposits" */
export const SIMULATED_BLOCK_MS = 10_000;
const FIRST_BLOCK = Date.UTC(2026, 0, 1);
const TRON_VERSION = 0x41;

const heightAt = (at: number): number => Math.max(0, Math.floor((at - FIRST_BLOCK) / SIMULATED_BLOCK_MS));

/** What is sent over a simulated network. */
export interface SimulatedSending {
  /** Any network's code: withdrawals go over more of them than deposits come from. */
  readonly chain: string;
  readonly asset: string;
  readonly address: string;
  readonly amount: Dec;
  /** Once for each sending: the same reference again is the same transaction. */
  readonly reference: string;
  /** The transaction's id; made from the reference when nobody has signed for one. */
  readonly id?: string;
  /** ms UTC. */
  readonly at: number;
}

/** A transaction's id, as its network writes one. */
function simulatedTx(chain: string, reference: string): string {
  const id = hex.encode(digestOf(`${chain} ${reference}`));
  return chain === 'ethereum' ? `0x${id}` : id;
}

/** Sends over a simulated network, once for each reference; the next block holds it. @returns the transaction's id. */
export async function sendSimulated(
  tx: Queries,
  { chain, asset, address, amount, reference, at, id = simulatedTx(chain, reference) }: SimulatedSending,
): Promise<string> {
  const row = singleRow(
    await tx.query<{ tx: string }>(
      `insert into simulated_transfer (chain, tx, reference, asset, address, amount, block, sent_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (reference) do update set reference = excluded.reference returning tx`,
      [chain, id, reference, asset, address, amount, heightAt(at) + 1, at],
    ),
  );
  return row.tx;
}

/** Confirmations that a transaction of a simulated network has; 0 while no block holds it. @param at ms UTC. */
export async function simulatedConfirmations(db: Queries, tx: string, at: number): Promise<number> {
  const [row] = await db.query<{ block: number | null }>(
    'select block from simulated_transfer where tx = $1',
    [tx],
  );
  return Math.max(0, heightAt(at) - (row?.block ?? Number.POSITIVE_INFINITY) + 1);
}

interface TransferRow {
  readonly tx: string;
  readonly address: string;
  readonly amount: Dec;
  readonly block: number | null;
}

/**
 * A network that is made up: blocks follow from the clock, what is sent stands in the database, so that a restart
 * changes nothing. Nobody has the keys of its addresses.
 */
export class SimulatedChain implements ChainWatcher {
  readonly watch: string;
  readonly chain: ChainCode;
  readonly isSimulated = true;
  readonly blockMs = SIMULATED_BLOCK_MS;
  readonly pollMs = 1_000;
  readonly range = 5_000;
  readonly unlockAt = UNLOCK_CONFIRMATIONS;
  readonly #db: Queries;
  readonly #clock: Pick<ServerClock, 'now'>;

  constructor(db: Queries, clock: Pick<ServerClock, 'now'>, chain: ChainCode) {
    this.#db = db;
    this.#clock = clock;
    this.chain = chain;
    this.watch = `simulated:${chain}`;
  }

  async head(): Promise<Block> {
    const height = heightAt(this.#clock.now());
    return { height, hash: await this.#hash(height) };
  }

  async hashAt(height: number): Promise<string | undefined> {
    return height <= heightAt(this.#clock.now()) ? this.#hash(height) : undefined;
  }

  async transfers(addresses: readonly string[], from: number, to: number): Promise<readonly ChainTransfer[]> {
    const rows = await this.#rows(addresses, 'block between $4 and $5', [from, to]);
    const found: ChainTransfer[] = [];
    for (const { block, ...row } of rows) {
      const height = block ?? 0;
      found.push({ ...row, place: 0, block: { height, hash: await this.#hash(height) } });
    }
    return found;
  }

  async pending(addresses: readonly string[]): Promise<readonly ChainTransfer[]> {
    const rows = await this.#rows(addresses, '(block is null or block > $4)', [heightAt(this.#clock.now())]);
    return rows.map(({ block: _, ...row }) => ({ ...row, place: 0 }));
  }

  addressAt(index: number): string {
    const body = digestOf(`${this.watch} ${index}`).slice(0, 20);
    if (chainOf(this.chain).family === 'evm') return getAddress(`0x${hex.encode(body)}`);
    return createBase58check(sha256).encode(new Uint8Array([TRON_VERSION, ...body]));
  }

  /**
   * Takes the newest blocks back; others stand in their place at once. What they held is in the next block, or waits
   * until `mineAgain` says otherwise. @param depth blocks, ≥ 1.
   */
  async reorganise(depth: number, fate: 'again' | 'dropped'): Promise<void> {
    const head = heightAt(this.#clock.now());
    const from = head - depth + 1;
    await this.#db.query('insert into simulated_fork (chain, block, at) values ($1, $2, $3)', [
      this.chain,
      from,
      this.#clock.now(),
    ]);
    await this.#db.query('update simulated_transfer set block = $3 where chain = $1 and block >= $2', [
      this.chain,
      from,
      fate === 'again' ? head + 1 : null,
    ]);
  }

  /** What waits is in the next block. */
  async mineAgain(): Promise<void> {
    await this.#db.query('update simulated_transfer set block = $2 where chain = $1 and block is null', [
      this.chain,
      heightAt(this.#clock.now()) + 1,
    ]);
  }

  /** The same for the same block until a reorganisation replaces it. */
  async #hash(height: number): Promise<string> {
    const { forks } = singleRow(
      await this.#db.query<{ forks: number }>(
        'select count(*) as forks from simulated_fork where chain = $1 and block <= $2',
        [this.chain, height],
      ),
    );
    return hex.encode(digestOf(`${this.chain} ${height} ${forks}`));
  }

  async #rows(
    addresses: readonly string[],
    where: string,
    bounds: readonly number[],
  ): Promise<TransferRow[]> {
    const rows = await this.#db.query<TransferRow>(
      `select tx, address, amount::text, block from simulated_transfer
       where chain = $1 and asset = $2 and address = any($3::text[]) and amount > 0 and ${where} order by id`,
      [this.chain, DEPOSIT_ASSET, addresses, ...bounds],
    );
    return rows.map((row) => ({ ...row, amount: plain(row.amount) }));
  }
}
