import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { D } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { openPglite } from '../../../../server/host/database/database.ts';
import { bundle, startChild } from '../../../support/bundle.ts';
import { migratedFolder, SCHEMA } from '../../../support/databases.ts';
import { isLong, times } from '../../../support/often.ts';
import { fileSigner, openWithdraw } from '../../../support/withdraw.ts';

const ROUNDS = times('KILL_ROUNDS', 1, 12);
const MAX_MS = 60_000 + ROUNDS * 60_000;
let program = '';
let folder = '';
let chain = '';

beforeAll(async () => {
  folder = migratedFolder('tm-withdraw-kill-');
  chain = `${folder}.chain`;
  program = await bundle('tests/support/child.ts');
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(chain, { force: true });
});

async function withFolder<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openPglite(folder, SCHEMA);
  return work(db).finally(() => db.close());
}

it.runIf(isLong)(
  `${ROUNDS} processes that are killed send every acknowledged withdrawal once, and book what was sent`,
  async () => {
    const user = await withFolder(async (db) => (await openWithdraw(db, { funds: '10000000' })).user);
    const acknowledged: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const child = startChild(program, ['withdraw', folder, SCHEMA, String(user), `${round} ${chain}`]);
      await child.until(2 + ((round * 37) % 50));
      await child.kill();
      expect(child.errorOutput()).toBe('');
      acknowledged.push(...child.lines.slice(1).map((line) => Number.parseInt(line, 10)));
      expect(await withFolder(verifyLedger)).toEqual([]);
    }
    await withFolder(async (db) => {
      const x = await openWithdraw(db, { users: [user], now: Date.UTC(2027, 0, 1) });
      x.deps.signer = fileSigner(chain);
      await x.check();
      await x.check();
      const rows = await db.query<{ id: number; state: string; tx: string }>(
        'select id, state, tx from withdrawal',
      );
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['confirmed']));
      const stored = new Map(rows.map(({ id, tx }) => [id, tx]));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      const sent = readFileSync(chain, 'utf8').trim().split('\n');
      expect(sent.toSorted()).toEqual(rows.map(({ id, tx }) => `${id} ${tx}`).toSorted());
      const [sum] = await db.query<{ amount: string }>('select sum(amount)::text as amount from withdrawal');
      const [posted, held] = await x.money(user);
      expect([new D(posted).plus(sum?.amount ?? 0).toFixed(), held]).toEqual(['10000000', '0']);
      expect(await verifyLedger(db)).toEqual([]);
    });
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS);
  },
  MAX_MS,
);
