/** The sum of one byte behind an empty register, by the byte. */
const TABLE = /*#__PURE__*/ Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

/**
 * The register of a CRC-32 behind a text of ASCII. A sum begins with −1 and is the inverse of what is there at the end.
 * @param register what stands before the text, as a signed number.
 */
export function crcOver(register: number, text: string): number {
  let crc = register;
  for (let i = 0; i < text.length; i++) crc = (TABLE[(crc ^ text.charCodeAt(i)) & 255] ?? 0) ^ (crc >>> 8);
  return crc;
}

/** The register behind so many bytes of zero, which is what one text does to the sum of those before it. */
export function crcOverZeros(register: number, count: number): number {
  let crc = register;
  for (let i = 0; i < count; i++) crc = (TABLE[crc & 255] ?? 0) ^ (crc >>> 8);
  return crc;
}
