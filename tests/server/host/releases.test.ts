import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { extract } from 'tar';
import { afterAll, describe, expect, it } from 'vitest';
import { settingsFrom } from '../../../server/base/config.ts';
import { countLedger, verifyLedger } from '../../../server/books/ledger/verify.ts';
import { startExchange } from '../../../server/host/exchange.ts';
import { clientOf } from '../../support/exchange.ts';

const RELEASES = 'tests/releases';
const versions = readdirSync(RELEASES)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace(/\.json$/, ''));

interface ReleaseFacts {
  readonly email: string;
  readonly password: string;
  readonly order: number;
  readonly market: string;
  readonly sha256: string;
}
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** The data folder of a release, as its exchange left it. */
async function unpacked(version: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tm-release-'));
  made.push(folder);
  const file = join(folder, 'data.tar');
  writeFileSync(file, brotliDecompressSync(readFileSync(join(RELEASES, `${version}.tar.br`))));
  await extract({ file, cwd: folder });
  return join(folder, 'data');
}

describe('data of released versions', () => {
  it('is kept of each', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(versions).toContain(version);
  });

  it.each(versions)('of %s opens, its books prove, and its users go on', async (version) => {
    const kept = JSON.parse(readFileSync(join(RELEASES, `${version}.json`), 'utf8')) as ReleaseFacts;
    const packed = readFileSync(join(RELEASES, `${version}.tar.br`));
    // A kept folder is never made again: it would not be that release's any more.
    expect(createHash('sha256').update(packed).digest('hex')).toBe(kept.sha256);
    const settings = settingsFrom({
      ...{ PORT: '0', DATA_DIR: await unpacked(version), SYMBOLS: '40', SEED: '5', LOG_LEVEL: 'silent' },
    });
    const exchange = await startExchange(settings, process.cwd());
    try {
      const { db } = exchange.accounts;
      expect((await countLedger(db)).entries).toBeGreaterThan(5);
      expect(await verifyLedger(db)).toEqual([]);
      const x = clientOf(`127.0.0.1:${exchange.port}`);
      const { data } = await x.logIn(kept);
      const { token } = data;
      const { code, data: state } = await x.ask('perpetual.state', {}, { token });
      expect([code, state.positions.length]).toEqual([200, 1]);
      const stored = await x.ask('storage.list', {}, { token });
      expect([stored.code, stored.data.rows.length]).toEqual([200, 1]);
      // An order of then ends now, and gives back what it held.
      const ended = await x.ask('spot.cancel', { id: kept.order }, { token, key: x.newKey() });
      expect([ended.code, ended.data.order.status]).toEqual([200, 'cancelled']);
      const bought = { market: kept.market, side: 'buy', type: 'market', quantity: '0.01' };
      expect((await x.ask('spot.place', bought, { token, key: x.newKey() })).code).toBe(200);
      expect(await verifyLedger(db)).toEqual([]);
    } finally {
      await exchange.close();
    }
  });
});
