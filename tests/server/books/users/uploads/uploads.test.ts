import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_BASE, calls } from '../../../../../domain/contract/index.ts';
import { settingsFrom } from '../../../../../server/base/config.ts';
import { newToken } from '../../../../../server/base/secrets.ts';
import { ownUpload } from '../../../../../server/books/users/storeUpload.ts';
import { createS3Store } from '../../../../../server/books/users/uploads/s3.ts';
import { createFolderStore } from '../../../../../server/host/files/uploadFolder.ts';
import type { TestExchange } from '../../../../support/exchange.ts';
import { openExchange } from '../../../../support/exchange.ts';
import { openS3 } from '../../../../support/s3.ts';
import { codeOf } from '../../../../support/spot.ts';

const KEY_ID = 'TESTKEYID';
const SECRET = 'a-secret-of-a-test';
const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text));

describe('a bucket', () => {
  let s3: Awaited<ReturnType<typeof openS3>>;
  beforeEach(async () => {
    s3 = await openS3(KEY_ID, SECRET);
  });
  afterEach(() => s3.close());
  const storeOf = (secret = SECRET, endpoint = s3.endpoint) =>
    createS3Store(
      { endpoint, bucket: 'pictures', region: 'eu-central-1', keyId: KEY_ID, secret },
      (request) => fetch(request),
    );

  it('keeps what is signed, body and all, under its random name', async () => {
    const id = newToken();
    await storeOf().put(id, bytes('a picture'));
    expect([...s3.objects.keys()]).toEqual([`/pictures/${id}.jpg`]);
    expect(Buffer.from(await storeOf().get(id)).toString()).toBe('a picture');
    expect(s3.refused).toEqual([]);
  });
  it('with an address that ends in a slash is the same bucket', async () => {
    const id = newToken();
    await storeOf(SECRET, `${s3.endpoint}/`).put(id, bytes('a picture'));
    expect(s3.objects.has(`/pictures/${id}.jpg`)).toBe(true);
  });
  it('that refuses the signature is not there for now', async () => {
    expect(await codeOf(storeOf('another-secret').put(newToken(), bytes('a picture')))).toBe('unavailable');
    expect(s3.refused).toHaveLength(1);
    expect(s3.objects.size).toBe(0);
  });
  it('without the picture says that it is gone, and one that is down that it is not there for now', async () => {
    expect(await codeOf(storeOf().get(newToken()))).toBe('notFound');
    expect(await codeOf(storeOf(SECRET, 'http://127.0.0.1:9').get(newToken()))).toBe('unavailable');
  });
});

describe('a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'tm-uploads-')), 'pictures');
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

  it('keeps whole pictures that only its user can read', async () => {
    const store = createFolderStore(folder);
    const id = newToken();
    await store.put(id, bytes('a picture'));
    expect(readdirSync(folder)).toEqual([`${id}.jpg`]);
    expect(readFileSync(join(folder, `${id}.jpg`), 'utf8')).toBe('a picture');
    expect([statSync(folder).mode & 0o777, statSync(join(folder, `${id}.jpg`)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    expect(Buffer.from(await store.get(id)).toString()).toBe('a picture');
    expect(await codeOf(store.get(newToken()))).toBe('notFound');
  });
  it.each(['../../app.js', 'a/b', '', 'x'.repeat(65), 'with space and more text'])(
    'makes no path of %j',
    async (id) => {
      const store = createFolderStore(folder);
      await expect(store.put(id, bytes('x'))).rejects.toThrow('no name');
      await expect(store.get(id)).rejects.toThrow('no name');
      expect(readdirSync(folder)).toEqual([]);
    },
  );
  it('that cannot be written says so and keeps nothing', async () => {
    const store = createFolderStore(folder);
    rmSync(folder, { recursive: true });
    expect(await codeOf(store.put(newToken(), bytes('x')))).toBe('unavailable');
  });
});

it.each([
  ['before an answer', () => Promise.reject(new TypeError('fetch failed'))],
  [
    'in the middle of an answer',
    async () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) })),
  ],
])('a bucket whose connection is lost %s is away, and not a failure of ours', async (_, fetcher) => {
  const settings = { endpoint: 'http://bucket', bucket: 'b', region: 'r', keyId: KEY_ID, secret: SECRET };
  await expect(createS3Store(settings, fetcher).get('a'.repeat(43))).rejects.toMatchObject({
    code: 'unavailable',
  });
});

describe.each(['folder', 's3'] as const)('an exchange that keeps pictures in a %s', (place) => {
  let x: TestExchange;
  let s3: Awaited<ReturnType<typeof openS3>>;
  let folder: string;
  beforeAll(async () => {
    s3 = await openS3(KEY_ID, SECRET);
    folder = mkdtempSync(join(tmpdir(), 'tm-uploads-'));
    x = await openExchange(
      place === 'folder'
        ? { UPLOADS_DIR: folder }
        : {
            UPLOADS_S3_ENDPOINT: s3.endpoint,
            UPLOADS_S3_BUCKET: 'pictures',
            UPLOADS_S3_KEY_ID: KEY_ID,
            UPLOADS_S3_SECRET: SECRET,
          },
    );
  });
  afterAll(async () => {
    await x.close();
    await s3.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const keptCount = () => (place === 'folder' ? readdirSync(folder).length : s3.objects.size);
  async function send(content: Uint8Array, token: string, name = 'a.jpg') {
    const form = new FormData();
    form.append('file', new Blob([content as BlobPart], { type: 'image/jpeg' }), name);
    const answer = await fetch(`http://${x.base}${API_BASE}${calls['common.upload'].path}`, {
      method: 'POST',
      body: form,
      headers: { authorization: token },
    });
    return (await answer.json()) as { code: unknown; data: { id: string } };
  }
  const photo = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } });
  const userIdOf = async (uid: string): Promise<number> =>
    (await x.db.query<{ id: number }>('select id from app_user where uid = $1', [uid]))[0]?.id ?? 0;

  it('has nothing of it in the database, and gives it to its owner alone', async () => {
    const [owner, other] = [await x.newUser(), await x.newUser()];
    const { data } = await send(await photo().jpeg().toBuffer(), owner.token, '../../app.js');
    const [row] = await x.db.query('select content, place from upload where id = $1', [data.id]);
    expect(row).toEqual({ content: null, place });
    const own = await ownUpload(x.exchange.accounts, await userIdOf(owner.uid), data.id);
    expect((await sharp(own.content).metadata()).format).toBe('jpeg');
    const ofOther = await userIdOf(other.uid);
    expect(await codeOf(ownUpload(x.exchange.accounts, ofOther, data.id))).toBe('notFound');
    expect(await codeOf(ownUpload({ db: x.db }, await userIdOf(owner.uid), data.id))).toBe('unavailable');
  });
  it('keeps of a picture that is a script as well only the picture', async () => {
    const user = await x.newUser();
    const picture = await photo().jpeg().toBuffer();
    const both = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]);
    const { data } = await send(both, user.token);
    const { content } = await ownUpload(x.exchange.accounts, await userIdOf(user.uid), data.id);
    expect(Buffer.from(content).includes('script')).toBe(false);
  });
  it('keeps nothing of what it refuses', async () => {
    const user = await x.newUser();
    const before = keptCount();
    const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect((await send(svg, user.token)).code).toBe('uploadKind');
    expect((await send(bytes('<html><img src=x></html>'), user.token, 'a.png')).code).toBe('uploadKind');
    expect((await send(new Uint8Array(20 * 1024 * 1024), user.token)).code).toBe('uploadTooLarge');
    expect(keptCount()).toBe(before);
  });
});

describe('settings of where pictures are kept', () => {
  const s3 = {
    UPLOADS_S3_ENDPOINT: 'https://s3.example',
    UPLOADS_S3_BUCKET: 'pictures',
    UPLOADS_S3_KEY_ID: 'key',
    UPLOADS_S3_SECRET: 'secret-of-it',
  };
  it('are the database, a folder or a bucket', () => {
    expect(settingsFrom({}).uploads).toBeUndefined();
    expect(settingsFrom({ UPLOADS_DIR: './pictures' }).uploads).toEqual({ folder: './pictures' });
    expect(settingsFrom(s3).uploads).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'pictures',
      region: 'us-east-1',
      keyId: 'key',
      secret: 'secret-of-it',
    });
  });
  it.each([
    [{ ...s3, UPLOADS_DIR: './pictures' }, /not both/],
    [{ ...s3, UPLOADS_S3_BUCKET: '' }, /UPLOADS_S3_BUCKET/],
    [{ ...s3, UPLOADS_S3_BUCKET: '../x' }, /UPLOADS_S3_BUCKET/],
    [{ ...s3, UPLOADS_S3_SECRET: '' }, /UPLOADS_S3_SECRET/],
    [{ ...s3, UPLOADS_S3_ENDPOINT: 's3.example' }, /UPLOADS_S3_ENDPOINT/],
  ])('%o are refused without telling a secret', (env, words) => {
    expect(() => settingsFrom(env)).toThrow(words);
    expect(() => settingsFrom(env)).not.toThrow(/secret-of-it/);
  });
});
