import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withDatabase } from '../../../support/databases.ts';
import type { IdentityWorld } from '../../../support/identity.ts';
import { openIdentity } from '../../../support/identity.ts';
import { runOps } from '../../../support/ops.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('an application', (db) => {
  let x: IdentityWorld;
  beforeEach(async () => {
    x = await openIdentity(db());
  });
  afterEach(() => x.close());
  /** Somebody of level 1. */
  async function certified(number?: string): Promise<number> {
    const user = await x.newUser();
    await x.basic(user, number);
    expect((await x.ops('approve', await x.pending(user))).ok).toBe(true);
    return user;
  }

  it('for level 1 waits for the operator, who certifies name and level', async () => {
    const user = await x.newUser();
    await x.basic(user, 'x 4711-0815', ' Ada  Lovelace');
    expect(await x.user(user)).toMatchObject({ level: 0, identity: 'pending', verified_name: null });
    expect((await x.state(user)).basic).toMatchObject({
      state: 'pending',
      name: 'Ada Lovelace',
      number: '•••• 815',
      decidedAt: null,
    });
    await x.clock.advance(3_600_000);
    expect(await x.user(user)).toMatchObject({ level: 0 });
    const id = await x.pending(user);
    expect((await x.ops('list')).lines.join('\n')).toContain(
      `level 1  pending  Ada Lovelace, number •••• 815`,
    );
    expect((await x.ops('show', id)).lines).toContain('number X47110815');
    expect(await x.ops('approve', id)).toMatchObject({ ok: true });
    expect(await x.user(user)).toEqual({
      level: 1,
      identity: 'basic',
      verified_name: 'Ada Lovelace',
      credit_score: 100,
    });
    expect((await x.state(user)).basic).toMatchObject({ state: 'approved', isSimulated: false });
    expect(await x.emitted(user)).toEqual([
      { id: Number(id), state: 'pending' },
      { id: Number(id), state: 'approved' },
    ]);
  });
  it('keeps the number unreadable', async () => {
    const user = await x.newUser();
    await x.basic(user, 'SECRET4711');
    const [row] = await db().query<{ all: string }>(
      'select a::text as all from identity_application a where user_id = $1',
      [user],
    );
    expect(row?.all).toContain('•••• 711');
    expect(row?.all).not.toContain('SECRET');
    expect(row?.all).not.toContain(Buffer.from('SECRET4711').toString('hex'));
  });
  it('is listed by its state, and by no other word', async () => {
    expect((await x.ops('list', 'approved')).ok).toBe(true);
    expect(await x.ops('list', "x' or 1=1")).toMatchObject({ ok: false });
  });
  it('that was sent twice is one', async () => {
    const user = await x.newUser();
    const sent = await Promise.allSettled(Array.from({ length: 10 }, () => x.basic(user)));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of sent) if (each.status === 'rejected') expect(each.reason.code).toBe('identityPending');
  });
  it('that was approved twenty times at once is approved once', async () => {
    const user = await x.newUser();
    await x.basic(user);
    const id = await x.pending(user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => x.ops('approve', id)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await x.emitted(user)).toHaveLength(2);
    expect((await x.ops('reject', id, 'name=mismatch')).ok).toBe(false);
    expect(await x.user(user)).toMatchObject({ level: 1, credit_score: 100 });
  });
  it('that was rejected says why by field, costs five points, and can be sent again', async () => {
    const user = await x.newUser();
    await x.basic(user);
    const id = await x.pending(user);
    expect((await x.ops('reject', id, 'name=mismatch: Ada  King', 'number=the last digit is cut')).ok).toBe(
      true,
    );
    expect((await x.state(user)).basic).toMatchObject({
      state: 'rejected',
      reasons: [
        { field: 'name', reason: 'mismatch', note: 'Ada King' },
        { field: 'number', reason: 'other', note: 'the last digit is cut' },
      ],
    });
    expect(await x.user(user)).toMatchObject({ level: 0, identity: 'none', credit_score: 95 });
    expect((await x.ops('approve', id)).ok).toBe(false);
    await x.basic(user);
    expect(await x.user(user)).toMatchObject({ identity: 'pending' });
  });
  it.each([
    [[]],
    [['front=unreadable']],
    [['name=']],
    [['name']],
    [['level=2']],
    [['name=other']],
    [[`name=${'x'.repeat(301)}`]],
  ])('is not rejected by %j', async (args) => {
    const user = await x.newUser();
    await x.basic(user);
    expect((await x.ops('reject', await x.pending(user), ...args)).ok).toBe(false);
    expect((await x.state(user)).basic?.state).toBe('pending');
  });
  it.each(['approve', 'reject', 'show'])('that is none cannot be %sd', async (command) => {
    for (const id of ['', '0', '999999', '-1', "1' or '1'='1", '1e3'])
      expect((await x.ops(command, id, 'name=mismatch')).ok).toBe(false);
  });
  it('certifies one account by one document', async () => {
    const first = await certified('X900-1');
    const second = await x.newUser();
    await x.basic(second, 'x9001');
    const id = await x.pending(second);
    const [row] = await db().query<{ uid: string }>('select uid from app_user where id = $1', [first]);
    expect((await x.ops('list')).lines.join('\n')).toContain(`THIS NUMBER CERTIFIES ${row?.uid}`);
    expect(await x.ops('approve', id)).toMatchObject({ ok: false });
    expect(await x.user(second)).toMatchObject({ level: 0, identity: 'pending' });
    expect((await x.ops('reject', id, 'number=taken')).ok).toBe(true);
    // The other account receives nothing.
    expect(await x.emitted(first)).toHaveLength(2);
  });
  it('certifies one account by one document, also once there is a new key', async () => {
    await certified('X900-2');
    await x.close();
    x = await openIdentity(db(), { keys: [2, 1] });
    const second = await x.newUser();
    await x.basic(second, 'x9002');
    const id = await x.pending(second);
    expect(await x.ops('approve', id)).toMatchObject({ ok: false });
    expect(await x.user(second)).toMatchObject({ level: 0, identity: 'pending' });
  });
  it('for level 2 comes after level 1', async () => {
    const user = await x.newUser();
    const id = 'A'.repeat(43);
    expect(await codeOf(x.advanced(user, { front: id, back: id, holding: id }))).toBe('identityBasicFirst');
    expect(await codeOf(x.send(user, 'front'))).toBe('identityBasicFirst');
    await x.basic(user);
    expect(await codeOf(x.send(user, 'front'))).toBe('identityPending');
  });
  it('for level 2 takes three photos, each as its own kind, and level 1 stays meanwhile', async () => {
    const user = await certified();
    const photos = await x.photos(user);
    const swapped = { ...photos, front: photos.back, back: photos.front };
    expect(await codeOf(x.advanced(user, swapped))).toBe('photoMissing');
    expect(await codeOf(x.advanced(user, { ...photos, back: 'A'.repeat(43) }))).toBe('photoMissing');
    await x.advanced(user, photos);
    expect(await x.user(user)).toMatchObject({ level: 1, identity: 'basic' });
    expect((await x.state(user)).advanced?.state).toBe('pending');
    expect(await codeOf(x.advanced(user, photos))).toBe('identityPending');
    expect((await x.ops('approve', await x.pending(user))).ok).toBe(true);
    expect(await x.user(user)).toMatchObject({
      level: 2,
      identity: 'advanced',
      verified_name: 'Ada Lovelace',
    });
    expect(await codeOf(x.basic(user))).toBe('identityDone');
    expect(await codeOf(x.send(user, 'front'))).toBe('identityDone');
  });
  it('takes nobody else’s photos', async () => {
    const [owner, thief] = [await certified(), await certified()];
    const photos = await x.photos(owner);
    expect(await codeOf(x.advanced(thief, photos))).toBe('photoMissing');
    expect((await x.state(owner)).photos).toHaveLength(3);
  });
  it('is fixed in the database', async () => {
    const user = await certified();
    for (const change of [
      "update identity_application set state = 'pending', decided_at = null, decided_by = null where user_id = $1",
      "update identity_application set name = 'Eve' where user_id = $1",
      'update identity_application set user_id = user_id + 1 where user_id = $1',
      'delete from identity_application where user_id = $1',
    ])
      await expect(db().query(change, [user])).rejects.toThrow(/is fixed/);
  });
  it('cannot be decided by hand as well, and a name seen by the operator counts without one', async () => {
    const user = await x.newUser();
    const [row] = await db().query<{ uid: string }>('select uid from app_user where id = $1', [user]);
    await x.basic(user);
    const verify = () => runOps(x.deps, 'users verify', [row?.uid ?? '', 'Ada', 'King']);
    expect((await verify()).lines.join()).toContain(`identity approve ${await x.pending(user)}`);
    await x.ops('reject', await x.pending(user), 'number=unreadable');
    expect((await verify()).ok).toBe(true);
    expect(await x.user(user)).toMatchObject({ level: 1, identity: 'basic', verified_name: 'Ada King' });
  });

  describe('that was decided', () => {
    it('and cannot be written keeps nobody else from being written to', async () => {
      const users = [await certified(), await certified()];
      const { messages } = x.deps;
      const { write } = messages;
      const [first] = await db().query<{ email: string }>('select email from app_user where id = $1', [
        users[0],
      ]);
      messages.write = async (tx, to, ...rest) => {
        if (to?.address === first?.email) throw new Error('no words');
        return write(tx, to, ...rest);
      };
      const written = () => x.mails.map(({ userId }) => userId).filter((id) => users.includes(id));
      await x.engine.check();
      expect(written()).toEqual([users[1]]);
      expect(x.logged).toMatchObject([['identity', { what: 'notice', error: 'Error: no words' }]]);
      messages.write = write;
      for (let i = 0; i < 2; i++) await x.engine.check();
      expect(written()).toEqual([users[1], users[0]]);
    });
    it('is written to its owner once', async () => {
      const [first, second] = [await certified(), await x.newUser()];
      await x.basic(second);
      await x.ops('reject', await x.pending(second), 'name=mismatch');
      const mine = () => x.mails.filter(({ userId }) => [first, second].includes(userId));
      for (let i = 0; i < 3; i++) await x.engine.check();
      expect(mine()).toEqual([
        { userId: first, key: 'identityApproved' },
        { userId: second, key: 'identityRejected' },
      ]);
    });
  });
});
