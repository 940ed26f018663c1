/** What browsers, workers and Node have alike; the language's own library does not name it. */
declare const TextEncoder: new () => {
  encode(text: string): Uint8Array;
  encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number };
};

const LEAST = 1 << 14;
/** Units of the longest text: a list of 2,000 pairs has 400,000. The place for it is kept. */
const MOST = 1 << 20;
/** Names of a few pairs take more than a byte a letter, and nothing else does. */
const ROOM = 1.25;

const encoder = /*#__PURE__*/ new TextEncoder();
let place = /*#__PURE__*/ createPlace(LEAST);

/** Bytes, and a way to look at four of them at once. */
export interface Place {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export function createPlace(size: number): Place {
  const bytes = new Uint8Array(size);
  return { bytes, view: new DataView(bytes.buffer) };
}

/** What is expected again and again, to be compared without looking at a text's characters. */
export const ownBytes = (text: string): Uint8Array => encoder.encode(text);

/**
 * The text in UTF-8, with a 0 behind it, until the next call: all share one place. Nothing of a text that
 * is too long, or of which too much is no ASCII.
 */
export function bytesOf(text: string): { readonly place: Place; readonly length: number } {
  const most = Math.ceil(text.length * ROOM) + 1;
  const isFit = text.length <= MOST;
  if (isFit && place.bytes.length < most) place = createPlace(most);
  const { read, written } = encoder.encodeInto(isFit ? text : '', place.bytes);
  const length = read === text.length && written < most ? written : 0;
  place.bytes[length] = 0;
  return { place, length };
}
