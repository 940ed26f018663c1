import { D, isFeedDecimal } from '../../domain/index.ts';
import type { Case } from './caseFile.ts';
import { readCase } from './caseFile.ts';
import { ops, withoutRule } from './ops.ts';

/** A case that the product's rule does not reproduce, with why. */
export interface Miss {
  readonly id: string;
  readonly op: string;
  readonly inputs: unknown;
  readonly expected: unknown;
  /** What the rule yields; undefined when it was not called or refused. */
  readonly got: unknown;
  readonly why: string;
}

/** A case of something that the product does not do, and why. */
interface Absent {
  readonly id: string;
  readonly op: string;
  readonly absent: string;
}

/** Whether a case is met: undefined, the miss, or that there is no rule to meet it. */
export function checkCase(raw: unknown, place: string): Miss | Absent | undefined {
  const unread = { id: place, op: '', inputs: raw, expected: undefined, got: undefined };
  let read: Case;
  try {
    read = readCase(raw);
  } catch (error) {
    return { ...unread, why: reasonOf(error) };
  }
  const { id, op, inputs, expected, tolerance } = read;
  const miss = (got: unknown, why: string): Miss => ({ id, op, inputs, expected, got, why });
  const absent = Object.hasOwn(withoutRule, op) ? withoutRule[op] : undefined;
  if (absent !== undefined) return { id, op, absent };
  const rule = Object.hasOwn(ops, op) ? ops[op] : undefined;
  if (rule === undefined) return miss(undefined, `no rule for op ${op}`);
  if (Object.keys(expected).length === 0) return miss(undefined, 'nothing is expected');
  if (tolerance !== 'exact' && !isFeedDecimal(tolerance)) return miss(undefined, 'tolerance is no decimal');
  try {
    const got = rule(inputs);
    const why = difference(expected, got, tolerance, '');
    return why === undefined ? undefined : miss(got, why);
  } catch (error) {
    return miss(undefined, reasonOf(error));
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The first place where the answer is not what is expected. `null` expects nothing; more than is expected may stand. */
function difference(expected: unknown, got: unknown, tolerance: string, path: string): string | undefined {
  if (expected === null) return undefined;
  if (typeof expected === 'object' && expected !== undefined) {
    if (typeof got !== 'object' || got === null) return `${path || 'answer'} is missing`;
    if (Array.isArray(expected) && Object.keys(got).length !== expected.length)
      return `${path} has ${Object.keys(got).length} entries, not ${expected.length}`;
    for (const [key, value] of Object.entries(expected)) {
      const found = difference(value, Reflect.get(got, key), tolerance, path ? `${path}.${key}` : key);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return isMet(expected, got, tolerance) ? undefined : `${path} is ${String(got)}, not ${String(expected)}`;
}

/** As many digits as a case may have: two numbers that differ in the hundredth are different. */
const Wide = D.clone({ precision: 1_000 });
const isNumber = (text: unknown): text is string =>
  typeof text === 'string' && /^-?\d{1,400}(\.\d{1,400})?([eE][+-]?\d{1,2})?$/.test(text);

function isMet(expected: unknown, got: unknown, tolerance: string): boolean {
  if (expected === got) return true;
  if (tolerance === 'exact' || typeof got !== 'string' || !isNumber(expected)) return false;
  return isNumber(got) && new Wide(got).minus(expected).abs().lte(tolerance);
}
