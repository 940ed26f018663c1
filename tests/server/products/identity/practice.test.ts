import { afterEach, beforeEach, expect, it } from 'vitest';
import { PRACTICE_REVIEW_MS } from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { IdentityWorld } from '../../../support/identity.ts';
import { openIdentity } from '../../../support/identity.ts';

withDatabase('the reviewer of practice', (db) => {
  let x: IdentityWorld;
  beforeEach(async () => {
    x = await openIdentity(db(), { isSimulated: true });
  });
  afterEach(async () => {
    await x.close();
    expect(x.logged).toEqual([]);
  });
  /** Lets time pass until the reviewer has looked. */
  async function pass(ms: number): Promise<void> {
    x.clock.jump(ms);
    await x.engine.check();
  }

  it('says what it is, how long it takes and what it rejects', async () => {
    expect((await x.state(await x.newUser())).simulated).toEqual({
      afterMs: PRACTICE_REVIEW_MS,
      samples: [
        { prefix: 'REJECT1', level: 1, field: 'number' },
        { prefix: 'REJECT2', level: 2, field: 'front' },
      ],
    });
  });
  it('approves after some seconds, and its decisions are marked', async () => {
    const user = await x.newUser();
    await x.basic(user);
    await pass(PRACTICE_REVIEW_MS - 1_000);
    expect(await x.user(user)).toMatchObject({ level: 0, identity: 'pending' });
    await pass(1_000);
    expect(await x.user(user)).toMatchObject({
      level: 1,
      identity: 'basic',
      verified_name: 'Ada Lovelace',
    });
    await x.advanced(user, await x.photos(user));
    await pass(PRACTICE_REVIEW_MS);
    expect(await x.user(user)).toMatchObject({ level: 2, identity: 'advanced' });
    const { basic, advanced } = await x.state(user);
    expect([basic?.isSimulated, advanced?.isSimulated]).toEqual([true, true]);
  });
  it('rejects the sample of level 1 once', async () => {
    const user = await x.newUser();
    await x.basic(user, `reject1-${user}`);
    await pass(PRACTICE_REVIEW_MS);
    expect((await x.state(user)).basic).toMatchObject({
      state: 'rejected',
      reasons: [{ field: 'number', reason: 'sample', note: '' }],
    });
    await x.basic(user, `reject1-${user}`);
    await pass(PRACTICE_REVIEW_MS);
    expect(await x.user(user)).toMatchObject({ level: 1, credit_score: 95 });
  });
  it('rejects a photo of the sample of level 2 once', async () => {
    const user = await x.newUser();
    await x.basic(user, `REJECT2-${user}`);
    await pass(PRACTICE_REVIEW_MS);
    const photos = await x.photos(user);
    await x.advanced(user, photos);
    await pass(PRACTICE_REVIEW_MS);
    const state = await x.state(user);
    expect(state).toMatchObject({ level: 1, advanced: { state: 'rejected' } });
    expect(state.photos.map(({ kind }) => kind).sort()).toEqual(['back', 'holding']);
    await x.advanced(user, { ...photos, front: await x.send(user, 'front') });
    await pass(PRACTICE_REVIEW_MS);
    expect((await x.state(user)).level).toBe(2);
  });
  it('rejects a number that certifies another account', async () => {
    const [first, second] = [await x.newUser(), await x.newUser()];
    await x.basic(first, 'SAME-1');
    await x.basic(second, 'SAME-1');
    await pass(PRACTICE_REVIEW_MS);
    // Both wait in one look: the database refuses the second one, which the next look rejects.
    expect(x.logged.splice(0)).toEqual([['identity', expect.objectContaining({ what: 'review' })]]);
    await x.engine.check();
    const found = [(await x.state(first)).basic, (await x.state(second)).basic];
    expect(found.map((each) => each?.state)).toEqual(['approved', 'rejected']);
    expect(found[1]?.reasons).toEqual([{ field: 'number', reason: 'taken', note: '' }]);
  });
  it('approves what was applied for under a key that is gone', async () => {
    const user = await x.newUser();
    await (await openIdentity(db(), { keys: [2], clock: x.clock })).basic(user, `REJECT1-${user}`);
    await pass(PRACTICE_REVIEW_MS);
    expect(await x.user(user)).toMatchObject({ level: 1 });
  });
});

it('takes seconds, not minutes', () => {
  expect(PRACTICE_REVIEW_MS).toBeLessThan(30_000);
});
