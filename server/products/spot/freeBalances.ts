import type { Dec } from '../../../domain/index.ts';
import { D, RuleError, toText } from '../../../domain/index.ts';
import type { BatchLog, Queries } from '../../base/db/database.ts';
import type { AccountRef } from '../../books/ledger/ledger.ts';
import { plain } from '../../books/ledger/ledger.ts';

/** Balances that are kept at most; beyond, all are read again as they are needed. */
const KEPT_MOST = 200_000;

const keyOf = (owner: number, asset: string): string => `${owner} ${asset}`;

/** Free balances of users who trade: the engine's own while the tables are behind its log. */
export class FreeBalances {
  readonly log: BatchLog;
  readonly #free = new Map<string, Dec>();

  constructor(log: BatchLog) {
    this.log = log;
    log.onForget(() => this.#free.clear());
  }

  /** Reads what is not known, once the tables have it. */
  async load(db: Queries, users: ReadonlySet<number>, assets: readonly string[]): Promise<void> {
    if (this.#free.size > KEPT_MOST) this.#free.clear();
    const missing = [...users].filter((user) => assets.some((asset) => !this.#free.has(keyOf(user, asset))));
    if (missing.length === 0) return;
    await this.log.applied(missing);
    const rows = await db.query<{ owner: number; asset: string; free: Dec }>(
      `select owner_id as owner, asset, (posted - held)::text as free from account
       where owner_id = any ($1::bigint[]) and kind = 'spot' and asset = any ($2::text[])`,
      [missing, assets],
    );
    for (const user of missing) for (const asset of assets) this.#free.set(keyOf(user, asset), '0');
    for (const { owner, asset, free } of rows) this.#free.set(keyOf(owner, asset), plain(free));
  }

  /** A loaded balance, in units. */
  of(owner: number, asset: string): Dec {
    return this.#free.get(keyOf(owner, asset)) ?? '0';
  }

  /**
   * Checks what a batch has decided, before it is appended: a balance that is not known can only grow, as a resting
   * order gives what it holds. @throws {RuleError} `insufficientBalance`.
   */
  mustCover(changes: Iterable<readonly [account: AccountRef, change: D]>): void {
    for (const [{ owner, asset }, change] of changes) {
      if (owner === undefined || change.gte(0)) continue;
      if (new D(this.of(owner, asset)).plus(change).lt(0)) throw new RuleError('insufficientBalance');
    }
  }

  /** Applies the changes of an appended batch. */
  keep(changes: Iterable<readonly [account: AccountRef, change: D]>): void {
    for (const [{ owner, asset }, change] of changes) {
      const known = owner === undefined ? undefined : this.#free.get(keyOf(owner, asset));
      if (known !== undefined && owner !== undefined)
        this.#free.set(keyOf(owner, asset), toText(new D(known).plus(change)));
    }
  }
}
