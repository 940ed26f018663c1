/**
 * Random numbers by address: the n-th number of a stream is a hash of its key and n, so that any minute of any
 * market can be made without making the ones before it.
 */

function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return (h ^ (h >>> 15)) >>> 0;
}

/** The key of a stream, from its parent's key and a tag or number. */
export function keyOf(parent: number, tag: number): number {
  return mix(parent ^ mix(tag + 0x9e3779b9));
}

/** Uniform in (0, 1), never either end. @param index whole number. */
export function uniform(key: number, index: number): number {
  return (mix(key ^ mix(index + 0x85ebca6b)) + 0.5) / 4_294_967_296;
}

/** Standard normal. */
export function normal(key: number, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(uniform(key, 2 * index)));
  return radius * Math.cos(2 * Math.PI * uniform(key, 2 * index + 1));
}

const DEGREES = 4.5;
/** Brings the t distribution to unit variance. */
const T_SCALE = Math.sqrt((DEGREES - 2) / DEGREES);

/** Student's t with 4.5 degrees of freedom, scaled to unit variance: the heavy tails of minute returns. */
export function heavyTailed(key: number, index: number): number {
  const radius = Math.sqrt(DEGREES * (uniform(key, 2 * index) ** (-2 / DEGREES) - 1));
  return T_SCALE * radius * Math.cos(2 * Math.PI * uniform(key, 2 * index + 1));
}
