import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../../../domain/contract/index.ts';
import { calls } from '../../../../domain/contract/index.ts';
import { settingsFrom } from '../../../../server/base/config.ts';
import { serviceInfoOf } from '../../../../server/products/content/service.ts';
import type { TestExchange } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let folder: string;
let exchange: TestExchange;

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};
const english = (more: string, body = '') =>
  `---\ntitle: Title\nsummary: Summary\npublished: 2026-01-01\n${more}---\n${body}`;
const german = (body = '') => `---\ntitle: Titel\nsummary: Kurz\n---\n${body}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'));
  await write('help/fees/en_us.md', english('category: trading\n', 'A taker pays {{spot.takerFee}}.'));
  await write('help/fees/de.md', german('Wer nimmt, zahlt {{spot.takerFee}}.'));
  await write('notices/new/en_us.md', english('pinned: true\n', 'News'));
  await write('documents/agreement/en_us.md', english('', 'We agree.'));
  await write('banners/plans/en_us.md', english('to: /lockMining\n'));
  await symlink('/etc', join(folder, 'documents/passwd'));
  await symlink('/etc/passwd', join(folder, 'documents/agreement/fr.md'));
  exchange = await openExchange({ CONTENT_DIR: folder, APP_DOWNLOAD_URL: 'https://apps.example/tidemark' });
});
afterAll(async () => {
  await exchange.close();
  await rm(folder, { recursive: true });
});

/** Asks, and holds the answer against the contract. */
async function requested(name: CallName, body: object = {}, locale = 'en_us') {
  const answer = await exchange.ask(name, body, { headers: { locale } });
  expect([answer.status, answer.code]).toEqual([200, 200]);
  expect(v.safeParse(calls[name].response, answer.data).success).toBe(true);
  return answer.data;
}

describe('what the exchange publishes', () => {
  it('is listed, with its text when wanted', async () => {
    const row = { id: 'fees', title: 'Title', summary: 'Summary', language: 'en_us', category: 'trading' };
    const { rows } = await requested('content.list', { kind: 'help' });
    expect(rows).toEqual([expect.objectContaining(row)]);
    expect(rows[0]).not.toHaveProperty('html');
    const whole = await requested('content.list', { kind: 'help', withText: true }, 'de');
    expect(whole.rows[0]).toMatchObject({
      title: 'Titel',
      language: 'de',
      html: '<p>Wer nimmt, zahlt 0,1\u00a0%.</p>',
    });
    expect((await requested('content.list', { kind: 'notices' })).rows[0]).toMatchObject({
      id: 'new',
      pinned: true,
    });
  });
  it('is told one by one, and by code', async () => {
    expect(await requested('content.detail', { kind: 'help', id: 'fees' })).toMatchObject({
      html: '<p>A taker pays 0.1%.</p>',
    });
    expect(await requested('content.byCode', { code: 'agreement' })).toMatchObject({
      html: '<p>We agree.</p>',
    });
  });
  it('is in English where it has not been translated; the default header means Chinese', async () => {
    for (const locale of ['zh', 'fr', 'xx'])
      expect(await requested('content.byCode', { code: 'agreement' }, locale)).toMatchObject({
        language: 'en_us',
      });
  });
  it('has banners', async () => {
    expect(await requested('common.loadBanner')).toEqual({
      banners: [
        { id: 'plans', title: 'Title', text: 'Summary', language: 'en_us', to: '/lockMining', picture: null },
      ],
    });
  });
  it('has the page config, by both methods', async () => {
    const config = { openH5AppDownload: true, downloadUrl: 'https://apps.example/tidemark' };
    expect(await requested('common.loadWapConfig')).toEqual(config);
    const path = `http://${exchange.base}/api${calls['common.loadWapConfig'].path}`;
    expect(((await (await fetch(path)).json()) as { data: unknown }).data).toEqual(config);
  });
  it('says where help and the app are', async () => {
    expect(await requested('tpaj.info')).toEqual({
      service: { state: 'unset', hours: null, email: null, url: null },
      explorers: [],
      download: { isOffered: true, url: 'https://apps.example/tidemark' },
    });
  });
  it.each<[name: CallName, body: object, status: number, code: string]>([
    ['content.detail', { kind: 'help', id: 'nothing' }, 404, 'notFound'],
    ['content.detail', { kind: 'help', id: 'agreement' }, 404, 'notFound'],
    ['content.detail', { kind: 'documents', id: 'agreement' }, 422, 'bodyInvalid'],
    ['content.detail', { kind: '__proto__', id: 'fees' }, 422, 'bodyInvalid'],
    ['content.detail', { kind: 'help', id: '__proto__' }, 422, 'bodyInvalid'],
    ['content.detail', { kind: 'help', id: 'constructor' }, 404, 'notFound'],
    ['content.detail', { kind: 'help', id: '../notices/new' }, 422, 'bodyInvalid'],
    ['content.detail', { kind: 'help', id: 7 }, 422, 'bodyInvalid'],
    ['content.detail', { kind: 'help', id: 'x'.repeat(61) }, 422, 'bodyInvalid'],
    ['content.byCode', { code: '../../../etc/passwd' }, 422, 'bodyInvalid'],
    ['content.byCode', { code: '..%2f..%2fetc' }, 422, 'bodyInvalid'],
    ['content.byCode', { code: 'passwd' }, 404, 'notFound'],
    ['content.byCode', {}, 422, 'bodyInvalid'],
    ['content.list', {}, 422, 'bodyInvalid'],
    ['content.list', { kind: 'banners' }, 422, 'bodyInvalid'],
    ['content.list', { kind: 'help', withText: 'yes' }, 422, 'bodyInvalid'],
  ])('%s refuses %j', async (name, body, status, code) => {
    const answer = await exchange.ask(name, body);
    expect([answer.status, answer.code]).toEqual([status, code]);
  });
  it('changes without a restart, and a broken file changes nothing', async () => {
    const title = async () => (await requested('content.detail', { kind: 'notices', id: 'new' })).title;
    await write('notices/new/en_us.md', english('pinned: true\n').replace('Title', 'Another title'));
    await expect.poll(title, { timeout: 15_000, interval: 500 }).toBe('Another title');
    await write('notices/new/en_us.md', '---\ntitle: [\n---\n');
    await write('notices/fresh/en_us.md', english(''));
    const ids = async () => (await requested('content.list', { kind: 'notices' })).rows.length;
    await expect.poll(ids, { timeout: 15_000, interval: 500 }).toBe(2);
    expect(await title()).toBe('Another title');
  });
  it('is taken from the folder alone', async () => {
    expect(await readFile('/etc/passwd', 'utf8')).toContain('root');
    expect((await requested('content.list', { kind: 'documents' }, 'fr')).rows).toHaveLength(1);
  });
});

describe('customer service', () => {
  const CHAIN = {
    CHAIN_RPC_URL: 'https://node.example',
    MARKET: 'binance',
    CHAIN_XPUB: `xpub${'1'.repeat(107)}`,
  };
  const info = (env: Record<string, string>, time = '12:00') =>
    serviceInfoOf(settingsFrom(env), Date.parse(`2026-11-21T${time}:00Z`));

  it.each([
    ['08:00-20:00', '07:59', 'closed'],
    ['08:00-20:00', '08:00', 'open'],
    ['08:00-20:00', '19:59', 'open'],
    ['08:00-20:00', '20:00', 'closed'],
    ['22:00-06:00', '23:00', 'open'],
    ['22:00-06:00', '05:59', 'open'],
    ['22:00-06:00', '06:00', 'closed'],
    ['00:00-00:00', '13:00', 'open'],
  ])('with hours %s is at %s %s', (hours, time, state) => {
    expect(info({ SUPPORT_HOURS: hours }, time).service.state).toBe(state);
  });
  it('promises no hours by itself', () => {
    expect(info({}).service).toEqual({ state: 'unset', hours: null, email: null, url: null });
  });
  it.each([
    ['SUPPORT_HOURS', '8-20'],
    ['SUPPORT_HOURS', '24:00-01:00'],
    ['SUPPORT_EMAIL', 'nobody'],
    ['SUPPORT_URL', 'javascript:alert(1)'],
    ['SUPPORT_URL', 'http://chat.example'],
    ['CHAIN_EXPLORER_URL', 'http://x.example'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => settingsFrom({ [name]: value })).toThrowError(new RegExp(`^${name} must be`));
  });
  it('names the explorer of a real chain, and none that it does not know', () => {
    expect(info(CHAIN).explorers).toEqual([
      {
        network: 'ethereum',
        address: 'https://etherscan.io/address/',
        transaction: 'https://etherscan.io/tx/',
      },
    ]);
    expect(info({ ...CHAIN, CHAIN_ID: '31337' }).explorers).toEqual([]);
    expect(
      info({ ...CHAIN, CHAIN_EXPLORER_URL: 'https://scan.example/' }).explorers.map(({ address }) => address),
    ).toEqual(['https://scan.example/address/']);
  });
});
