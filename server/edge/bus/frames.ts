/** A part of a question or an answer: JSON in one line, and bytes behind it. */
export interface Frame {
  readonly head: unknown;
  readonly body: Uint8Array;
}

const NEWLINE = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeFrame(head: unknown, body: Uint8Array = new Uint8Array()): Uint8Array {
  const line = encoder.encode(`${JSON.stringify(head)}\n`);
  const frame = new Uint8Array(line.length + body.length);
  frame.set(line);
  frame.set(body, line.length);
  return frame;
}

/** Undefined for what is no frame. The body is a copy. */
export function decodeFrame(frame: Uint8Array): Frame | undefined {
  const end = frame.indexOf(NEWLINE);
  if (end < 0) return undefined;
  try {
    return { head: JSON.parse(decoder.decode(frame.subarray(0, end))), body: frame.slice(end + 1) };
  } catch {
    return undefined;
  }
}

export const bytesOf = (text: string): Uint8Array => encoder.encode(text);
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** What a message may be, together with the line before its bytes. */
const LINE_BYTES = 64 * 1024;
const PART_BYTES = 256 * 1024;

/** Bytes cut into parts that fit into messages, at least one. */
export function partsOf(body: Uint8Array, mostBytes: number): Uint8Array[] {
  const size = Math.max(1_024, Math.min(PART_BYTES, mostBytes - LINE_BYTES));
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length || parts.length === 0; at += size)
    parts.push(body.subarray(at, at + size));
  return parts;
}

export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
