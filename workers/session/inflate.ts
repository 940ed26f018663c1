import type { Inflate } from '../../feeds/index.ts';

/** Longest that one message may become, bytes: none of ours comes near. */
const MOST_BYTES = 8_000_000;

/** How frames are unpacked here; undefined in a browser that cannot. */
export function inflater(): Inflate | undefined {
  try {
    new DecompressionStream('deflate-raw');
    return inflate;
  } catch {
    return undefined;
  }
}

/** A dictionary is put in front as a stored block, since the platform's stream takes none, and cut off after. */
const inflate: Inflate = async (packed, before) => {
  const length = before?.length ?? 0;
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // What goes wrong is reported to the reader too.
  const write = (part: Uint8Array) =>
    void writer.write(part as Uint8Array<ArrayBuffer>).catch(() => undefined);
  if (before) {
    write(Uint8Array.of(0, length, length >> 8, ~length, ~length >> 8));
    write(before);
  }
  write(packed);
  writer.close().catch(() => undefined);
  const bytes = (await whole(readable)).subarray(length);
  return { bytes, text: new TextDecoder().decode(bytes) };
};

async function whole(readable: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const reader = readable.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > MOST_BYTES) {
      reader.cancel().catch(() => undefined);
      throw new Error('too long');
    }
  }
  const [only] = parts;
  return only && parts.length === 1 ? only : new Uint8Array(await new Blob(parts).arrayBuffer());
}
