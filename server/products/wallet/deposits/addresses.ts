import type { Transaction } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';
import { singleRow } from '../../../base/db/database.ts';
import type { ChainTransfer, ChainWatcher } from '../chains/watcher.ts';
import type { OwnedTransfer } from './depositBook.ts';

/** Addresses in one request. */
const AT_ONCE = 500;

/**
 * The user's own address on a network, made when it is first needed. Numbers are given out in the order of the
 * commits, so that who has read up to one has read all before it.
 */
export async function addressOf(
  { tx, at }: Transaction,
  watcher: ChainWatcher,
  userId: number,
): Promise<string> {
  const { watch } = watcher;
  const find = () =>
    tx.query<{ address: string }>('select address from deposit_address where watch = $1 and user_id = $2', [
      watch,
      userId,
    ]);
  const [known] = await find();
  if (known) return known.address;
  await tx.query('insert into chain_watch (watch) values ($1) on conflict (watch) do nothing', [watch]);
  await tx.query('select 1 from chain_watch where watch = $1 for update', [watch]);
  const [meanwhile] = await find();
  if (meanwhile) return meanwhile.address;
  const { index } = singleRow(
    await tx.query<{ index: number }>(
      'update chain_watch set next_index = next_index + 1 where watch = $1 returning next_index - 1 as index',
      [watch],
    ),
  );
  const address = watcher.addressAt(index);
  await tx.query(
    'insert into deposit_address (watch, user_id, index, address, created_at) values ($1, $2, $3, $4, $5)',
    [watch, userId, index, address, at],
  );
  return address;
}

/** All addresses of a network and whose they are, kept in memory after the database. */
export class Addresses {
  readonly #watcher: ChainWatcher;
  readonly #owners = new Map<string, number>();

  constructor(watcher: ChainWatcher) {
    this.#watcher = watcher;
  }

  /** Reads those that are new. */
  async refresh(db: Queries): Promise<void> {
    const rows = await db.query<{ address: string; user_id: number }>(
      'select address, user_id from deposit_address where watch = $1 and index >= $2 order by index',
      [this.#watcher.watch, this.#owners.size],
    );
    for (const { address, user_id } of rows) this.#owners.set(address, user_id);
  }

  /** Transfers to any of them in these blocks, inclusive. */
  transfers(from: number, to: number): Promise<OwnedTransfer[]> {
    return this.#ask((addresses) => this.#watcher.transfers(addresses, from, to));
  }

  /** Those that are in no block yet. */
  pending(): Promise<OwnedTransfer[]> {
    return this.#ask((addresses) => this.#watcher.pending(addresses));
  }

  async #ask(ask: (addresses: string[]) => Promise<readonly ChainTransfer[]>): Promise<OwnedTransfer[]> {
    const all = [...this.#owners.keys()];
    const found: OwnedTransfer[] = [];
    for (let i = 0; i < all.length; i += AT_ONCE) {
      for (const transfer of await ask(all.slice(i, i + AT_ONCE))) {
        const userId = this.#owners.get(transfer.address);
        if (userId !== undefined) found.push({ ...transfer, userId });
      }
    }
    return found;
  }
}
