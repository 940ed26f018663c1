import { D } from '../decimal.ts';

const TWO_PI = '6.2831853071795864769252867665590057683943387987502116419498892';
/** Beyond it, in either direction, less than 1e-15 of the distribution is left. */
const MOST = 8;
/** Terms smaller than this no longer count. */
const LEAST_TERM = '1e-45';

/**
 * The normal distribution's share below x, 0 < share < 1, exact to 40 places; x beyond ±8 counts as ±8. All terms of
 * its series have the sign of x, so that nothing cancels however large x is.
 */
export function normal(x: D): D {
  const at = D.min(D.max(x, -MOST), MOST);
  const square = at.times(at);
  let term = at;
  let sum = new D(0);
  for (let n = 1; term.abs().gt(LEAST_TERM); n += 2) {
    sum = sum.plus(term);
    term = term.times(square).div(n + 2);
  }
  const density = square.div(-2).exp().div(new D(TWO_PI).sqrt());
  return sum.times(density).plus('0.5');
}
