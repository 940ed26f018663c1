import { describe, expect, it } from 'vitest';
import { API_BASE, calls } from '../../../../domain/contract/index.ts';
import { RuleError } from '../../../../domain/index.ts';
import { appOf } from '../../../support/app.ts';

const PATH = API_BASE + calls['common.upload'].path;
const TYPE = 'multipart/form-data; boundary=edge';
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const part = (name: string, text: string, more = ''): string =>
  `--edge\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
const FILE = part('file', 'a picture\r\n--edg', '; filename="a.jpg"\r\ncontent-type: image/jpeg');
const END = '--edge--\r\n';

/** A body in pieces, and how many of them were read. */
function inPieces(pieces: Iterator<Uint8Array>) {
  const seen = { pieces: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = pieces.next();
        if (done) return controller.close();
        seen.pieces += 1;
        controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}
function* cut(text: string, size: number): Generator<Uint8Array> {
  const bytes = encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

type App = Awaited<ReturnType<typeof appOf>>;
async function exchange(more: Parameters<typeof appOf>[1] = {}) {
  const files: string[] = [];
  const app = appOf(
    {
      'common.upload': async (_, { file }) => {
        files.push(`${file?.type} ${await file?.text()}`);
        return { id: 'x', width: 1, height: 1, bytes: file?.size ?? 0 };
      },
    },
    more,
  );
  return { app, files };
}
async function send(app: App, body: BodyInit, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': TYPE, authorization: 't', ...headers },
  };
  const answer = await app.request(new Request(`http://x${PATH}`, init as RequestInit));
  return { status: answer.status, code: ((await answer.json()) as { code: unknown }).code };
}

describe('a form', () => {
  it.each([1, 2, 7, 1_000])('is read alike in pieces of %i bytes', async (size) => {
    const { app, files } = await exchange();
    const { body } = inPieces(cut(`${FILE}${END}`, size));
    expect((await send(app, body)).code).toBe(200);
    expect(files).toEqual(['image/jpeg a picture\r\n--edg']);
  });
  it('of a browser is read, with a preamble too', async () => {
    const { app, files } = await exchange();
    const form = new FormData();
    form.append('file', new Blob(['x'.repeat(200_000)], { type: 'image/png' }), 'ü".png');
    const made = new Response(form);
    const headers = { 'content-type': made.headers.get('content-type') ?? '' };
    expect((await send(app, await made.arrayBuffer(), headers)).code).toBe(200);
    expect(files[0]).toHaveLength(200_010);
    expect((await send(app, `a preamble\r\n${FILE}${END}`)).code).toBe(200);
  });
  it('of a hundred thousand tiny parts is refused at the ninth, and read no further', async () => {
    const { app, files } = await exchange();
    const { body, seen } = inPieces(cut(part('a', '').repeat(145_000) + END, 1_024));
    expect((await send(app, body)).status).toBe(422);
    expect(seen.pieces).toBeLessThan(5);
    expect(files).toEqual([]);
  });
  it.each([
    ['a field that is too long', part('a', 'x'.repeat(500_000)) + END, 'bodyInvalid', 5],
    ['a head that never ends', `--edge\r\nx: ${'y'.repeat(500_000)}`, 'requestInvalid', 5],
    ['a preamble that never ends', 'y'.repeat(500_000), 'requestInvalid', 5],
    ['the same field twice', part('a', '') + part('a', '') + END, 'bodyInvalid', 5],
    [
      'a part without a name',
      '--edge\r\ncontent-disposition: form-data\r\n\r\n\r\n--edge--',
      'requestInvalid',
      5,
    ],
    ['a part without headers', '--edge\r\n\r\nx\r\n--edge--', 'requestInvalid', 5],
    ['an end that is missing', FILE, 'requestInvalid', 5],
    ['nothing', '', 'requestInvalid', 5],
    ['no file', part('a', 'b') + END, 'uploadEmpty', 5],
    ['an empty file', part('file', '', '; filename=""') + END, 'uploadEmpty', 5],
    [
      'a file that is too large',
      part('file', 'x'.repeat(9_000_000), '; filename="a"'),
      'uploadTooLarge',
      8_300,
    ],
  ])('with %s is refused without reading on', async (_, text, code, most) => {
    const { app } = await exchange();
    const { body, seen } = inPieces(cut(text, 1_024));
    expect((await send(app, body)).code).toBe(code);
    expect(seen.pieces).toBeLessThanOrEqual(most);
  });
  it('without a boundary is none', async () => {
    const { app } = await exchange();
    expect((await send(app, FILE + END, { 'content-type': 'multipart/form-data' })).code).toBe(
      'requestInvalid',
    );
    expect((await send(app, FILE + END, { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

describe('before a body is read', () => {
  it('whoever may send none is refused', async () => {
    const { app } = await exchange({
      mayUpload: async () => {
        throw new RuleError('tooManyRequests');
      },
    });
    const { body, seen } = inPieces(cut(FILE + END, 10));
    expect(await send(app, body)).toEqual({ status: 429, code: 'tooManyRequests' });
    expect(seen.pieces).toBe(0);
  });
  it('one that is announced as too large is refused', async () => {
    const { app } = await exchange();
    const { body, seen } = inPieces(cut(FILE + END, 10));
    expect((await send(app, body, { 'content-length': '9000000' })).code).toBe('uploadTooLarge');
    expect(seen.pieces).toBe(0);
  });
  it.each([
    ['of one caller and of all', (i: number) => `10.0.0.${i >> 2}`, '10.0.0.0'],
    // Who has one IPv6 address has a network of them.
    ['from one network of IPv6', (i: number) => `2001:db8:0:${i >> 2}::${i}`, '2001:db8::ff'],
  ])('no more files are on their way than there is room for, %s', async (_, addressOf, fresh) => {
    const { app } = await exchange();
    let finish: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = () =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await held;
          controller.enqueue(encode(FILE + END));
          controller.close();
        },
      });
    const sent = Array.from({ length: 18 }, (_, i) => send(app, slow(), { 'x-from': addressOf(i) }));
    const fifth = await send(app, FILE + END, { 'x-from': fresh });
    expect(fifth.code).toBe('tooManyRequests');
    finish();
    const codes = (await Promise.all(sent)).map(({ code }) => code);
    expect(codes).toEqual([...Array(16).fill(200), 'unavailable', 'unavailable']);
    expect((await send(app, FILE + END)).code).toBe(200);
  });
});
