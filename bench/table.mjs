import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawPlots } from './plots.mjs';
import { RESULTS } from './report.mjs';

const README = join(import.meta.dirname, 'README.md');
const [BEGIN, END] = ['<!-- table: begin -->', '<!-- table: end -->'];

/** What the benches left behind, in the order of their names. */
function results() {
  if (!existsSync(RESULTS)) return [];
  return readdirSync(RESULTS)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(RESULTS, file), 'utf8')));
}

const digits = (value) => (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
/** What has no value, such as the time of answers that there were none of, has none in the file either. */
const number = (value, more = 0) =>
  value === null ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: digits(value) + more });
const unitOf = (unit) => (unit === 'x' ? 'x' : unit === '' ? '' : ` ${unit}`);
const wantedOf = ({ wanted: { most, least }, unit }) => {
  if (most !== undefined) return `≤ ${number(most)}${unitOf(unit)}`;
  return least === undefined ? '' : `≥ ${number(least)}${unitOf(unit)}`;
};
const hasBudget = ({ wanted }) => wanted.most !== undefined || wanted.least !== undefined;

/** One that misses its bound by little has the digits in which it does. */
function shownOf({ value, met, wanted: { most, least } }) {
  const bound = most ?? least;
  const isHidden = !met && bound !== undefined && number(value) === number(bound);
  return number(value, isHidden ? 1 : 0);
}

function line(row) {
  const { area, what, low, high, runs, unit, met, note } = row;
  const why = !met && hasBudget(row) && note === '' ? 'see "Why what is missed is missed"' : note;
  const word = hasBudget(row) ? (met ? 'met' : '**missed**') : '';
  const range = runs > 1 ? `${number(low)}–${number(high)} (${runs})` : `one run`;
  return `| ${[area, what, wantedOf(row), `${shownOf(row)}${unitOf(unit)}`, range, word, why].join(' | ')} |`;
}

/** All lines: missed budgets first, then those that are met, then figures that have none. */
function table(all) {
  const rows = all.flatMap(({ budgets = [] }) => budgets);
  const rank = (row) => (hasBudget(row) ? Number(row.met) : 2);
  const sorted = rows
    .map((row, at) => ({ row, at }))
    .sort((a, b) => rank(a.row) - rank(b.row) || a.at - b.at)
    .map(({ row }) => line(row));
  const head = ['what', 'case', 'wanted', 'median', 'spread (runs)', '', 'why, and notes'];
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...sorted].join('\n');
}

function heading(all) {
  const budgeted = all.filter(({ budgets }) => budgets?.length);
  const { machine } = budgeted[0] ?? { machine: {} };
  const rows = budgeted.flatMap(({ budgets }) => budgets).filter(hasBudget);
  const missed = rows.filter(({ met }) => !met).length;
  const when = budgeted.map(({ bench, date, commit, memoryNs }) => {
    const pace = memoryNs === undefined ? '' : ` (${memoryNs.toFixed(0)} ns)`;
    return `${bench} ${date.slice(0, 16).replace('T', ' ')} ${commit}${pace}`;
  });
  return [
    `${machine.cpus} cores (${machine.model}), ${machine.memoryGb} GB, Node ${machine.node}. ${rows.length} budgets, ${missed} missed.`,
    `Measured (UTC, commit, a read of memory that no cache holds): ${when.join('; ')}.`,
  ].join('\n\n');
}

/** Prints the table of all results that there are; with `intoReadme` it stands in bench/README.md with its plots. */
export function print({ intoReadme = false } = {}) {
  const all = results();
  const text = `${heading(all)}\n\n${table(all)}`;
  console.log(text);
  if (!intoReadme) return;
  const pictures = drawPlots(all.flatMap(({ plots = [] }) => plots));
  const readme = readFileSync(README, 'utf8');
  const [before, rest = ''] = readme.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  writeFileSync(README, `${before}${BEGIN}\n${text}\n\n${pictures}\n${END}${after}`);
}
