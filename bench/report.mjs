import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { memoryPace } from './pace.mjs';

export const RESULTS = join(import.meta.dirname, 'results');

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value below which a part of all values is. @param part 0 to 1. @returns NaN of no values. */
export const quantile = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;

export const spread = (values) => `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;

/**
 * One line of the table: what was wanted and what came out.
 * @param area the line of the budgets it belongs to, as "market list". @param what the case, in words.
 * @param wanted `{ most }` or `{ least }`, in `unit`; `{}` for a figure that has no budget.
 * @param values one of each run: a ratio of two sides of the same run wherever there is a peer or a limit.
 * @param unit "x" for ratios, else "ms", "%", "kB", "MB/h", …. @param note what explains a budget that is missed.
 */
export function budget({ area, what, wanted = {}, values, unit = 'x', note = '' }) {
  const value = median(values);
  const { most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY } = wanted;
  return {
    area,
    what,
    wanted,
    value,
    low: Math.min(...values),
    high: Math.max(...values),
    runs: values.length,
    unit,
    met: value <= most && value >= least,
    note,
  };
}

/** A line with what explains it, if it is missed; one that is met needs no reason. */
export const withReason = (row, reason) => (row.met ? row : { ...row, note: reason });

function commit() {
  try {
    const ask = (...args) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
    return `${ask('rev-parse', '--short', 'HEAD')}${ask('status', '--porcelain', '-uno') === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}

/**
 * Writes a bench's figures with the machine, the commit and the date.
 * @param figures whatever the bench measured; `budgets` (of `budget`) become lines of the table, `plots` become pictures:
 *   `{ file, title, x, y, series: [{ name, points: [[x, y], …] }] }`.
 */
export function writeResult(name, figures) {
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
  };
  const about = {
    bench: name,
    date: new Date().toISOString(),
    commit: commit(),
    machine,
    memoryNs: memoryPace(),
  };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify({ ...about, ...figures }, null, 2)}\n`);
}
