import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { LONG } from './support.ts';

/** What the database is compiled with a second time wins nothing in a moment. */
const PROGRAM = ['--liftoff-only', 'dist/server/main.js'];

/** Folders of data, which begin as the empty database of the build and go when all is said. */
const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-process-'));
  folders.push(folder);
  return folder;
}
test.afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Runs the built exchange to its end: exit code, and what it said on stderr. */
async function run(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, PROGRAM, {
    env: { ...process.env, SYMBOLS: '20', DATA_DIR: newFolder(), ...env },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'exit');
  return { code: code as number, output };
}

const cases: [string, () => Record<string, string>, RegExp][] = [
  ['a wrong setting', () => ({ PORT: 'abc' }), /^PORT must be a whole number[^\n]*\n$/],
  [
    'an unknown market',
    () => ({ MARKET: 'moon' }),
    /^MARKET must be simulated, replay, or live venues[^\n]*\n$/,
  ],
  [
    'a port in use',
    () => ({ PORT: new URL(test.info().project.use.baseURL ?? '').port }),
    /^Port \d+ is in use[^\n]*\n$/,
  ],
  [
    'missing recordings',
    () => ({ PORT: '0', MARKET: 'replay', MARKET_DATA: '/no/such' }),
    /^No recordings in \/no\/such[^\n]*\n$/,
  ],
];
for (const [name, env, line] of cases) {
  test(
    `the exchange ends with one clear line for ${name}`,
    name === 'a port in use' ? {} : LONG,
    async () => {
      const { code, output } = await run(env());
      expect(output).toMatch(line);
      expect(code).toBe(1);
    },
  );
}

test('the exchange ends in peace when it is told to', async () => {
  const child = spawn(process.execPath, PROGRAM, {
    env: { ...process.env, SYMBOLS: '20', DATA_DIR: newFolder(), PORT: '0', LOG_LEVEL: 'silent' },
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a folder of data can be read by its owner alone', LONG, async () => {
  const folder = newFolder();
  const env = { ...process.env, SYMBOLS: '20', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, PROGRAM, { env });
  await once(child.stdout, 'data');
  // The built-in database gives later files to everybody: the folders around them let nobody else in.
  const open = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.parentPath === folder)
    .map(({ parentPath, name }) => join(parentPath, name))
    .concat(folder)
    .filter((path) => (statSync(path).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  child.kill('SIGTERM');
  await once(child, 'exit');
});
