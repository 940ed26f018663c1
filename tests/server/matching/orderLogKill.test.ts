import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dec } from '../../../domain/index.ts';
import { D } from '../../../domain/index.ts';
import type { Database } from '../../../server/base/db/database.ts';
import { OpenBatchLog } from '../../../server/base/log/batchLog.ts';
import { verifyLedger } from '../../../server/books/ledger/verify.ts';
import { openPostgres } from '../../../server/host/database/postgres.ts';
import { deviceClock } from '../../../server/host/device/clock.ts';
import type { Child } from '../../support/bundle.ts';
import { bundle, startChild } from '../../support/bundle.ts';
import { engines, SCHEMA } from '../../support/databases.ts';
import { fakeMarket } from '../../support/fakeSource.ts';
import { times } from '../../support/often.ts';
import { flawsOf, openSpot } from '../../support/spot.ts';

const ROUNDS = times('LOG_KILL_ROUNDS', 2, 50);
const MAX_MS = 60_000 + ROUNDS * 60_000;
/** A book that could not be read again at once, as its line was cut: the next batch begins with it. */
const CUT = /^book \{"markets":\["AAA-BBB"\],"error":"Error: terminating connection[^\n]*\n/gm;
const market = { ...fakeMarket('AAA-BBB'), minTotal: '0' };
const postgres = engines.find(({ engine }) => engine === 'postgres');

describe.skipIf(!postgres || postgres.missing !== undefined)('exchanges with a log that are killed', () => {
  let program = '';
  let url = '';
  let users: number[] = [];
  let beside: pg.Client;

  beforeAll(async () => {
    program = await bundle('tests/support/child.ts');
    url = (await postgres?.newPlace(true)) ?? '';
    const db = await openPostgres(url, SCHEMA);
    const spot = await openSpot(db, market, { userCount: 4, funds: '100000000' });
    users = spot.users;
    spot.close();
    await db.close();
    beside = new pg.Client({ connectionString: url });
    await beside.connect();
  }, 90_000);
  afterAll(async () => {
    await beside.end();
    await postgres?.stop();
  }, 60_000);

  /** Ends the exchange's connections that append, read or write tables, and lets it open others. */
  const cutLines = () =>
    beside.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '%turn\\_%'`,
    );
  /** No tables are written until the exchange is killed, as if its writer had been killed long before. */
  const stopTables = async (child: Child): Promise<void> => {
    await beside.query('begin');
    await beside.query('select 1 from turn_state for update');
    await child.until(child.lines.length + 40);
    await child.kill();
    await beside.query('rollback');
  };
  const lost = async (db: Database, acknowledged: ReadonlyMap<number, Dec>): Promise<number[]> => {
    const rows = await db.query<{ id: number; filled: Dec; fills: Dec }>(
      `select o.id, o.filled::text, coalesce(sum(f.quantity), 0)::text as fills
       from spot_order o left join spot_fill f on f.order_id = o.id group by o.id`,
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    return [...acknowledged]
      .filter(([id, filled]) => {
        const row = stored.get(id);
        return !row || new D(row.filled).lt(filled) || !new D(row.fills).eq(row.filled);
      })
      .map(([id]) => id);
  };

  it(
    `${ROUNDS} times lose nothing that was acknowledged, and do nothing twice`,
    async () => {
      const acknowledged = new Map<number, Dec>();
      let behind = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const child = startChild(program, ['trade', url, SCHEMA, users.join(), `log-round-${round}`]);
        await child.until(20 + ((round * 37) % 90));
        if (round % 4 === 1) await stopTables(child);
        if (round % 4 === 2) {
          await cutLines();
          await child.until(child.lines.length + 20);
        }
        await child.kill();
        expect(child.errorOutput().replaceAll(CUT, '')).toBe('');
        const lines = child.lines.filter((line) => line !== 'standby');
        expect(lines[0]).toBe('open');
        for (const line of lines.slice(1)) {
          const [id = '', filled = ''] = line.split(' ');
          // No number is given twice.
          expect(acknowledged.has(Number.parseInt(id, 10))).toBe(false);
          acknowledged.set(Number.parseInt(id, 10), filled);
        }
        const { rows } = await beside.query<{ behind: number }>(
          `select greatest(0, coalesce(max(seq), 0) - (select applied from turn_state))::int as behind from turn_log`,
        );
        behind += rows[0]?.behind ?? 0;
        const db = await openPostgres(url, SCHEMA);
        const log = await OpenBatchLog.open({
          ...{ db, clock: deviceClock, fence: 0 },
          ...{ log: () => undefined, onLost: () => undefined },
        });
        expect({
          lost: await lost(db, acknowledged),
          differences: await verifyLedger(db),
          flaws: await flawsOf(db, market),
        }).toEqual({ lost: [], differences: [], flaws: [] });
        await log.close();
        await db.close();
      }
      expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * 10);
      // Documents that only the log had were among them.
      expect(behind).toBeGreaterThan(0);
      process.stdout.write(`acknowledged ${acknowledged.size}, only in the log ${behind}\n`);
    },
    MAX_MS,
  );
});
