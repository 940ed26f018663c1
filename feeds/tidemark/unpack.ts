import { PACK_WINDOW } from '../../domain/contract/index.ts';

/**
 * Unpacks one message by raw DEFLATE. @param before the dictionary that it was packed by.
 * @returns its bytes, and the text that they are. Rejects when it is malformed.
 */
export type Inflate = (
  packed: Uint8Array,
  before: Uint8Array | undefined,
) => Promise<{ readonly bytes: Uint8Array; readonly text: string }>;

/** Unpacks the frames of one socket, in their order. */
export class Unpacker {
  readonly #inflate: Inflate;
  /** Of each log, its last message: the next may be packed by the end of it. */
  readonly #last = new Map<number, { readonly seq: number; readonly end: Uint8Array }>();

  constructor(inflate: Inflate) {
    this.#inflate = inflate;
  }

  /** The texts of a frame's messages. Rejects when it is malformed. */
  async texts(frame: ArrayBuffer): Promise<string[]> {
    const bytes = new Uint8Array(frame);
    const texts: string[] = [];
    let at = 0;
    const number = (): number => {
      let value = 0;
      for (let unit = 1; ; unit *= 128) {
        const byte = bytes[at++];
        if (byte === undefined || unit > 2 ** 40) throw new Error('a short frame');
        value += (byte % 128) * unit;
        if (byte < 128) return value;
      }
    };
    while (at < bytes.length) {
      const [head, seq, length] = [number(), number(), number()];
      const packed = bytes.subarray(at, at + length);
      at += length;
      texts.push(await this.#text(Math.floor(head / 2), seq, head % 2 === 1, packed));
    }
    return texts;
  }

  /** What is packed by another message than the one here would read as something that was never sent. */
  async #text(log: number, seq: number, isByLast: boolean, packed: Uint8Array): Promise<string> {
    const last = this.#last.get(log);
    this.#last.delete(log);
    if (isByLast && last?.seq !== seq - 1) throw new Error('a message is missing');
    const { bytes, text } = await this.#inflate(packed, isByLast ? last?.end : undefined);
    this.#last.set(log, { seq, end: bytes.slice(-PACK_WINDOW) });
    return text;
  }
}
