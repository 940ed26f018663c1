import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { settingsFrom } from '../../../server/base/config.ts';
import type { Database } from '../../../server/base/db/database.ts';
import { addAssets, post } from '../../../server/books/ledger/ledger.ts';
import { databaseOutbox } from '../../../server/edge/realtime/outbox.ts';
import { backup } from '../../../server/host/backup/backup.ts';
import { proveBooks } from '../../../server/host/backup/head.ts';
import { restore } from '../../../server/host/backup/restore.ts';
import { openPglite } from '../../../server/host/database/database.ts';
import { deviceClock } from '../../../server/host/device/clock.ts';
import type { Exchange } from '../../../server/host/exchange.ts';
import { startExchange } from '../../../server/host/exchange.ts';
import { askOps, opsAddress } from '../../../server/host/net/opsSocket.ts';
import { privateState } from '../../../server/host/privateState.ts';
import { addUser, migratedFolder, SCHEMA } from '../../support/databases.ts';
import { isLong } from '../../support/often.ts';

/** Files and folders that were waited for until they are on the disk, by their numbers there. */
const flushed = vi.hoisted(() => new Set<number>());
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const fsyncSync = (opened: number): void => {
    flushed.add(fs.fstatSync(opened).ino);
    fs.fsyncSync(opened);
  };
  return { ...fs, fsyncSync };
});

const passphrase = 'correct horse battery';
const folders: string[] = [];
const folder = (name: string): string => {
  const made = mkdtempSync(join(tmpdir(), name));
  folders.push(made);
  return made;
};
const data = migratedFolder('tm-backup-');
folders.push(data);
const empty = folder('tm-no-content-');
const settingsOf = (dataDir: string) =>
  settingsFrom({
    ...{ PORT: '0', DATA_DIR: dataDir, SYMBOLS: '20', SEED: '5', LOG_LEVEL: 'silent' },
    CONTENT_DIR: empty,
  });
const file = join(folder('tm-backup-to-'), 'today.backup');
const dump = (path: string) =>
  askOps(opsAddress(data), { who: 'ann@test', why: '' }, 'database dump', [path]);
const deps = { settings: settingsOf(data), schema: SCHEMA, version: '1', passphrase, now: () => 7, dump };

let exchange: Exchange;
let granted = 0;
const outboxOf = (db: Database) => databaseOutbox({ db, clock: deviceClock, stateOf: privateState });
/** A user, and up to where they have read their messages when the backup is made. */
let reader: { readonly user: number; readonly epoch: string; readonly seq: number };
/** A grant, as money moves while somebody makes a backup. */
async function grant(user: number): Promise<void> {
  granted += 1;
  const lines = [
    { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '-1.5' },
    { account: { owner: user, kind: 'spot', asset: 'USDT' }, amount: '1.5' },
  ] as const;
  const cause = { code: 'playGrant', refType: 'test', refId: String(granted) } as const;
  await exchange.accounts.db.transaction((tx) => post(tx, cause, 1, lines));
}

beforeAll(async () => {
  exchange = await startExchange(settingsOf(data), process.cwd());
  const { db } = exchange.accounts;
  await addAssets(db, ['USDT']);
  const user = await addUser(db);
  await grant(user);
  reader = { user, ...(await outboxOf(db).stand(user, undefined)) };
  let isMoving = true;
  const moving = (async () => {
    // A few at a time, as users do: as many as the processor can would be all that it does.
    while (isMoving) {
      await grant(user);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  expect(await backup(deps, file)).toMatchObject({ ok: true });
  isMoving = false;
  await moving;
}, 120_000);
afterAll(async () => {
  await exchange.close();
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

const into = (dataDir: string, with_ = passphrase) =>
  restore({ settings: settingsOf(dataDir), schema: SCHEMA, passphrase: with_ }, file);

it('is restored elsewhere to the books of one moment, with the keys, for its owner alone', async () => {
  // A folder may be a link to one that is empty.
  const place = join(folder('tm-restored-'), 'data');
  symlinkSync(folder('tm-restored-'), place);
  expect((await into(place)).lines.join(' ')).toMatch(/its books prove.*SEED=5/);
  const db = await openPglite(place, SCHEMA);
  try {
    const { head, differences } = await proveBooks(db);
    expect(differences).toBe(0);
    expect(head.entries).toBeGreaterThan(0);
    // Money went on moving while it was made.
    expect(head.entries).toBeLessThanOrEqual(granted);
    // A reader from after the backup, once the restored log has come as far with other messages: it begins again.
    const { user, epoch, seq } = reader;
    await db.query('update stream_head set seq = $1', [seq + 2]);
    const again = await outboxOf(db).stand(user, { epoch, seq: seq + 2 });
    expect(again).toMatchObject({ recovered: false, state: expect.anything() });
  } finally {
    await db.close();
  }
  for (const name of ['secret.key', 'identity.key'])
    expect(readFileSync(join(place, name), 'utf8')).toBe(readFileSync(join(data, name), 'utf8'));
  // It is reported as done: a loss of power takes none of it back.
  const made = ['', '..', 'secret.key', 'db', 'db/PG_VERSION', 'db/global/pg_control', 'db/pg_wal'];
  for (const name of made)
    expect([name, flushed.has(statSync(join(realpathSync(place), name)).ino)]).toEqual([name, true]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file).includes(readFileSync(join(data, 'secret.key')))).toBe(false);
}, 60_000);

it.runIf(isLong)(
  'has the pictures of a folder, also where that is one of the data’s own',
  async () => {
    const withPictures = (dataDir: string) => ({
      ...settingsOf(dataDir),
      uploads: { folder: join(dataDir, 'own', 'pictures') },
    });
    const pictures = { folder: folder('tm-pictures-') };
    writeFileSync(join(pictures.folder, 'a.jpg'), 'picture');
    // One that is being written, and one that is deleted between the list and the copy.
    writeFileSync(join(pictures.folder, 'b.jpg.part'), 'pic');
    symlinkSync(join(pictures.folder, 'gone'), join(pictures.folder, 'c.jpg'));
    const made = join(folder('tm-backup-to-'), 'with.backup');
    await backup({ ...deps, settings: { ...settingsOf(data), uploads: pictures } }, made);
    const place = join(folder('tm-restored-'), 'data');
    const restored = { settings: withPictures(place), schema: SCHEMA, passphrase };
    expect(await restore(restored, made)).toMatchObject({ ok: true });
    expect(readFileSync(join(place, 'own', 'pictures', 'a.jpg'), 'utf8')).toBe('picture');
    const apart = join(folder('tm-restored-'), 'data');
    const elsewhere = { folder: join(folder('tm-pictures-'), 'pictures') };
    await restore({ ...restored, settings: { ...settingsOf(apart), uploads: elsewhere } }, made);
    expect(readFileSync(join(elsewhere.folder, 'a.jpg'), 'utf8')).toBe('picture');
    expect(readdirSync(elsewhere.folder)).toEqual(['a.jpg']);
  },
  60_000,
);

it('opens under no other passphrase, and over nothing', async () => {
  const place = join(folder('tm-restored-'), 'data');
  await expect(into(place, 'another passphrase')).rejects.toThrow('BACKUP_PASSPHRASE is not the one');
  expect(() => statSync(place)).toThrow();
  const full = folder('tm-restored-');
  writeFileSync(join(full, 'something'), '');
  await expect(into(full)).rejects.toThrow('is not empty');
});

it('is restored to a volume of its own, which has no other name than its own', async () => {
  const place = folder('tm-volume-');
  // A new disk has one, and one that was cut off left what it had unpacked.
  mkdirSync(join(place, 'lost+found'));
  mkdirSync(join(place, '.restoring', 'data'), { recursive: true });
  await expect(openPglite(place, SCHEMA)).rejects.toThrow('was cut off');
  const { ino } = statSync(place);
  expect(await into(place)).toMatchObject({ ok: true });
  expect(statSync(place).ino).toBe(ino);
  expect(readdirSync(place).sort()).toEqual(['db', 'identity.key', 'lost+found', 'secret.key']);
}, 60_000);

it.runIf(isLong)(
  'does away with nothing that has begun in the folder while it was unpacked',
  async () => {
    const place = folder('tm-restored-');
    const restoring = into(place);
    writeFileSync(join(place, 'secret.key'), 'of an exchange');
    await expect(restoring).rejects.toThrow('is not empty');
    expect(readFileSync(join(place, 'secret.key'), 'utf8')).toBe('of an exchange');
  },
  60_000,
);

it('is refused in words when it is cut short, or there is a file in its place', async () => {
  await expect(backup(deps, file)).rejects.toThrow('is there already');
  const { size } = statSync(file);
  const whole = readFileSync(file);
  truncateSync(file, size - 4_000);
  await expect(into(join(folder('tm-restored-'), 'data'))).rejects.toThrow(/is damaged|no backup/);
  writeFileSync(file, whole);
});

it.runIf(isLong)(
  'leaves nothing behind when it cannot be put in its place',
  async () => {
    const place = folder('tm-backup-to-');
    const made = join(place, 'late.backup');
    const takes = async (path: string) => {
      mkdirSync(made);
      return dump(path);
    };
    await expect(backup({ ...deps, dump: takes }, made)).rejects.toThrow('EISDIR');
    expect(readdirSync(place)).toEqual(['late.backup']);
  },
  60_000,
);

it('is not made without a passphrase, nor of data that is elsewhere', async () => {
  const other = join(folder('tm-backup-to-'), 'b');
  await expect(backup({ ...deps, passphrase: 'short' }, other)).rejects.toThrow('BACKUP_PASSPHRASE');
  const server = { ...deps, settings: settingsFrom({ DATABASE_URL: 'postgres://x/y' }) };
  await expect(backup(server, other)).rejects.toThrow('PostgreSQL');
});
