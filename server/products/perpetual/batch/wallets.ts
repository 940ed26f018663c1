import type { Dec } from '../../../../domain/index.ts';
import { D, SETTLEMENT_ASSET, toText } from '../../../../domain/index.ts';
import type { BatchLog, Queries } from '../../../base/db/database.ts';
import { singleRow } from '../../../base/db/database.ts';
import type { Wallet } from './store.ts';

/** Wallets that are kept at most; beyond, all are read again as they are needed. */
const KEPT_MOST = 100_000;

/** Futures accounts of users who trade, and the insurance fund: the engine's own while the tables are behind its log. */
export class Wallets {
  readonly log: BatchLog;
  readonly #wallets = new Map<number, Wallet>();
  #insurance: D | undefined;

  constructor(log: BatchLog) {
    this.log = log;
    log.onForget(() => {
      this.#wallets.clear();
      this.#insurance = undefined;
    });
  }

  /** @returns what `futures_read` yields, read from the tables as far as it is not known. */
  async load(
    db: Queries,
    users: readonly number[],
  ): Promise<{ wallets: (readonly [user: number, posted: Dec, held: Dec])[]; insurance: Dec }> {
    if (this.#wallets.size > KEPT_MOST) this.#wallets.clear();
    const missing = users.filter((user) => !this.#wallets.has(user));
    if (missing.length > 0) await this.#read(db, missing);
    this.#insurance ??= await this.#readInsurance(db);
    return {
      wallets: users.flatMap((user) => {
        const known = this.#wallets.get(user);
        return known ? [[user, toText(known.posted), toText(known.held)] as const] : [];
      }),
      insurance: toText(this.#insurance),
    };
  }

  /** Keeps the state after an appended batch. */
  keep(wallets: Iterable<readonly [user: number, wallet: Wallet]>, insurance: D): void {
    for (const [user, wallet] of wallets) this.#wallets.set(user, wallet);
    this.#insurance = insurance;
  }

  async #read(db: Queries, users: readonly number[]): Promise<void> {
    await this.log.applied(users);
    const rows = await db.query<{ user: number; posted: Dec; held: Dec }>(
      `select owner_id as user, posted::text, held::text from account
       where owner_id = any ($1::bigint[]) and kind = 'futures' and asset = $2`,
      [users, SETTLEMENT_ASSET],
    );
    for (const user of users) this.#wallets.set(user, { posted: new D(0), held: new D(0) });
    for (const { user, posted, held } of rows)
      this.#wallets.set(user, { posted: new D(posted), held: new D(held) });
  }

  async #readInsurance(db: Queries): Promise<D> {
    await this.log.applied();
    const rows = await db.query<{ posted: Dec }>(
      `select coalesce(sum(posted), 0)::text as posted from account
       where owner_id is null and kind = 'insurance' and asset = $1`,
      [SETTLEMENT_ASSET],
    );
    return new D(singleRow(rows).posted);
  }
}
