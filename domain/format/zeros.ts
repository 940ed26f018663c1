/** From this many zeros after the point on they are counted. */
const MANY_ZEROS = 5;
const ZEROS = /^(\D*0\D)(0{5,})(?=[1-9])/;
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

/**
 * Five or more zeros after the point as their number: `0.0₈33` for `0.0000000033`. Nought stays as it is.
 * @param text plain or in a language's signs.
 */
export function countedZeros(text: string): string {
  // Nearly all prices have another digit here, and need no expression.
  if (text.length <= MANY_ZEROS || !text.includes('00000')) return text;
  return text.replace(ZEROS, (_, head: string, zeros: string) => {
    const count = [...`${zeros.length}`].map((digit) => SUBSCRIPTS[Number.parseInt(digit, 10)]).join('');
    return `${head}0${count}`;
  });
}

/** The same text with its zeros written out, up to 99: for fields, and for who is read to. What counts more is left. */
export function writtenZeros(text: string): string {
  if (!/[₀-₉]/.test(text)) return text;
  return text.replace(/0([₀-₉]{1,2})(?![₀-₉])/g, (_, count: string) => {
    const digits = [...count].map((sign) => SUBSCRIPTS.indexOf(sign)).join('');
    return '0'.repeat(Number.parseInt(digits, 10));
  });
}
