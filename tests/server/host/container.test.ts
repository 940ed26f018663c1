import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'container-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the image's last stage takes from the build, as the Dockerfile says it. */
function copied(): readonly (readonly [from: string, to: string])[] {
  const [, last = ''] = readFileSync('Dockerfile', 'utf8').split(/\nFROM /);
  return [...last.matchAll(/^COPY --from=build (.+) (\S+)$/gm)].flatMap(([, froms = '', to = '']) =>
    froms.split(' ').map((from): [string, string] => {
      const path = from.replace('/app/', '');
      return [path, to.endsWith('/') ? join(to, basename(path)) : to];
    }),
  );
}

it('npm run ops runs in what the image holds', async () => {
  for (const [from, to] of copied()) {
    if (from === 'dist' || from === 'node_modules') continue;
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(from, join(folder, to), { recursive: true });
  }
  mkdirSync(join(folder, 'dist/server'), { recursive: true });
  writeFileSync(join(folder, 'dist/server/ops.js'), 'console.log(process.argv.slice(2).join())');
  const run = promisify(execFile)('npm', ['run', '--silent', 'ops', '--', 'ledger', 'verify'], {
    cwd: folder,
  });
  expect((await run).stdout.trim()).toBe('ledger,verify');
}, 60_000);
