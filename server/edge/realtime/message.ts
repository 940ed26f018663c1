/** Packs a text: by itself, or by the text of the message before it. */
export type Pack = (text: string, before?: string) => Uint8Array;

/** What a message is of, besides its text. */
export interface MessageOf {
  /** The number of its log, another one for each. */
  readonly log: number;
  readonly seq: number;
  readonly isDelta: boolean;
  /** The text of the delta right before, where its readers received that. */
  readonly before?: string | undefined;
  readonly pack?: Pack | undefined;
}

/** A message of a channel: put into words once, and packed at most once each way, however many read it. */
export class Message {
  readonly text: string;
  readonly log: number;
  readonly seq: number;
  readonly isDelta: boolean;
  readonly #before: string | undefined;
  readonly #pack: Pack | undefined;
  #alone: Uint8Array | undefined;
  #after: Uint8Array | undefined;

  constructor(text: string, { log, seq, isDelta, before, pack }: MessageOf) {
    this.text = text;
    this.log = log;
    this.seq = seq;
    this.isDelta = isDelta;
    this.#before = before;
    this.#pack = pack;
  }

  /** Its piece of a packed frame; undefined where nothing packs. @param isNext whether the reader has the delta before. */
  piece(isNext: boolean): Uint8Array | undefined {
    if (!this.#pack) return undefined;
    if (isNext && this.#before !== undefined) {
      this.#after ??= pieceOf([this.log * 2 + 1, this.seq], this.#pack(this.text, this.#before));
      return this.#after;
    }
    this.#alone ??= pieceOf([this.log * 2, this.seq], this.#pack(this.text));
    return this.#alone;
  }
}

function pieceOf(head: readonly number[], packed: Uint8Array): Uint8Array {
  const prefix = [...head, packed.length].flatMap(leb128);
  const piece = new Uint8Array(prefix.length + packed.length);
  piece.set(prefix);
  piece.set(packed, prefix.length);
  return piece;
}

function leb128(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}
