import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../../server/host/database/postgres.ts';
import { deviceClock } from '../../../server/host/device/clock.ts';
import { engines, SCHEMA } from '../../support/databases.ts';

const [, postgres] = engines;
const folders: string[] = [];
afterAll(async () => {
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The schema of another version. @param change what is another there. */
function otherSchema(change: (folder: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'tm-schema-'));
  folders.push(folder);
  cpSync(SCHEMA, folder, { recursive: true });
  change(folder);
  return folder;
}

describe.skipIf(postgres.missing !== undefined)('beside an exchange that runs', () => {
  it.each([
    ['functions', (folder: string) => appendFileSync(join(folder, 'functions/turns.sql'), '\n-- other\n')],
    [
      'tables',
      (folder: string) => writeFileSync(join(folder, 'migrations/9999.sql'), 'create table other ()'),
    ],
  ])(
    'no command of another version changes its %s',
    async (_, change) => {
      const url = await postgres.newPlace(true);
      const lease = { clock: deviceClock, onStandby: () => undefined, onLost: () => undefined };
      const exchange = await openPostgres(url, SCHEMA, lease);
      const has = () =>
        exchange.query(
          "select checksum, to_regclass('other')::text as other, (select count(*) from schema_migration) from schema_functions",
        );
      const before = await has();
      await expect(openPostgres(url, otherSchema(change))).rejects.toThrow('another version runs');
      expect(await has()).toEqual(before);
      // One of its own version works, and the other one once the exchange has ended.
      await (await openPostgres(url, SCHEMA)).close();
      await exchange.close();
      await (await openPostgres(url, otherSchema(change))).close();
    },
    60_000,
  );
});
