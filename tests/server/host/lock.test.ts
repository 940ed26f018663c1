import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPglite } from '../../../server/host/database/database.ts';
import { FolderLockedError, lockFolder } from '../../../server/host/database/lock.ts';
import type { Child } from '../../support/bundle.ts';
import { bundle, startChild } from '../../support/bundle.ts';
import { migratedFolder, SCHEMA } from '../../support/databases.ts';
import { isLong } from '../../support/often.ts';

const works = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;
/** A process that knows no other one, and ends with the test's. */
const UNSHARED = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canUnshare = works('unshare', ...UNSHARED.slice(1), 'true');
const canMount = works('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt');
const mount = (place: string, size: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place]);

let program = '';
let holder = '';
let folder = '';
let children: Child[] = [];
const lockFile = () => join(folder, 'tidemark.lock');
const started = (file: string, args: readonly string[], under: readonly string[] = []): Child => {
  const made = startChild(file, args, under);
  children.push(made);
  return made;
};
const hold = (under: readonly string[] = []): Child => started(holder, [folder], under);
const child = (...args: string[]): Child => started(program, args);

/** A database that others begin as: making one costs seconds. */
let original = '';
const openAt = (place: string) => openPglite(place, SCHEMA, join(original, 'db'));

beforeAll(async () => {
  program = await bundle('tests/support/child.ts');
  holder = await bundle('tests/support/holder.ts');
  original = migratedFolder('tm-original-');
}, 60_000);
afterAll(() => {
  rmSync(original, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tm-lock-'));
});
afterEach(async () => {
  await Promise.all(children.map((each) => each.kill()));
  children = [];
  rmSync(folder, { recursive: true, force: true });
});

describe('the lock of a folder', () => {
  it('refuses a second process in one line that names the first', async () => {
    const first = hold();
    await first.until(1);
    const second = hold();
    expect(await second.ended).toBe(1);
    expect(second.lines).toEqual([]);
    expect(second.errorOutput()).toBe(
      `The folder ${folder} is in use by process ${first.pid}: stop it first.\n`,
    );
    expect(() => lockFolder(folder)).toThrow(FolderLockedError);
    expect(first.lines).toEqual(['locked']);
  });

  it('refuses the same process a second time', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderLockedError);
    unlock();
    lockFolder(folder)();
  });

  it('is taken over from a process that was killed', async () => {
    const first = hold();
    await first.until(1);
    await first.kill();
    expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${first.pid} `));
    const second = hold();
    await second.until(1);
    expect(second.lines).toEqual(['locked']);
    expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${second.pid} `));
  });

  it('is given back by a process that ends in order', async () => {
    const first = hold();
    await first.until(1);
    await first.stop();
    expect(existsSync(lockFile())).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not depend on what the file holds', () => {
    writeFileSync(lockFile(), `${process.pid} another-machine`);
    const unlock = lockFolder(folder);
    expect(readFileSync(lockFile(), 'utf8')).toBe(`${process.pid} ${hostname()}`);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(canUnshare)('holds against a process that sees no other one, as in a container', async () => {
    const first = hold();
    await first.until(1);
    const second = hold(UNSHARED);
    expect(await second.ended).toBe(1);
    expect(second.errorOutput()).toContain(`The folder ${folder} is in use by process ${first.pid}`);
    await first.kill();
    const third = hold(UNSHARED);
    await third.until(1);
    expect(third.lines).toEqual(['locked']);
    expect(() => lockFolder(folder)).toThrow(FolderLockedError);
  });

  it('is never taken by two of many that come together', async () => {
    const all = Array.from({ length: 6 }, () => hold());
    await Promise.all(all.map((each) => Promise.race([each.until(1), each.ended])));
    await expect
      .poll(() => all.filter((each) => each.errorOutput() !== '').length, { timeout: 10_000 })
      .toBe(5);
    expect(all.filter(({ lines }) => lines.length === 1)).toHaveLength(1);
  });

  it('is only given back by whoever has it', () => {
    const unlock = lockFolder(folder);
    unlock();
    const other = lockFolder(folder);
    unlock();
    expect(() => lockFolder(folder)).toThrow(FolderLockedError);
    other();
  });
});

describe('the folder of a database', () => {
  it('is refused while it is open elsewhere, and free after the close', async () => {
    const first = child('open', folder, SCHEMA, join(original, 'db'));
    await first.until(1);
    expect(first.lines).toEqual(['open']);
    await expect(openAt(folder)).rejects.toThrow(FolderLockedError);
    await first.stop();
    const db = await openAt(folder);
    expect(existsSync(lockFile())).toBe(true);
    await db.close();
    expect(existsSync(lockFile())).toBe(false);
  });

  it('is free again when it could not be opened', async () => {
    await expect(openPglite(folder, join(folder, 'no-migrations'), join(original, 'db'))).rejects.toThrow();
    expect(existsSync(lockFile())).toBe(false);
    await (await openAt(folder)).close();
  });

  it.each([
    ['PG_VERSION', ['base/1/precious', 'global/pg_control']],
    ['global/pg_control', ['base/1/precious', 'PG_VERSION']],
  ])('is refused and left as it is when %s is missing', async (missing, files) => {
    for (const file of files) {
      mkdirSync(join(folder, 'db', file, '..'), { recursive: true });
      writeFileSync(join(folder, 'db', file), 'kept');
    }
    await expect(openAt(folder)).rejects.toThrow(
      `The database in ${join(folder, 'db')} is damaged: ${missing} is missing.`,
    );
    expect(readdirSync(folder)).toEqual(['db']);
    for (const file of files) expect(readFileSync(join(folder, 'db', file), 'utf8')).toBe('kept');
  });

  it.runIf(isLong)('is begun where an empty one stands ready', async () => {
    mkdirSync(join(folder, 'db'));
    const db = await openAt(folder);
    expect(await db.query('select count(*) as n from account')).toEqual([{ n: 0 }]);
    await db.close();
  });

  it('says in plain words that it is damaged', async () => {
    await (await openAt(folder)).close();
    writeFileSync(join(folder, 'db/global/pg_control'), Buffer.alloc(8_192, 7));
    await expect(openAt(folder)).rejects.toThrow(
      `The database in ${join(folder, 'db')} cannot be opened: it is damaged.`,
    );
  });

  it.runIf(isLong && canMount)(
    'says in plain words that its disk is full, and begins when there is room',
    async () => {
      mount(folder, '3m');
      try {
        const words = `The disk of ${join(folder, 'db')} is full: make room`;
        await expect(openPglite(folder, SCHEMA)).rejects.toThrow(words);
        await expect(openAt(folder)).rejects.toThrow(words);
        execFileSync('mount', ['-o', 'remount,size=200m', folder]);
        await (await openAt(folder)).close();
      } finally {
        // What failed to open holds its files until the process ends.
        execFileSync('umount', ['-l', folder]);
      }
    },
    60_000,
  );

  it.runIf(process.platform !== 'win32')(
    'is made readable for its owner alone again at each start',
    async () => {
      await (await openAt(folder)).close();
      const spoilt: readonly (readonly [string, number])[] = [
        ['', 0o755],
        ['db', 0o777],
        ['db/PG_VERSION', 0o666],
        ['db/global', 0o755],
        ['db/global/pg_control', 0o644],
      ];
      const modes = () => spoilt.map(([path]) => (statSync(join(folder, path)).mode & 0o077).toString(8));
      for (const [path, mode] of spoilt) chmodSync(join(folder, path), mode);
      const db = await openAt(folder);
      expect(modes()).toEqual(spoilt.map(() => '0'));
      await db.close();
    },
  );

  it.runIf(isLong)('begins as a copy of another, and goes on as itself from then on', async () => {
    const [first, own] = [join(folder, 'first'), join(folder, 'own')];
    const made = await openAt(first);
    await made.query("insert into asset (code, scale) values ('ORIGINAL', 8)");
    await made.close();
    // What a copy leaves behind that was cut off.
    mkdirSync(join(own, 'db.copy/base'), { recursive: true });
    writeFileSync(join(own, 'db.copy/base/torn'), 'torn');
    const copy = await openPglite(own, SCHEMA, join(first, 'db'));
    expect(await copy.query('select code from asset')).toEqual([{ code: 'ORIGINAL' }]);
    await copy.query("update asset set code = 'OWN'");
    await copy.close();
    expect(readdirSync(own)).toEqual(['db']);
    expect(existsSync(join(own, 'db/base/torn'))).toBe(false);
    for (const place of [own, first]) {
      const again = await openPglite(place, SCHEMA, join(first, 'db'));
      expect(await again.query('select code from asset')).toEqual([
        { code: place === own ? 'OWN' : 'ORIGINAL' },
      ]);
      await again.close();
    }
  });

  it.runIf(isLong)('is made anew when what it is to begin as is not there', async () => {
    const db = await openPglite(folder, SCHEMA, join(folder, 'no-such-folder'));
    expect(await db.query('select count(*) as n from account')).toEqual([{ n: 0 }]);
    await db.close();
  });

  it.runIf(isLong)('is made anew when what it is to begin as cannot be read', async () => {
    const torn = join(folder, 'torn');
    mkdirSync(torn);
    writeFileSync(join(torn, 'PG_VERSION'), '18');
    // No copy can be made of a socket, and root may read everything else.
    const unreadable = createServer().listen(join(torn, 'unreadable'));
    await once(unreadable, 'listening');
    const db = await openPglite(join(folder, 'own'), SCHEMA, torn);
    expect(await db.query('select count(*) as n from account')).toEqual([{ n: 0 }]);
    await db.close();
    unreadable.close();
    expect(readdirSync(join(folder, 'own'))).toEqual(['db']);
  });

  it.runIf(isLong)(
    'is opened after its first start was killed at any moment',
    async () => {
      for (const after of [50, 150, 300, 600, 1_200, 2_000]) {
        const first = child('open', folder, SCHEMA);
        await Promise.race([first.until(1), new Promise((resolve) => setTimeout(resolve, after))]);
        await first.kill();
        const db = await openAt(folder);
        expect(await db.query('select count(*) as n from command')).toEqual([{ n: 0 }]);
        await db.close();
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
      }
    },
    60_000,
  );
});
