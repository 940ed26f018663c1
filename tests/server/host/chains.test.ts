import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettingError, settingsFrom } from '../../../server/base/config.ts';
import type { Database } from '../../../server/base/db/database.ts';
import { addAssets, post } from '../../../server/books/ledger/ledger.ts';
import { openChains } from '../../../server/host/chains.ts';
import { addUser, ownDatabase } from '../../support/databases.ts';

/** The account of the mnemonic that every EVM test node has. */
const XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const chain = { CHAIN_RPC_URL: 'http://127.0.0.1:1', CHAIN_XPUB: XPUB, MARKET: 'binance' };

describe('settings of a real chain', () => {
  it('are none without a node; with one, USDT on Ethereum', () => {
    expect(settingsFrom({ CHAIN_ID: '5' }).chain).toBeUndefined();
    expect(settingsFrom(chain).chain).toMatchObject({
      chainId: 1,
      token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      decimals: 6,
      confirmations: 3,
      blockMs: 12_000,
    });
  });

  it.each([
    ['CHAIN_RPC_URL', 'ftp://node'],
    ['CHAIN_XPUB', ''],
    ['CHAIN_XPUB', 'xprv9s21ZrQH143K'],
    ['CHAIN_TOKEN', '0x12'],
    ['CHAIN_ID', '0'],
    ['CHAIN_TOKEN_DECIMALS', '31'],
    ['CHAIN_CONFIRMATIONS', '2'],
    ['CHAIN_BLOCK_SECONDS', '0'],
  ])('refuse %s=%s in one line that names it', (name, value) => {
    const wrong = () => settingsFrom({ ...chain, [name]: value });
    expect(wrong).toThrowError(SettingError);
    expect(wrong).toThrowError(new RegExp(`^${name} must be`));
  });
});

describe('networks', () => {
  let db: Database;
  beforeAll(async () => {
    db = await ownDatabase();
    await addAssets(db, ['USDT']);
  }, 60_000);
  afterAll(() => db.close());

  it('are simulated ones without a node, and the one of the node with it', async () => {
    const simulated = await openChains(settingsFrom({}), db);
    expect(simulated.map(({ watch }) => watch)).toEqual(['simulated:tron', 'simulated:ethereum']);
    const real = await openChains(settingsFrom(chain), db);
    expect(real.map(({ watch }) => watch)).toEqual(['evm:1:0xdAC17F958D2ee523a2206206994597C13D831ec7']);
  });

  it('refuse a key that has the form and a slip in it', async () => {
    const slip = `${XPUB.slice(0, -1)}2`;
    await expect(openChains(settingsFrom({ ...chain, CHAIN_XPUB: slip }), db)).rejects.toThrowError(
      SettingError,
    );
  });

  it('never share a database of play money with a real chain, in either direction', async () => {
    await db.query(`insert into chain_watch (watch) values ('evm:1:0x')`);
    await expect(openChains(settingsFrom({}), db)).rejects.toThrowError(/real chain/);
    await db.query('delete from chain_watch');
    const owner = await addUser(db);
    await db.transaction((tx) =>
      post(tx, { code: 'playGrant', refType: 'play', refId: 'x' }, 1, [
        { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '-1' },
        { account: { owner, kind: 'spot', asset: 'USDT' }, amount: '1' },
      ]),
    );
    await expect(openChains(settingsFrom(chain), db)).rejects.toThrowError(/play money/);
    expect(await openChains(settingsFrom({}), db)).toHaveLength(2);
  });
});
