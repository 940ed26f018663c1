import { describe, expect, it } from 'vitest';
import { createSealer, SealError } from '../../../server/base/sealer.ts';

const keyOf = (byte: number) => new Uint8Array(32).fill(byte);
const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text));
const textOf = (content: Uint8Array): string => Buffer.from(content).toString();

describe('what is sealed', () => {
  it('opens with its key and for its purpose, and shows nothing of what it is', async () => {
    const sealer = await createSealer([keyOf(1)]);
    const sealed = await sealer.seal(bytes('a passport of Ada'), 'photo 7 front x');
    expect(textOf(sealed)).not.toContain('Ada');
    expect(textOf(await sealer.open(sealed, 'photo 7 front x'))).toBe('a passport of Ada');
  });
  it('is another text each time', async () => {
    const sealer = await createSealer([keyOf(1)]);
    const [a, b] = [await sealer.seal(bytes('x'), 'p'), await sealer.seal(bytes('x'), 'p')];
    expect(Buffer.compare(a, b)).not.toBe(0);
  });
  it.each(['photo 8 front x', 'photo 7 back x', 'photo 7 front y', 'number 7', ''])(
    'does not open as %j',
    async (purpose) => {
      const sealer = await createSealer([keyOf(1)]);
      const sealed = await sealer.seal(bytes('a passport'), 'photo 7 front x');
      await expect(sealer.open(sealed, purpose)).rejects.toThrow(/changed, or is not what/);
    },
  );
  it('does not open when a byte of it is another one', async () => {
    const sealer = await createSealer([keyOf(1)]);
    const sealed = await sealer.seal(bytes('a passport'), 'p');
    for (let i = 0; i < sealed.length; i++) {
      const changed = sealed.map((byte, at) => (at === i ? byte ^ 1 : byte));
      await expect(sealer.open(changed, 'p')).rejects.toBeInstanceOf(SealError);
    }
    for (const short of [new Uint8Array(), sealed.subarray(0, 16), sealed.subarray(0, 20)])
      await expect(sealer.open(short, 'p')).rejects.toBeInstanceOf(SealError);
  });
  it('opens after a new key has come, as long as the old one is known', async () => {
    const sealed = await (await createSealer([keyOf(1)])).seal(bytes('a passport'), 'p');
    const rotated = await createSealer([keyOf(2), keyOf(1)]);
    expect(textOf(await rotated.open(sealed, 'p'))).toBe('a passport');
    const resealed = await rotated.seal(bytes('another'), 'p');
    expect(textOf(await (await createSealer([keyOf(2)])).open(resealed, 'p'))).toBe('another');
  });
  it('says by name which key it wants, and nothing of the key', async () => {
    const sealed = await (await createSealer([keyOf(1)])).seal(bytes('a passport'), 'p');
    const other = await createSealer([keyOf(2)]);
    await expect(other.open(sealed, 'p')).rejects.toThrow(
      /^it was sealed with key [0-9a-f]{8}, not with [0-9a-f]{8}$/,
    );
    await expect(other.open(sealed, 'p')).rejects.not.toThrow(/0101|0202/);
  });
});

describe('a mark', () => {
  it('is the same for the same text alone, and another under another key', async () => {
    const [one, other] = [await createSealer([keyOf(1)]), await createSealer([keyOf(2)])];
    const mark = async (sealer: typeof one, text: string) =>
      Buffer.from((await sealer.marks(text))[0] ?? []).toString('hex');
    expect(await mark(one, 'X4711')).toBe(await mark(one, 'X4711'));
    expect(await mark(one, 'X4711')).not.toBe(await mark(one, 'X4712'));
    expect(await mark(one, 'X4711')).not.toBe(await mark(other, 'X4711'));
    const both = await createSealer([keyOf(2), keyOf(1)]);
    expect(await both.marks('X4711')).toEqual([
      ...(await other.marks('X4711')),
      ...(await one.marks('X4711')),
    ]);
  });
});

it('needs a key', async () => {
  await expect(createSealer([])).rejects.toThrow('needs a key');
});
