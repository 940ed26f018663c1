import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, calls } from '../../../../domain/contract/index.ts';
import { askOps, opsAddress } from '../../../../server/host/net/opsSocket.ts';
import type { TestExchange } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

describe('messages', () => {
  it('go out by SMTP and by the gateway, with their retries, and leave nothing in the practice outbox', async () => {
    const mails: string[] = [];
    let refusals = 1;
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo: (_, __, done) => done(refusals-- > 0 ? new Error('try again') : null),
      onData(stream, _, done) {
        let text = '';
        stream.on('data', (part) => {
          text += part;
        });
        stream.on('end', () => {
          mails.push(text);
          done();
        });
      },
    });
    const texts: { to: string; text: string }[] = [];
    const gateway = createServer((request, answer) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        texts.push(JSON.parse(body));
        answer.end();
      });
    });
    smtp.listen(0, '127.0.0.1');
    gateway.listen(0, '127.0.0.1');
    await Promise.all([once(smtp.server, 'listening'), once(gateway, 'listening')]);
    const port = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
    const x = await openExchange({
      SMTP_URL: `smtp://127.0.0.1:${port(smtp.server)}`,
      SMS_URL: `http://127.0.0.1:${port(gateway)}/send`,
    });
    try {
      const token = await x.temporary();
      const mail = await x.ask(
        'common.sendEmail',
        { email: 'real@people.example', purpose: 'register' },
        { token },
      );
      expect(mail.data.isLocal).toBe(false);
      await x.ask('common.sendSms', { phone: '+14155550171', purpose: 'register' }, { token });
      await expect.poll(() => [mails.length, texts.length], { timeout: 15_000 }).toEqual([1, 1]);
      expect(mails[0]).toMatch(/To: real@people\.example/);
      expect(mails[0]).toMatch(/Subject: Your Tidemark code: \d{6}/);
      expect(texts[0]).toMatchObject({ to: '+14155550171', text: expect.stringMatching(/^\d{6} is your/) });
      expect((await x.ask('dev.outbox')).data.messages).toEqual([]);
      await expect
        .poll(() => x.db.query("select state from message where state <> 'sent'"), { timeout: 5_000 })
        .toEqual([]);
    } finally {
      await x.close();
      smtp.close();
      gateway.close();
    }
  });
});

describe('an upload', () => {
  let x: TestExchange;
  beforeAll(async () => {
    x = await openExchange();
  });
  afterAll(() => x.close());

  const path = API_BASE + calls['common.upload'].path;
  async function send(bytes: Uint8Array | string, name = 'a.jpg', type = 'image/jpeg', token?: string) {
    const form = new FormData();
    form.append('file', new Blob([bytes as BlobPart], { type }), name);
    const authorization = token ?? (await x.temporary());
    const answer = await fetch(`http://${x.base}${path}`, {
      method: 'POST',
      body: form,
      headers: { authorization },
    });
    return { status: answer.status, ...((await answer.json()) as { code: unknown; data: { id: string } }) };
  }
  const photo = (width = 60, height = 40) =>
    sharp({ create: { width, height, channels: 3, background: '#336699' } });

  it('of a picture is kept re-encoded, upright and without a word about where it was taken', async () => {
    const bytes = await photo()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { status, data } = await send(bytes);
    expect(status).toBe(200);
    expect(data).toMatchObject({ width: 40, height: 60 });
    const [row] = await x.db.query<{ content: Uint8Array }>('select content from upload where id = $1', [
      data.id,
    ]);
    const kept = await sharp(row?.content).metadata();
    expect([kept.format, kept.exif, kept.orientation]).toEqual(['jpeg', undefined, undefined]);
  });
  it.each([
    ['PNG', () => photo().png().toBuffer()],
    ['WebP', () => photo().webp().toBuffer()],
  ])('of a %s is taken, whatever it is called', async (_, make) => {
    expect((await send(await make(), '../../app.js', 'text/javascript')).status).toBe(200);
  });
  it('is kept for whoever sent it', async () => {
    const user = await x.newUser();
    const { data } = await send(await photo().png().toBuffer(), 'a.png', 'image/png', user.token);
    const [row] = await x.db.query<{ uid: string }>(
      'select u.uid from upload p join app_user u on u.id = p.user_id where p.id = $1',
      [data.id],
    );
    expect(row?.uid).toBe(user.uid);
  });
  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'uploadKind'],
    ['HTML', '<html><script>alert(1)</script></html>', 'uploadKind'],
    ['nothing', '', 'uploadEmpty'],
    ['a broken JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'uploadKind'],
    ['too many bytes', new Uint8Array(8 * 1024 * 1024 + 1), 'uploadTooLarge'],
    ['far too many bytes', new Uint8Array(20 * 1024 * 1024), 'uploadTooLarge'],
  ])('of %s is refused', async (_, bytes, code) => {
    const answer = await send(bytes);
    expect([answer.code, answer.status < 500]).toEqual([code, true]);
  });
  it('of more pixels than anybody needs is refused before they are decoded', async () => {
    const bomb = await photo(7_000, 7_000).png({ compressionLevel: 9 }).toBuffer();
    expect((await send(bomb)).code).toBe('uploadPixels');
  });
  it('of no form, or by nobody, is refused', async () => {
    const token = await x.temporary();
    expect((await x.post(path, '{}', { token })).status).toBe(415);
    const answer = await fetch(`http://${x.base}${path}`, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: token },
    });
    expect(answer.status).toBe(400);
    expect((await send('x', 'a', 'b', 'nonsense')).code).toBe('temporaryTokenInvalid');
  });
});

describe('the operator', () => {
  let x: TestExchange;
  let ask: (name: string, ...args: string[]) => ReturnType<typeof askOps>;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-ops-'));
    x = await openExchange({ DATA_DIR: folder });
    ask = (name, ...args) => askOps(opsAddress(folder), { who: 'ann@test', why: 'tried' }, name, args);
  });
  afterAll(() => x.close());

  it('finds, freezes and frees users on a running exchange', async () => {
    const user = await x.newUser();
    expect((await ask('users find', user.email.slice(0, 8))).lines.join('\n')).toContain(user.uid);
    expect((await ask('users freeze', user.uid)).ok).toBe(true);
    expect((await x.ask('account.profile', {}, { token: user.token })).code).toBe(401);
    expect((await x.logIn(user)).code).toBe('accountFrozen');
    expect((await x.logIn({ ...user, password: 'wrong123x' })).code).toBe('loginRefused');
    expect((await ask('users unfreeze', user.email)).ok).toBe(true);
    expect((await x.logIn(user)).code).toBe(200);
  });
  it('is written down with who and why, whatever became of it, and nobody changes that', async () => {
    const user = await x.newUser();
    await ask('users freeze', user.uid);
    await ask('users freeze', 'nobody');
    const { lines } = await ask('acts list', '2');
    expect(lines).toEqual([
      expect.stringMatching(`ann@test  users freeze ${user.uid}  done  [(]tried[)]$`),
      expect.stringMatching('ann@test  users freeze nobody  refused'),
    ]);
    for (const text of [
      "update ops_act set who = 'x'",
      'delete from ops_act_end',
      'truncate ops_act cascade',
      'update ops_act_end set ok = true',
    ])
      await expect(x.db.query(text)).rejects.toThrow();
    await ask('users unfreeze', user.uid);
    // What the outbox holds is for its users: that it was looked at is kept, what was seen is not.
    expect((await ask('outbox show', '1')).lines.join('')).toContain('@');
    expect(
      (
        await x.db.query<{ answer: string }>('select answer from ops_act_end order by act_id desc limit 1')
      )[0],
    ).toEqual({ answer: '' });
  });
  it('ends sessions, shows messages and proves the books', async () => {
    const user = await x.newUser();
    expect((await ask('sessions end', user.uid)).lines).toEqual([`1 sessions of ${user.uid} ended.`]);
    expect((await ask('outbox show', '3')).lines.join()).toContain('kept');
    expect((await ask('ledger verify')).lines[0]).toMatch(/^The books agree: \d+ accounts/);
    await x.db.query('alter table account disable trigger all');
    await x.db.query("update account set posted = posted + 1 where kind = 'spot' and asset = 'BTC'");
    const { ok, lines } = await ask('ledger verify');
    expect(ok).toBe(false);
    expect(lines.join('\n')).toMatch(/posted: account \d+ is .* should be 0\.1/);
  });
  it.each(['users drop', '__proto__', 'constructor', ''])('has no command %j', async (name) => {
    expect((await ask(name)).ok).toBe(false);
  });
  it('takes a part of a name as a text, and not as a pattern or a statement', async () => {
    expect((await ask('users find', '%')).ok).toBe(false);
    expect((await ask('users find', "'; drop table app_user; --")).ok).toBe(false);
    expect((await ask('users freeze', '%')).ok).toBe(false);
    const { token, email, uid } = await x.newUser();
    // `_` matches any character in a pattern, and is one of an address.
    expect((await ask('users freeze', email.replace('@', '_'))).ok).toBe(false);
    expect((await ask('users freeze', `${uid.slice(0, -1)}_`)).ok).toBe(false);
    expect((await x.ask('account.profile', {}, { token })).code).toBe(200);
  });
});
