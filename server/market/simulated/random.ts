/**
 * Random numbers by address: the n-th number of a stream is a hash of its key and n, so that any minute of any
 * market can be made without making the ones before it. Whole columns are filled in one loop each: between functions
 * that are called for each minute, numbers would travel as garbage, a gigabyte for a page of weeks.
 */

/** 32 bits, signed: half of the unsigned ones would be objects. */
function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return h ^ (h >>> 15);
}

/** The key of a stream, from its parent's key and a tag or number; 32 bits, unsigned. */
export function keyOf(parent: number, tag: number): number {
  return mix(parent ^ mix(tag + 0x9e3779b9)) >>> 0;
}

/** The key of a stream that is named by a text. */
export function keyOfText(parent: number, text: string): number {
  let h = 7;
  for (let i = 0; i < text.length; i++) h = (Math.imul(h, 31) + text.charCodeAt(i)) | 0;
  return keyOf(parent, h);
}

/** Uniform in (0, 1), never either end. @param index whole number. */
export function uniform(key: number, index: number): number {
  return uniformOf(mix(key ^ mix(index + 0x85ebca6b)));
}

/** Uniform in (0, 1), never either end. @param word 32 random bits. */
export const uniformOf = (word: number): number => ((word >>> 0) + 0.5) / 4_294_967_296;

/** Fills a column with a stream's uniform numbers. @param first the index of the first. */
export function fillUniform(into: Float64Array, key: number, first: number, count: number): void {
  for (let i = 0; i < count; i++) into[i] = uniform(key, first + i);
}

/** Below this share, and above its counterpart, the normal quantile follows another formula. */
const TAIL = 0.02425;

export const normal = (key: number, index: number): number => normalOf(uniform(key, index));

/** Fills a column with a stream's standard normal numbers. @param first the index of the first. */
export function fillNormal(into: Float64Array, key: number, first: number, count: number): void {
  fillUniform(into, key, first, count);
  for (let i = 0; i < count; i++) into[i] = normalOf(into[i] ?? 0);
}

/** Standard normal, by the quantile function in Acklam's rational approximation (error under 1.2e-9). @param u uniform. */
export function normalOf(u: number): number {
  if (u < TAIL) return tailQuantile(u);
  if (u > 1 - TAIL) return -tailQuantile(1 - u);
  const q = u - 0.5;
  const r = q * q;
  const above =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239;
  const below =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1;
  return (above * q) / below;
}

function tailQuantile(u: number): number {
  const q = Math.sqrt(-2 * Math.log(u));
  const above =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) *
      q +
      4.374664141464968) *
      q +
    2.938163982698783;
  const below =
    (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q +
    1;
  return above / below;
}

const DEGREES = 4.5;
/** Brings the t distribution to unit variance. */
const T_SCALE = Math.sqrt((DEGREES - 2) / DEGREES);

export const heavyTailed = (key: number, index: number): number =>
  heavyTailedOf(uniform(key, 2 * index), uniform(key, 2 * index + 1));

/** Fills a column with a stream's heavy-tailed numbers. @param first the index of the first. */
export function fillHeavyTailed(into: Float64Array, key: number, first: number, count: number): void {
  for (let i = 0; i < count; i++) into[i] = heavyTailed(key, first + i);
}

/**
 * Student's t with 4.5 degrees of freedom, scaled to unit variance: the heavy tails of minute returns.
 * @param size, turn uniform.
 */
export function heavyTailedOf(size: number, turn: number): number {
  // exp and log are several times faster than a power.
  const stretch = Math.exp((-2 / DEGREES) * Math.log(size));
  const radius = Math.sqrt(DEGREES * (stretch - 1));
  return T_SCALE * radius * Math.cos(2 * Math.PI * turn);
}
