import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { D, toText } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { addAssets, balancesOf, post } from '../../../../server/books/ledger/ledger.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { openPglite } from '../../../../server/host/database/database.ts';
import { bundle, startChild } from '../../../support/bundle.ts';
import { addUser, migratedFolder, SCHEMA } from '../../../support/databases.ts';
import { times } from '../../../support/often.ts';

const ROUNDS = times('KILL_ROUNDS', 1, 40);
const MAX_MS = 60_000 + ROUNDS * 60_000;
const TOTAL = '1000000';
let program = '';
let folder = '';

beforeAll(async () => {
  folder = migratedFolder('tm-kill-');
  program = await bundle('tests/support/child.ts');
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const open = () => openPglite(folder, SCHEMA);
async function withFolder<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await open();
  return work(db).finally(() => db.close());
}

/** A user with as much in each account. */
async function prepare(db: Database): Promise<number> {
  await addAssets(db, ['USDT']);
  const owner = await addUser(db);
  for (const kind of ['spot', 'futures'] as const)
    await db.transaction((tx) =>
      post(tx, { code: 'playGrant', refType: 'test', refId: kind }, 1, [
        { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: `-${TOTAL}` },
        { account: { owner, kind, asset: 'USDT' }, amount: TOTAL },
      ]),
    );
  return owner;
}

/** What was acknowledged and is not there: entry, both its lines, and the answer of its command. */
async function lost(db: Database, acknowledged: readonly (readonly [id: string, key: string])[]) {
  const rows = await db.query<{ id: string; key: string }>(
    `select j.id::text as id, c.key from journal j join command c on c.key = j.ref_id and c.response ->> 'id' = j.id::text
     where (select count(*) from posting where journal_id = j.id) = 2`,
  );
  const there = new Set(rows.map(({ id, key }) => `${id} ${key}`));
  return acknowledged.map((each) => each.join(' ')).filter((each) => !there.has(each));
}

it(
  `${ROUNDS} processes that are killed lose nothing that was acknowledged`,
  async () => {
    const user = await withFolder(prepare);
    const acknowledged: (readonly [string, string])[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // The lock of the one before lies there still.
      const child = startChild(program, ['transfer', folder, SCHEMA, String(user), `round-${round}`]);
      await child.until(2 + (((round + 1) * 37) % 120));
      await child.kill();
      expect(child.errorOutput()).toBe('');
      const [first, ...lines] = child.lines;
      expect(first).toBe('open');
      acknowledged.push(...lines.map((line) => line.split(' ') as [string, string]));
      const found = await withFolder(async (db) => {
        const [spot, futures] = await balancesOf(db, user);
        return {
          lost: await lost(db, acknowledged),
          differences: await verifyLedger(db),
          sum: toText(new D(spot?.posted ?? 0).plus(futures?.posted ?? 0)),
        };
      });
      expect(found).toEqual({ lost: [], differences: [], sum: '2000000' });
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS);
  },
  MAX_MS,
);
