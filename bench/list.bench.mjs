import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printBudgets, withPages } from './browser.mjs';
import { installPeers } from './install.mjs';
import { casesOf, PAGES } from './listCases.mjs';
import { listBudgets, listPlots } from './listRows.mjs';
import { measurePage } from './measure.mjs';
import { median, RESULTS, writeResult } from './report.mjs';
import { sortTaps } from './sortTap.mjs';

const isShort = process.argv.includes('--short');
const SECONDS = isShort ? 2 : 3;
const RUNS = isShort ? 3 : 5;

/** One case of one run. The pages take turns in who is first. */
async function measureCase(browser, base, { load, pages }, run) {
  const figures = {};
  for (let turn = 0; turn < pages.length; turn++) {
    const page = pages[(run + turn) % pages.length];
    const taps = load.cpu > 1;
    figures[page] = await measurePage(browser, `${base}${PAGES[page]}`, load, { seconds: SECONDS, taps });
  }
  return figures;
}

function print(cases, runs) {
  const rows = cases.flatMap(({ name, pages }) =>
    pages.map((page) => {
      const of = (figure) => Number(median(runs.map((run) => run[name][page][figure])).toFixed(1));
      const { busy, cpu, fps, shownHz, stale50, stale99, longTasks, tapMs, heapMb } = new Proxy(
        {},
        { get: (_, figure) => of(figure) },
      );
      const stale = `${stale50} / ${stale99}`;
      return { case: name, page, busy, cpu, fps, shownHz, stale, longTasks, tapMs, heapMb };
    }),
  );
  console.table(rows);
}

installPeers();
/** `CASES=a,b` measures these again, run by run, and leaves the others and the taps as they were last. */
const only = process.env.CASES?.split(',');
const last = only && JSON.parse(readFileSync(join(RESULTS, 'list.json'), 'utf8'));
const cases = casesOf(isShort).filter(({ name }) => !only || only.includes(name));
const runs = last?.runs ?? [];
const taps = last?.taps ?? { sort: [], filter: [] };
await withPages(
  async (browser, base) => {
    for (let run = 0; run < RUNS; run++) {
      const own = {};
      for (const each of cases) own[each.name] = await measureCase(browser, base, each, run);
      runs[run] = { ...runs[run], ...own };
      if (!only) {
        const answered = await sortTaps(browser, `${base}${PAGES.ours}`);
        for (const kind of ['sort', 'filter']) taps[kind].push(median(answered[kind]));
      }
      // A full look takes half an hour: what has been measured is kept if it is cut off.
      const budgets = listBudgets(runs, taps);
      writeResult('list', { seconds: SECONDS, runs, taps, budgets, plots: isShort ? [] : listPlots(runs) });
    }
  },
  { withPeers: true },
);
print(cases, runs);
printBudgets(listBudgets(runs, taps));
