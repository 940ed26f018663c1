import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPglite } from '../../../server/host/database.ts';
import { FolderLockedError, lockFolder } from '../../../server/host/lock.ts';
import type { Child } from '../../support/bundle.ts';
import { bundle, startChild } from '../../support/bundle.ts';
import { MIGRATIONS } from '../../support/databases.ts';

let program: Awaited<ReturnType<typeof bundle>>;
let folder = '';
let children: Child[] = [];
const lockFile = () => join(folder, 'tidemark.lock');
const child = (...args: string[]): Child => {
  const started = startChild(program.file, args);
  children.push(started);
  return started;
};

beforeAll(async () => {
  program = await bundle('tests/support/child.ts');
}, 60_000);
afterAll(() => program.remove());
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
    const first = child('hold', folder);
    await first.until(1);
    const second = child('hold', folder);
    expect(await second.ended).toBe(1);
    expect(second.lines).toEqual([]);
    expect(second.said()).toBe(`The folder ${folder} is in use by process ${first.pid}: stop it first.\n`);
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
    const first = child('hold', folder);
    await first.until(1);
    await first.kill();
    expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${first.pid} `));
    const second = child('hold', folder);
    await second.until(1);
    expect(second.lines).toEqual(['locked']);
    expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${second.pid} `));
  });

  it('is given back by a process that ends in order', async () => {
    const first = child('hold', folder);
    await first.until(1);
    await first.stop();
    expect(existsSync(lockFile())).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not taken for alive when its number went to another process', () => {
    writeFileSync(lockFile(), `${process.pid} 1`);
    lockFolder(folder)();
    expect(existsSync(lockFile())).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is taken over from a process that nobody has buried', async () => {
    // A shell starts a child that ends at once, and becomes a program that never asks about it.
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number.parseInt(chunk.toString(), 10);
    const stateOf = () => /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
    await expect.poll(stateOf).toBe('Z');
    const start = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
    writeFileSync(lockFile(), `${pid} ${start}`);
    lockFolder(folder)();
    const ended = once(parent, 'exit');
    parent.kill('SIGKILL');
    await ended;
  });

  it.each(['', ' ', '\n', 'garbage', '0', '-1', 'NaN 5', '999999999999', '\0\0\0\0'])(
    'is taken over when the file holds %j',
    (text) => {
      writeFileSync(lockFile(), text);
      const unlock = lockFolder(folder);
      expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
      unlock();
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('is never taken by two of many that come together, a dead lock lying there', async () => {
    writeFileSync(lockFile(), '999999999 1');
    const all = Array.from({ length: 6 }, () => child('hold', folder));
    await Promise.all(all.map((each) => Promise.race([each.until(1), each.ended])));
    await expect.poll(() => all.filter((each) => each.said() !== '').length, { timeout: 10_000 }).toBe(5);
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
    const first = child('open', folder, MIGRATIONS);
    await first.until(1);
    expect(first.lines).toEqual(['open']);
    await expect(openPglite(folder, MIGRATIONS)).rejects.toThrow(FolderLockedError);
    await first.stop();
    const db = await openPglite(folder, MIGRATIONS);
    expect(existsSync(lockFile())).toBe(true);
    await db.close();
    expect(existsSync(lockFile())).toBe(false);
  });

  it('is free again when it could not be opened', async () => {
    await expect(openPglite(folder, join(folder, 'no-migrations'))).rejects.toThrow();
    expect(existsSync(lockFile())).toBe(false);
    await (await openPglite(folder, MIGRATIONS)).close();
  });

  it.each([
    ['without PG_VERSION', ['base/1/precious', 'global/pg_control']],
    ['without global/pg_control', ['base/1/precious', 'PG_VERSION']],
    ['that is empty', []],
  ])('is set aside and never wiped when it is one %s', async (_, files) => {
    for (const file of files) {
      mkdirSync(join(folder, 'db', file, '..'), { recursive: true });
      writeFileSync(join(folder, 'db', file), 'kept');
    }
    mkdirSync(join(folder, 'db'), { recursive: true });
    const db = await openPglite(folder, MIGRATIONS);
    expect(await db.query('select count(*) as n from account')).toEqual([{ n: 0 }]);
    await db.close();
    const aside = readdirSync(folder).filter((name) => name.startsWith('db.half-made-'));
    expect(aside).toHaveLength(1);
    for (const file of files) expect(readFileSync(join(folder, aside[0] ?? '', file), 'utf8')).toBe('kept');
  });

  it('begins as a copy of another, and goes on as itself from then on', async () => {
    const [original, own] = [join(folder, 'original'), join(folder, 'own')];
    const made = await openPglite(original, MIGRATIONS);
    await made.query("insert into asset (code, scale) values ('ORIGINAL', 8)");
    await made.close();
    // What a copy leaves behind that was cut off.
    mkdirSync(join(own, 'db.copy/base'), { recursive: true });
    writeFileSync(join(own, 'db.copy/base/torn'), 'torn');
    const first = await openPglite(own, MIGRATIONS, join(original, 'db'));
    expect(await first.query('select code from asset')).toEqual([{ code: 'ORIGINAL' }]);
    await first.query("update asset set code = 'OWN'");
    await first.close();
    expect(readdirSync(own)).toEqual(['db']);
    expect(existsSync(join(own, 'db/base/torn'))).toBe(false);
    for (const place of [own, original]) {
      const again = await openPglite(place, MIGRATIONS, join(original, 'db'));
      expect(await again.query('select code from asset')).toEqual([
        { code: place === own ? 'OWN' : 'ORIGINAL' },
      ]);
      await again.close();
    }
  });

  it('is made anew when what it is to begin as is not there', async () => {
    const db = await openPglite(folder, MIGRATIONS, join(folder, 'no-such-folder'));
    expect(await db.query('select count(*) as n from account')).toEqual([{ n: 0 }]);
    await db.close();
  });

  it('is made anew when what it is to begin as cannot be read', async () => {
    const original = join(folder, 'original');
    mkdirSync(original);
    writeFileSync(join(original, 'PG_VERSION'), '18');
    // No copy can be made of a socket, and root may read everything else.
    const unreadable = createServer().listen(join(original, 'unreadable'));
    await once(unreadable, 'listening');
    const db = await openPglite(join(folder, 'own'), MIGRATIONS, original);
    expect(await db.query('select count(*) as n from account')).toEqual([{ n: 0 }]);
    await db.close();
    unreadable.close();
    expect(readdirSync(join(folder, 'own'))).toEqual(['db']);
  });

  it('is opened after its first start was killed at any moment', async () => {
    for (const after of [150, 600, 1_200]) {
      const first = child('open', folder, MIGRATIONS);
      await Promise.race([first.until(1), new Promise((resolve) => setTimeout(resolve, after))]);
      await first.kill();
      const db = await openPglite(folder, MIGRATIONS);
      expect(await db.query('select count(*) as n from command')).toEqual([{ n: 0 }]);
      await db.close();
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
    }
  }, 60_000);
});
