/** Names that phones write after `ftyp` into photos of the kind HEIC. */
const BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
const HEAD_BYTES = 12;

/** Whether a file is a photo of the kind HEIC, by its first bytes: files of phones often come without a type. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const text = String.fromCharCode(...head.slice(4));
  return text.startsWith('ftyp') && BRANDS.has(text.slice(4));
}
