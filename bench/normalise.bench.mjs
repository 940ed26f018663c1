import { built } from './built.mjs';
import { peersOf } from './peers.mjs';
import { budget, median, writeResult } from './report.mjs';

const { cases, ...listed } = await built('normalise');

const isShort = process.argv.includes('--short');
const RUNS = isShort ? 3 : 5;
/** In each the sides take turns; the middle one of a side's times is its time of the run. */
const ROUNDS = isShort ? 5 : 9;
/** Rounds that only let the engine compile. */
const WARM_UP = 3;
/** Parts of the speed of `JSON.parse` alone on the same bytes. */
const OF_JSON = 0.6;
/** From text to event the product does what the peers leave to others; it is to be faster all the same. */
const EVENTS = 1.5;
/** How much faster than recorded a replay has to be. */
const FASTER = 50;

const area = 'normalise';
const budgets = [];
function print(row) {
  const made = budget({ area, ...row });
  budgets.push(made);
  const figures = [made.value, made.low, made.high].map((figure) => figure.toFixed(2));
  const { least } = made.wanted;
  const wanted = least === undefined ? '' : `, at least ${least} wanted${made.met ? '' : ': MISSED'}`;
  console.log(`${area}, ${made.what}: ${figures[0]} ${made.unit} (${figures[1]}–${figures[2]})${wanted}`);
}

function timed(pass, texts) {
  const started = performance.now();
  pass(texts);
  return performance.now() - started;
}

/** One round of all sides, each of which is the first in its turn and meets the garbage of each other. */
async function round(sides, number, texts) {
  const ready = [];
  for (const [name, pass] of sides) ready.push([name, await pass()]);
  const turns = [...ready.slice(number % ready.length), ...ready.slice(0, number % ready.length)];
  if (number % 2 === 1) turns.reverse();
  return Object.fromEntries(turns.map(([name, pass]) => [name, timed(pass, texts)]));
}

/** Times of each side, ms, one of each run. */
async function measure(each, peers) {
  const same = (pass) => () => pass;
  const sides = [
    ['normalised', same(each.normalised)],
    ['parsed', same(each.parsed)],
    ...(each.adapter ? [['events', each.adapter]] : []),
    ...peers.map(({ name, pass }) => [name, same(pass)]),
  ];
  const { texts } = each;
  if (each.normalised(texts) !== each.parsed(texts)) throw new Error(`${each.name}: items were lost`);
  for (let number = 0; number < WARM_UP; number++) await round(sides, number, texts);
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    const rounds = [];
    for (let number = 0; number < ROUNDS; number++) rounds.push(await round(sides, run + number, texts));
    runs.push(Object.fromEntries(sides.map(([name]) => [name, median(rounds.map((times) => times[name]))])));
  }
  return runs;
}

for (const each of cases) {
  const peers = each.venue ? await peersOf(each, listed) : [];
  const runs = await measure(each, peers);
  const ratios = (slow, fast) => runs.map((times) => times[slow] / times[fast]);
  const { name, notes = {} } = each;
  const against = (what, least, values, note) =>
    print({ what, wanted: least === undefined ? {} : { least }, values, note });
  against(`${name}: of \`JSON.parse\` alone`, OF_JSON, ratios('parsed', 'normalised'), notes.json);
  for (const { name: peer, atLeast } of peers) {
    against(`${name}: times ${peer}`, atLeast, ratios(peer, 'normalised'), notes[peer]);
    // `binance` keeps no book, so that there is nothing to be as fast as.
    const least = peer === 'binance' && each.kind === 'book' ? undefined : EVENTS;
    against(`${name}: to events, times ${peer}`, least, ratios(peer, 'events'), notes.events);
  }
  if (!each.spanMs) continue;
  const values = runs.map(({ events }) => (FASTER * events * 100) / each.spanMs);
  print({ what: `${name}, replayed ${FASTER} times as fast: share of a core`, values, unit: '%' });
}
writeResult('normalise', { runs: RUNS, budgets });
