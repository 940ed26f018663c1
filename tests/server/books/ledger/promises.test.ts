import { expect, it } from 'vitest';
import type { Database, Queries } from '../../../../server/base/db/database.ts';
import { singleRow } from '../../../../server/base/db/database.ts';
import { addAssets, post } from '../../../../server/books/ledger/ledger.ts';
import { STORAGE_CHECKS, TEAM_CHECKS } from '../../../../server/books/ledger/promises.ts';
import { differencesOf } from '../../../../server/books/ledger/verify.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import { DAY, MORNING, openStorage } from '../../../support/storage.ts';

const CHECKS = [...STORAGE_CHECKS, ...TEAM_CHECKS].map((text) => ['storage', text] as const);

/** What the checks find in books that somebody changes behind their triggers; the change is taken back. */
async function foundAfter(db: Database, falsify: string): Promise<readonly string[]> {
  const found: string[] = [];
  const back = new Error('taken back');
  const work = async (tx: Queries) => {
    await tx.query("set local session_replication_role = 'replica'");
    await tx.query(falsify);
    for (const { where, found: is, expected } of await differencesOf(tx, CHECKS, []))
      found.push(
        `${where}: ${is}, should be ${expected}`.replace(/(\.\d*?)0+\b/g, '$1').replace(/\.(?=\D|$)/g, ''),
      );
    throw back;
  };
  await expect(db.transaction(work)).rejects.toBe(back);
  return found;
}

/** Two storage orders of 1,000 and 500, of which each was paid two days, and one of 2,000 that was revoked. */
async function openOrders(db: Database) {
  const world = await openStorage(db);
  const plan = await world.plan();
  const first = await world.open(0, plan, '1000');
  const second = await world.open(0, plan, '500');
  const revoked = await world.open(0, plan, '2000');
  await world.revoke(0, revoked.id);
  await world.to(MORNING + 3 * DAY);
  await world.close();
  const [user = 0] = world.users;
  return { plan, first: first.id, second: second.id, revoked: revoked.id, user };
}

// The checks are nothing but statements: what they find can only be seen in a database.
withDatabase('promises to users of storage plans', (db) => {
  it('agree with the books until one of either is changed, and then say where and by how much', async () => {
    const { plan, first, second, revoked, user } = await openOrders(db());
    expect(await foundAfter(db(), 'select 1')).toEqual([]);
    const cases: readonly (readonly [falsify: string, found: readonly string[]])[] = [
      [
        `update account set posted = posted - 1 where kind = 'escrow'`,
        [`escrow of ${user} in USDT: 1499, should be 1500`],
      ],
      [
        // Two orders of 30 days at 0.0003, of which two days were paid.
        `update account set held = held + 0.5 where kind = 'house_storage' and asset = 'USDT'`,
        ['interest promised in USDT: 13.1, should be 12.6'],
      ],
      [
        `update storage_plan set taken = taken + 7 where id = ${plan}`,
        [`plan ${plan}: 1507, should be 1500`],
      ],
      [
        // A day that was written down for the order, and that nobody was paid.
        `update storage_order set paid_days = 3, earned = 0.9, next_at = next_at + ${DAY} where id = ${first}`,
        [
          'interest promised in USDT: 12.6, should be 12.3',
          `storage order ${first}: 0.6 in 2 days, should be 0.9 in 3 days`,
        ],
      ],
      [
        `delete from storage_payout where order_id = ${second} and day = 2`,
        [
          `storage order ${second}: 0.15 in 1 days, should be 0.3 in 2 days`,
          `interest ${second}:2: 0.15, should be 0`,
        ],
      ],
      [
        `update storage_payout set amount = 0.31 where order_id = ${first} and day = 1`,
        [
          `storage order ${first}: 0.61 in 2 days, should be 0.6 in 2 days`,
          `interest ${first}:1: 0.3, should be 0.31`,
        ],
      ],
      [
        `update journal set code = 'transfer' where code = 'interest' and ref_id = '${first}:1'`,
        [`interest ${first}:1: 0, should be 0.3`],
      ],
      [
        `delete from journal where id = (select max(id) from journal where ref_id like '${revoked}:%')`,
        [`storage order ${revoked}: -2000, should be 0`],
      ],
      [
        `delete from journal where code = 'storage' and ref_id like '${second}:%'`,
        [`storage order ${second}: 0, should be -500`],
      ],
    ];
    for (const [falsify, found] of cases)
      expect([falsify, await foundAfter(db(), falsify)]).toEqual([falsify, found]);
  });
});

withDatabase('promises to users of a team', (db) => {
  it('agree with the books until a reward is more, less or another one’s', async () => {
    await addAssets(db(), ['USDT']);
    const inviter = await addUser(db());
    const member = await addUser(db(), inviter);
    await db().query(
      'insert into team_day (day, spot_to, futures_to, spot_done, futures_done) values (5, 0, 0, 0, 0)',
    );
    await db().query("insert into team_fee (day, member_id, asset, fee) values (5, $1, 'USDT', 10)", [
      member,
    ]);
    await db().query(
      `insert into team_reward (day, inviter_id, member_id, asset, level, amount, fee, at)
       values (5, $1, $2, 'USDT', 'direct', 2, 10, 1)`,
      [inviter, member],
    );
    const refId = `5:${inviter}:USDT`;
    await db().transaction((tx) =>
      post(tx, { code: 'reward', refType: 'team', refId }, 1, [
        { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '-2' },
        { account: { owner: inviter, kind: 'spot', asset: 'USDT' }, amount: '2' },
      ]),
    );
    expect(await foundAfter(db(), 'select 1')).toEqual([]);
    const account = singleRow(
      await db().query<{ id: number }>('select id from account where owner_id = $1', [inviter]),
    );
    const cases: readonly (readonly [falsify: string, found: readonly string[]])[] = [
      ['update team_reward set amount = 1, fee = 5', [`reward ${refId}: 2, should be 1`]],
      ["delete from journal where code = 'reward'", [`reward ${refId}: 0, should be 2`]],
      ['delete from team_reward', [`reward ${refId}: 2, should be 0`]],
      [
        `update account set owner_id = ${member} where id = ${account.id}`,
        [`reward ${refId}: 0, should be 2`, `reward ${refId}: 2, should be 0`],
      ],
      [
        'update team_fee set fee = 7.9',
        [`rewards for member ${member} on day 5 in USDT: 2, should be at most 1.975`],
      ],
    ];
    for (const [falsify, found] of cases)
      expect([falsify, (await foundAfter(db(), falsify)).toSorted()]).toEqual([falsify, found]);
    // A quarter of what was paid is the most, and allowed.
    expect(await foundAfter(db(), 'update team_fee set fee = 8')).toEqual([]);
  });
});
