import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photoKinds } from '../../../../domain/index.ts';
import { post } from '../../../../server/books/ledger/ledger.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { runOps } from '../../../support/ops.ts';
import { picture } from '../../../support/service.ts';
import { TRON } from '../../../support/withdraw.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange({ IDENTITY_REVIEW: 'operator' });
}, 120_000);
afterAll(() => x.close());

let count = 0;
const ask = (user: User, name: Parameters<TestExchange['ask']>[0], body: object = {}) =>
  x.ask(name, body, { token: user.token, key: x.newKey() });
const basic = (user: User) =>
  ask(user, 'identity.basic', { name: 'Ada Lovelace', number: `N-${4_000 + (count += 1)}` });
const photo = (user: User, bytes: Uint8Array | string, kind = 'front', fileName = 'a.jpg') =>
  x.sendFile('identity.photo', bytes, { token: user.token, fields: { kind }, fileName });
/** What waits is decided by the operator. */
async function decide(user: User, command: string, ...args: string[]): Promise<void> {
  const [row] = await x.db.query<{ id: number }>(
    `select a.id from identity_application a join app_user u on u.id = a.user_id
     where u.uid = $1 and a.state = 'pending'`,
    [user.uid],
  );
  expect((await runOps(x.exchange.accounts, `identity ${command}`, [String(row?.id), ...args])).ok).toBe(
    true,
  );
}
async function certified(level: 1 | 2): Promise<User> {
  const user = await x.newUser();
  await basic(user);
  await decide(user, 'approve');
  if (level === 2) {
    await applyAdvanced(user);
    await decide(user, 'approve');
  }
  return user;
}
async function applyAdvanced(user: User) {
  const ids: Record<string, string> = {};
  for (const kind of photoKinds) ids[kind] = (await photo(user, await picture(), kind)).data.photo.id;
  return ask(user, 'identity.advanced', ids);
}

describe('identity', () => {
  it('goes from nothing to level 2, each step as it is told', async () => {
    const user = await x.newUser();
    expect((await ask(user, 'identity.state')).data).toEqual({
      level: 0,
      name: null,
      hasContact: true,
      basic: null,
      advanced: null,
      photos: [],
      limits: [
        { level: 0, fiatDay: '0', withdrawal: '2000' },
        { level: 1, fiatDay: '200', withdrawal: '10000' },
        { level: 2, fiatDay: '500', withdrawal: '1000000' },
      ],
      simulated: null,
    });
    const applied = await basic(user);
    expect(applied.data.basic).toMatchObject({
      state: 'pending',
      number: expect.stringMatching(/^•••• \d$/),
    });
    expect((await ask(user, 'account.profile')).data).toMatchObject({ identity: 'pending', level: 0 });
    expect((await basic(user)).code).toBe('identityPending');
    await decide(user, 'approve');
    expect((await ask(user, 'account.profile')).data).toMatchObject({ identity: 'basic', level: 1 });
    expect((await applyAdvanced(user)).data.advanced.state).toBe('pending');
    expect((await ask(user, 'account.profile')).data).toMatchObject({ identity: 'basic', level: 1 });
    await decide(user, 'reject', 'front=unreadable');
    const { data } = await ask(user, 'identity.state');
    expect(data).toMatchObject({ level: 1, advanced: { state: 'rejected' } });
    expect(data.photos.map(({ kind }: { kind: string }) => kind)).toEqual(['back', 'holding']);
    expect((await ask(user, 'account.profile')).data.creditScore).toBe(95);
    const front = (await photo(user, await picture(), 'front')).data.photo.id;
    const [back, holding] = data.photos.map(({ id }: { id: string }) => id);
    expect((await ask(user, 'identity.advanced', { front, back, holding })).code).toBe(200);
    await decide(user, 'approve');
    expect((await ask(user, 'account.profile')).data).toMatchObject({ identity: 'advanced', level: 2 });
  });
  it('is pushed, and says only that it has changed', async () => {
    const user = await x.newUser();
    const socket = await x.openSocket();
    const { data } = await ask(user, 'account.ticket');
    socket.say({ op: 'auth', id: 1, ticket: data.ticket });
    socket.say({ op: 'sub', id: 2, ch: ['me'] });
    await socket.receives(({ id }) => id === 2);
    await basic(user);
    await decide(user, 'approve');
    const received = await socket.receives(({ d }) => d?.type === 'identity' && d.body.state === 'approved');
    expect(received.d.body).toEqual({ id: expect.any(Number), state: 'approved' });
    expect(JSON.stringify(socket.received)).not.toContain('Lovelace');
    await socket.receives(({ d }) => d?.type === 'profile');
    socket.end();
  });
  it('is mailed', async () => {
    const user = await certified(1);
    await expect
      .poll(
        async () => {
          const { messages } = (await x.ask('dev.outbox')).data;
          return messages.find(
            ({ to, subject }: { to: string; subject: string }) =>
              to === user.email && /Identity/.test(subject),
          )?.text;
        },
        { timeout: 20_000 },
      )
      .toBe('Your identity is certified at level 1. The new limits apply now.');
  });
  it('cannot be given to oneself', async () => {
    const user = await x.newUser();
    const more = { level: 2, state: 'approved', decidedBy: 'operator', userId: 1 };
    expect((await ask(user, 'identity.basic', { name: 'Ada', number: 'N47110', ...more })).code).toBe(
      'bodyInvalid',
    );
    const id = 'A'.repeat(43);
    const photos = { front: id, back: id, holding: id };
    expect((await ask(user, 'identity.advanced', { ...photos, ...more })).code).toBe('bodyInvalid');
    expect((await ask(user, 'identity.advanced', photos)).code).toBe('identityBasicFirst');
    expect((await x.post('/api/xb/v1/identity/approve', { id: 1 }, { token: user.token })).code).toBe(
      'pathUnknown',
    );
    expect((await ask(user, 'account.profile')).data).toMatchObject({ identity: 'none', level: 0 });
  });
  it.each([
    ['', 'N47110', 'nameInvalid'],
    ['Ada\u0000', 'N47110', 'nameInvalid'],
    ['Ada', '<script>', 'idNumberInvalid'],
    ['Ada', '\ud800'.repeat(8), 'idNumberInvalid'],
    ['x'.repeat(301), 'N47110', 'bodyInvalid'],
  ])('of %j, %j is refused', async (name, number, code) => {
    const answer = await ask(await x.newUser(), 'identity.basic', { name, number });
    expect([answer.code, answer.status < 500]).toEqual([code, true]);
  });
  it('lets a user apply ten times a day', async () => {
    const y = await openExchange({ IDENTITY_REVIEW: 'operator' }, { limitFactor: 1 });
    const user = await y.newUser();
    const codes = [];
    for (let i = 0; i < 12; i++) {
      const body = { name: 'Ada Lovelace', number: 'N47110' };
      codes.push((await y.ask('identity.basic', body, { token: user.token })).code);
    }
    expect(codes).toEqual([200, ...Array(9).fill('identityPending'), 'tooManyRequests', 'tooManyRequests']);
    await y.close();
  }, 120_000);
});

describe('a photo', () => {
  let user: User;
  beforeAll(async () => {
    user = await certified(1);
  }, 60_000);
  const plain = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } });

  it('is taken as JPEG, PNG and WebP, whatever it is called, and shown to its owner', async () => {
    for (const bytes of [
      await plain().jpeg().toBuffer(),
      await plain().png().toBuffer(),
      await plain().webp().toBuffer(),
    ])
      expect((await photo(user, bytes, 'front', '../../x')).code).toBe(200);
    const { data } = await ask(user, 'identity.state');
    expect(data.photos).toHaveLength(1);
    const shown = await ask(user, 'identity.view', { id: data.photos[0].id });
    const { format, width } = await sharp(Buffer.from(shown.data.content, 'base64')).metadata();
    expect([format, width]).toEqual(['jpeg', 60]);
  });
  it('that is a script as well keeps only the picture, and nothing of where it was taken', async () => {
    const bytes = Buffer.concat([
      await plain()
        .jpeg()
        .withExif({ IFD0: { Copyright: 'secret place' } })
        .toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    const { data } = await photo(user, bytes, 'back', 'x.jpg.html');
    const shown = await ask(user, 'identity.view', { id: data.photo.id });
    const kept = Buffer.from(shown.data.content, 'base64');
    expect(kept.includes('script') || kept.includes('secret place')).toBe(false);
  });
  it.each([
    ['SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'uploadKind'],
    ['HTML', () => '<html><script>alert(1)</script></html>', 'uploadKind'],
    ['nothing', () => '', 'uploadEmpty'],
    ['a broken JPEG', () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'uploadKind'],
    ['20 MB', () => new Uint8Array(20 * 1024 * 1024), 'uploadTooLarge'],
    [
      'a bomb of 100 megapixels',
      () =>
        sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      'uploadPixels',
    ],
  ])('of %s is refused', async (_, make, code) => {
    const before = (await ask(user, 'identity.state')).data.photos.length;
    const answer = await photo(user, await make(), 'holding', 'passport.jpg');
    expect([answer.code, answer.status < 500]).toEqual([code, true]);
    expect((await ask(user, 'identity.state')).data.photos).toHaveLength(before);
  });
  it.each(['selfie', '', '__proto__', "front'; drop table x"])('of the kind %j is refused', async (kind) => {
    expect((await photo(user, await picture(), kind)).code).toBe('bodyInvalid');
  });
  it('needs its kind, and takes no other field', async () => {
    const send = async (fields: Record<string, string>) =>
      (await x.sendFile('identity.photo', await picture(), { token: user.token, fields })).code;
    expect(await send({})).toBe('bodyInvalid');
    expect(await send({ kind: 'front', userId: '1' })).toBe('bodyInvalid');
  });
  it('is no upload that a ticket or a notice could show', async () => {
    const { data } = await photo(user, await picture());
    const draft = { key: x.newKey(), title: 'A', content: 'B', pictures: [data.photo.id] };
    expect((await ask(user, 'support.add', draft)).code).toBe('ticketPicture');
    const notice = { chain: 'tron', amount: '100', voucher: data.photo.id };
    expect((await ask(user, 'deposit.notify', notice)).code).toBe('voucherMissing');
  });
  it('under another key is told as such, and is no fault of ours', async () => {
    const { data } = await photo(user, await picture());
    const { id } = data.photo;
    await x.db.query(
      'update identity_photo set content = set_byte(content, 1, get_byte(content, 1) # 1) where id = $1',
      [id],
    );
    const answer = await ask(user, 'identity.view', { id });
    expect([answer.status, answer.code]).toEqual([409, 'photoSealed']);
    await x.db.query("update identity_photo set content = '' where id = $1", [id]);
    expect((await ask(user, 'identity.view', { id })).code).toBe('photoSealed');
  });
});

describe('limits', () => {
  const send = (user: User, amount: string) =>
    ask(user, 'withdraw.send', { currency: 'USDT', chain: 'tron', address: TRON, amount, proof: 'none' });
  /** Play money for large amounts. */
  async function enrich(user: User): Promise<void> {
    const [row] = await x.db.query<{ id: number }>('select id from app_user where uid = $1', [user.uid]);
    const cause = { code: 'playGrant', refType: 'test', refId: user.uid } as const;
    await x.db.transaction((tx) =>
      post(tx, cause, 1, [
        { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '-2000000' },
        { account: { owner: row?.id ?? 0, kind: 'spot', asset: 'USDT' }, amount: '2000000' },
      ]),
    );
  }
  it.each([
    [1, '10000', '10000.01'],
    [2, '1000000', '1000000.01'],
  ] as const)('of level %i let %s USDT leave in one withdrawal, and %s not', async (level, most, more) => {
    const user = await certified(level);
    await enrich(user);
    expect((await send(user, more)).code).toBe(level === 1 ? 'withdrawLevelLimit' : 'withdrawTooLarge');
    // All that is missing is the proof.
    expect(['proofInvalid', 'fundPasswordMissing']).toContain((await send(user, most)).code);
    expect((await ask(user, 'withdraw.infos')).data).toMatchObject({
      level,
      bank: { day: { most: level === 1 ? '200' : '500' }, verifiedName: 'Ada Lovelace' },
    });
  });
  it('open bank cards in the certified name alone', async () => {
    const card = { bank: 'Analytical Bank', branch: 'London', code: 'ANBKGB2L', number: '4242424242424242' };
    const nobody = await x.newUser();
    expect((await ask(nobody, 'withdraw.addCard', { ...card, holder: 'Ada Lovelace' })).code).toBe(
      'identityNeeded',
    );
    const user = await certified(1);
    expect((await ask(user, 'withdraw.addCard', { ...card, holder: 'Eve Lovelace' })).code).toBe(
      'holderDiffers',
    );
    expect((await ask(user, 'withdraw.addCard', { ...card, holder: 'Ada Lovelace' })).code).toBe(200);
  });
});
