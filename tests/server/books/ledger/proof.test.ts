import { expect, it } from 'vitest';
import { addAssets, post } from '../../../../server/books/ledger/ledger.ts';
import { BookProof, lastProof, PROOF_MS, proveAll } from '../../../../server/books/ledger/proof.ts';
import { changeVenueState, venueStateOf } from '../../../../server/books/venue/state.ts';
import { addUser, withEachDatabase } from '../../../support/databases.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 23, 12);

withEachDatabase('the proof that the exchange makes of its books', (db) => {
  it('finds what has changed within a minute, all else in the night, and pauses withdrawals until the books agree', async () => {
    const clock = new FakeClock(NOON);
    const logged: unknown[] = [];
    const deps = {
      ...{ db: db(), clock, published: () => undefined },
      log: (event: string, detail: unknown) => logged.push([event, detail]),
    };
    const proof = new BookProof(deps);
    const [ada, bob] = [await addUser(db()), await addUser(db())];
    let causes = 0;
    const grant = (owner: number) =>
      db().transaction(async (tx) => {
        await addAssets(tx, ['USDT']);
        await post(tx, { code: 'playGrant', refType: 'proof', refId: `${++causes}` }, clock.now(), [
          { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '-10' },
          { account: { owner, kind: 'spot', asset: 'USDT' }, amount: '10' },
        ]);
      });
    const falsify = (owner: number, by: number) =>
      db().query('update account set posted = posted + $2::numeric where owner_id = $1', [owner, by]);
    const minute = async () => {
      await clock.advance(PROOF_MS);
      await proof.check();
      return {
        differences: (await lastProof(db()))?.differences,
        state: await venueStateOf(db(), 'withdrawals'),
      };
    };
    const well = { differences: 0, state: 'open' };

    await grant(ada);
    await grant(bob);
    expect(await minute()).toEqual(well);
    await grant(ada);
    expect(await minute()).toEqual(well);
    // Bob's account is not touched: only the night looks at it.
    await falsify(bob, 1);
    expect(await minute()).toEqual(well);
    await falsify(bob, -1);

    await grant(ada);
    await falsify(ada, 1);
    expect(await minute()).toEqual({ differences: 1, state: 'paused' });
    expect(logged).toMatchObject([
      ['books', { differences: 1, first: [{ what: 'posted', found: '31.000000000000000000' }] }],
    ]);
    // It is found once more while it is among the newest, and stays found after that.
    for (const _ of [1, 2, 3]) expect(await minute()).toEqual({ differences: 1, state: 'paused' });
    await falsify(ada, -1);
    expect(await minute()).toEqual({ differences: 1, state: 'paused' });
    expect(await proveAll(deps)).toEqual([]);
    expect(await minute()).toEqual({ differences: 0, state: 'paused' });
    const reopened = db().transaction((tx) =>
      changeVenueState({ tx, at: clock.now() }, 'withdrawals', { state: 'open', why: 'they agree' }),
    );
    expect(await reopened).toBe(true);
    expect(await minute()).toEqual(well);

    await falsify(bob, 1);
    await clock.advance(DAY);
    expect((await minute()).state).toBe('paused');
    await falsify(bob, -1);
    await proof.close();
  });

  it('looks at everything again once a clock that had run ahead is right: no night is left out until then', async () => {
    const clock = new FakeClock(NOON + 30 * DAY);
    const deps = { db: db(), clock, published: () => undefined };
    const proof = new BookProof({ ...deps, log: () => undefined });
    const cleo = await addUser(db());
    await db().transaction(async (tx) => {
      await addAssets(tx, ['USDT']);
      await post(tx, { code: 'playGrant', refType: 'proof', refId: 'ahead' }, clock.now(), [
        { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '-10' },
        { account: { owner: cleo, kind: 'spot', asset: 'USDT' }, amount: '10' },
      ]);
    });
    await proveAll(deps);
    clock.jump(-25 * DAY);
    await proof.check();
    expect((await lastProof(db()))?.whole_at).toBe(clock.now());
    await proof.close();
  });
});
