import { RuleError } from '../../../domain/index.ts';

/** What a form of ours may hold; whatever has more is refused as soon as that is seen. */
export interface FormBounds {
  /** Largest file, bytes. */
  readonly fileBytes: number;
  /** Largest text field, bytes. */
  readonly fieldBytes: number;
  /** Parts of a form, the file among them. */
  readonly parts: number;
  /** Headers of one part, bytes. */
  readonly headBytes: number;
  /** Whole body, frame and all, bytes. */
  readonly bodyBytes: number;
}

export interface ReadForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: Blob | undefined;
}

type Bytes = Uint8Array<ArrayBuffer>;

const CR = 13;
const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);
const LINE = bytesOf('\r\n');
const BLANK = bytesOf('\r\n\r\n');

/** The text between parts; undefined for a type without one that RFC 2046 allows. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/**
 * Reads a form as a stream, and no further than its bounds.
 * @throws {RuleError} `uploadTooLarge`, `bodyInvalid` for more parts or longer fields than a form of ours
 * has, `requestInvalid` for what is no form.
 */
export async function readForm(
  body: AsyncIterable<Bytes>,
  boundary: string,
  bounds: FormBounds,
): Promise<ReadForm> {
  const source = new Pieces(body, bounds.bodyBytes);
  // Each part ends with a line break and the boundary; before the first part there need be no line break.
  source.putBack(LINE);
  const edge = bytesOf(`\r\n--${boundary}`);
  await source.upTo(edge, bounds.headBytes, 'requestInvalid');
  const fields = new Map<string, string>();
  let file: Blob | undefined;
  for (let parts = 0; !(await source.isLast()); parts++) {
    if (parts === bounds.parts) throw new RuleError('bodyInvalid');
    await source.upTo(LINE, bounds.headBytes, 'requestInvalid');
    // A part without headers begins with the blank line itself.
    source.putBack(LINE);
    const head = textOf(await source.upTo(BLANK, bounds.headBytes, 'requestInvalid'));
    const { name, isFile, type } = partOf(head);
    if (isFile) {
      const content = await source.upTo(edge, bounds.fileBytes, 'uploadTooLarge');
      if (name === 'file') file ??= new Blob([...content], { type });
    } else {
      const text = textOf(await source.upTo(edge, bounds.fieldBytes, 'bodyInvalid'));
      if (fields.has(name)) throw new RuleError('bodyInvalid');
      fields.set(name, text);
    }
  }
  return { fields, file };
}

function partOf(head: string): { readonly name: string; readonly isFile: boolean; readonly type: string } {
  const line = (wanted: string): string => new RegExp(`^${wanted}:(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  const disposition = line('content-disposition');
  const name = /;\s*name="([^"\r\n]*)"/i.exec(disposition)?.[1];
  if (!/^form-data\b/i.test(disposition) || name === undefined) throw new RuleError('requestInvalid');
  return { name, isFile: /;\s*filename\*?=/i.test(disposition), type: line('content-type') };
}

function textOf(pieces: readonly Bytes[]): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
  } catch {
    throw new RuleError('requestInvalid');
  }
}

/** A body as a stream of pieces, of which only the unread part is buffered. */
class Pieces {
  readonly #source: AsyncIterator<Bytes>;
  #left: number;
  #held: Bytes = new Uint8Array();

  constructor(body: AsyncIterable<Bytes>, most: number) {
    this.#source = body[Symbol.asyncIterator]();
    this.#left = most;
  }

  /** Puts bytes back: they are read next. */
  putBack(bytes: Bytes): void {
    this.#held = joined(bytes, this.#held);
  }

  /** All before a mark, which is left out. @throws {RuleError} `code` for more than `most` bytes. */
  async upTo(mark: Bytes, most: number, code: 'requestInvalid' | 'bodyInvalid' | 'uploadTooLarge') {
    const pieces: Bytes[] = [];
    let length = 0;
    for (;;) {
      const at = indexOf(this.#held, mark);
      // The end of what is here may be the beginning of the mark.
      const sure = at === -1 ? Math.max(0, this.#held.length - mark.length + 1) : at;
      length += sure;
      if (length > most) throw new RuleError(code);
      if (sure > 0) pieces.push(this.#held.subarray(0, sure));
      this.#held = this.#held.subarray(at === -1 ? sure : at + mark.length);
      if (at !== -1) return pieces;
      await this.#more();
    }
  }

  /** Whether the boundary that was just read is the last: two hyphens follow it. */
  async isLast(): Promise<boolean> {
    while (this.#held.length < 2) await this.#more();
    return this.#held[0] === 45 && this.#held[1] === 45;
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw new RuleError('requestInvalid');
    this.#left -= value.length;
    if (this.#left < 0) throw new RuleError('uploadTooLarge');
    this.#held = this.#held.length === 0 ? value : joined(this.#held, value);
  }
}

function joined(a: Bytes, b: Bytes): Bytes {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Index of a mark that begins with a line break; -1 without one. */
function indexOf(bytes: Bytes, mark: Bytes): number {
  for (let at = bytes.indexOf(CR); at !== -1; at = bytes.indexOf(CR, at + 1)) {
    if (at + mark.length > bytes.length) return -1;
    let same = 1;
    while (same < mark.length && bytes[at + same] === mark[same]) same += 1;
    if (same === mark.length) return at;
  }
  return -1;
}
