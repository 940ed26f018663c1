import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { assert, checks } from './check.mjs';
import { folder } from './clients.mjs';

const root = new URL('../..', import.meta.url).pathname;
const PYTHON_CCXT = '4.5.84';
const INSTALL_MS = 180_000;

/** The examples of docs/bots.md in a language that need ccxt, with the address of this exchange. */
function examplesIn(language, origin) {
  const text = readFileSync(join(root, 'docs/bots.md'), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))]
    .map(([, block]) => block.replaceAll('http://127.0.0.1:8080', origin))
    .filter((block) => block.includes('ccxt'));
}

/** While it runs the clock goes on: connections that end meanwhile are seen to end. */
const run = promisify(execFile);
const succeeds = (command, args) =>
  run(command, args, { timeout: INSTALL_MS }).then(
    () => true,
    () => false,
  );

/** A Python that has ccxt; undefined where it cannot be installed. */
async function pythonWithCcxt() {
  const python = join(folder, 'python/bin/python');
  const has = () => succeeds(python, ['-c', 'import ccxt']);
  if (await has()) return python;
  if (!existsSync(python) && !(await succeeds('python3', ['-m', 'venv', join(folder, 'python')])))
    return undefined;
  await succeeds(python, ['-m', 'pip', 'install', '--disable-pip-version-check', `ccxt==${PYTHON_CCXT}`]);
  return (await has()) ? python : undefined;
}

/** Examples of docs/bots.md with ccxt run as they stand. */
export async function documented({ origin, ask }, { key, token }) {
  const check = checks('docs/bots.md');
  const env = { ...process.env, KEY: key.apiKey, SECRET: key.secret };
  const prove = async (command, args) => {
    const { stdout } = await run(command, args, { env });
    const [id] = stdout.trim().split(' ');
    const { order } = await ask('spot/order/detail', { id: Number(id) }, token);
    assert.equal(order.status, 'filled');
  };
  const [script] = examplesIn('js', origin);
  const file = join(folder, 'documented.mjs');
  await check('ccxt, in JavaScript', async () => {
    writeFileSync(file, script);
    await prove(process.execPath, [file]);
    rmSync(file);
  });
  const [program] = examplesIn('python', origin);
  const python = await pythonWithCcxt();
  if (!python) {
    console.log('  --  docs/bots.md: Python’s ccxt cannot be installed here, its example is not run');
    return;
  }
  await check('ccxt, in Python', () => prove(python, ['-c', program]));
}
