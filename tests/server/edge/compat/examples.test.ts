import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newApiKey } from '../../../support/compat.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

const run = promisify(execFile);
const has = (...args: string[]): boolean => spawnSync('python3', args).status === 0;

let x: TestExchange;
let user: User;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  x = await openExchange();
  user = await x.newUser();
  const { apiKey: KEY, secret: SECRET = '' } = await newApiKey(x, user);
  env = { ...process.env, KEY, SECRET, TOKEN: user.token };
}, 60_000);
afterAll(() => x.close());

/** The examples in a language, with the addresses of this exchange. */
async function examplesIn(language: string): Promise<string[]> {
  const text = await readFile('docs/bots.md', 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))];
  return blocks.map(([, block = '']) => block.replaceAll('127.0.0.1:8080', x.base));
}
const needsCcxt = (block: string): boolean => block.includes('ccxt');
/** The only one of a language that needs ccxt, or that does not. */
async function exampleIn(language: string, isCcxt: boolean): Promise<string> {
  const found = (await examplesIn(language)).filter((block) => needsCcxt(block) === isCcxt);
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}
/** An example has bought, and has said at which price in all, as the exchange booked it. */
async function expectBought(command: string, args: readonly string[]): Promise<void> {
  const { stdout } = await run(command, args, { env });
  const [id, status, total] = stdout.trim().split(' ');
  const { order } = (await x.ask('spot.order', { id: Number(id) }, user)).data;
  expect(order.status).toBe('filled');
  if (total !== undefined) expect([status, total]).toEqual(['FILLED', order.filledTotal]);
}

describe('the examples of docs/bots.md', () => {
  it('with curl are answered as they stand', async () => {
    const [account, own] = await Promise.all(
      (await examplesIn('sh')).map((block) => run('sh', ['-e', '-c', block], { env })),
    );
    expect(JSON.parse(account?.stdout ?? '')).toMatchObject({ accountType: 'SPOT', canTrade: true });
    const [bars, placed] = (own?.stdout ?? '').split(/(?<=\})(?=\{)/).map((text) => JSON.parse(text));
    expect(bars).toMatchObject({ code: 200, data: { candles: { length: 3 } } });
    expect(placed).toMatchObject({ code: 200, data: { order: { status: 'filled' } } });
  }, 30_000);

  it('in JavaScript trade as they stand', async () => {
    await expectBought(process.execPath, ['--input-type=module', '-e', await exampleIn('js', false)]);
  }, 30_000);

  it.skipIf(!has('--version'))(
    'in Python trade as they stand',
    async () => {
      await expectBought('python3', ['-c', await exampleIn('python', false)]);
    },
    30_000,
  );

  it.skipIf(!has('--version'))(
    'in Python with ccxt can be read, and trade where Python has it',
    async () => {
      const program = await exampleIn('python', true);
      await run('python3', ['-c', 'import ast, sys; ast.parse(sys.argv[1])', program]);
      if (has('-c', 'import ccxt')) await expectBought('python3', ['-c', program]);
    },
    60_000,
  );
});
