import { createHash } from 'node:crypto';
import type { Queries } from '../../base/db/database.ts';
import { countLedger, verifyLedger } from '../../books/ledger/verify.ts';

/** What the books of a database come to: equal heads, equal books. */
export interface BooksHead {
  readonly accounts: number;
  readonly entries: number;
  readonly postings: number;
  readonly holds: number;
  /** Of the newest entry; 0 before the first. */
  readonly newest: number;
  /** SHA-256 over every account with what it has and holds, in hex. */
  readonly digest: string;
}

interface AccountRow {
  readonly text: string;
}

/** @returns the head, and how many differences the proof of the books finds. */
export async function proveBooks(
  db: Queries,
): Promise<{ readonly head: BooksHead; readonly differences: number }> {
  const differences = (await verifyLedger(db)).length;
  const [newest] = await db.query<{ id: number }>('select coalesce(max(id), 0) as id from journal');
  const rows = await db.query<AccountRow>(
    `select concat_ws(' ', id, owner_id, kind, asset, posted, held, version) as text from account order by id`,
  );
  const hash = createHash('sha256');
  for (const { text } of rows) hash.update(`${text}\n`);
  return {
    head: { ...(await countLedger(db)), newest: newest?.id ?? 0, digest: hash.digest('hex') },
    differences,
  };
}
