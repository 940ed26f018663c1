import pg from 'pg';
import { needBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { FAULTS } from './chaos/faults.mjs';
import { Load } from './chaos/load.mjs';
import { watchPhone } from './chaos/phone.mjs';
import { booksProve, differencesOf, proveOrders } from './chaos/proof.mjs';
import { Watcher } from './chaos/watcher.mjs';
import { isReady, until, Venue } from './cluster/venue.mjs';

/*
 * What a venue of several processes survives, as a table. `CHAOS_ROUNDS` of each fault (1), `CHAOS_RATE` orders a second
 * (60), `CHAOS_ONLY` a part of a fault's name; ports from `CLUSTER_PORT` on.
 */
const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1);
const RATE = Number(process.env.CHAOS_RATE ?? 60);
const ONLY = process.env.CHAOS_ONLY ?? '';
const FIRST = Number(process.env.CLUSTER_PORT ?? 8080);
const USERS = 24;
/** After a fault the venue has come to rest when orders were taken for so long. */
const CALM_MS = 2_000;
const WHOLE_MS = 60_000;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const { built } = await build();
if (built) console.log('Built the page and the exchange.');
const say = (line) => void (process.env.CHAOS_WORDS && console.log(`  ${line}`));
const env = { PEOPLE_PER_ADDRESS: '100000', SYMBOLS: '50', LOG_LEVEL: 'error', ...process.env };
const clock = new URL('chaos/clock.mjs', import.meta.url).href;
const isRoot = process.getuid?.() === 0;
const venue = new Venue(FIRST, say, {
  ...{ isCuttable: true, hasSmallDisk: isRoot, env, node: [`--import=${clock}`] },
});
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => void venue.end().then(() => process.exit(1)));

const SERVED = ['gateway a', 'gateway b', 'haproxy'];
const ENGINES = ['engine leader', 'engine standby'];
const readyOf = (names) => Promise.all(names.map((name) => isReady(venue.ports[name])));

/** What reads the primary along, by its state; undefined when the primary does not answer. */
async function followers() {
  const client = new pg.Client({ connectionString: venue.database, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('select application_name as name, state from pg_stat_replication');
    return rows;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What is there and what is not, for a venue that does not come back. */
async function partsNow() {
  const names = [...SERVED, ...ENGINES];
  const ready = await readyOf(names);
  const words = names.map((name, place) => `${name} ${ready[place] ? 'ready' : 'not ready'}`);
  const reading = (await followers())?.map(({ name, state }) => `${name} ${state}`) ?? ['no primary'];
  return `${words.join(', ')}; ${reading.join(', ')}; processes: ${[...venue.parts.keys()].join(', ')}`;
}

/** Whether all parts are there again and both standbys read along. */
async function isWhole() {
  if (!(await readyOf(SERVED)).every(Boolean)) return false;
  const engines = await readyOf(ENGINES);
  if (engines.filter(Boolean).length !== 1 || venue.parts.size < WANTED) return false;
  return (await followers())?.filter(({ state }) => state === 'streaming').length === 2;
}

/** One fault under load. @returns a line of the table. */
async function round(name, load, watcher) {
  load.answers = [];
  watcher.wrong = [];
  const begun = performance.now();
  await FAULTS[name](venue);
  await until(isWhole, 'the venue', WHOLE_MS);
  const whole = performance.now();
  const isCalm = () => load.answers.some(({ at, status }) => status === 200 && at > whole + CALM_MS);
  await until(async () => isCalm(), 'the taking of orders', WHOLE_MS);
  const { answers } = load;
  const taken = answers.filter(({ status }) => status === 200);
  let gap = 0;
  let before = begun;
  for (const { at } of taken) {
    gap = Math.max(gap, at - before);
    before = at;
  }
  // What is under way is settled before it is counted, and private channels have said all of it.
  await load.stop();
  await sleep(1_500);
  const proof = await proveOrders(venue.database, load.acknowledged, load.users[0].uid);
  const wrong = [...watcher.wrong, ...differencesOf(proof, watcher)];
  const prove = await booksProve(venue.database, { ...venue.keys, DATA_DIR: venue.folder });
  const acknowledged = load.acknowledged.size;
  load.acknowledged.clear();
  for (const line of wrong.slice(0, 5)) console.log(`  wrong: ${line}`);
  const codes = {};
  for (const { status, code } of answers) {
    const word = status === 0 ? code : status;
    codes[word] = (codes[word] ?? 0) + 1;
  }
  load.start();
  await sleep(1_000);
  return {
    ...{
      gap: gap / 1_000,
      slowest: Math.max(...taken.map(({ ms }) => ms)) / 1_000,
      whole: (whole - begun) / 1_000,
    },
    ...{ acknowledged, missing: proof.missing, twice: proof.twice, wrong: wrong.length, prove, codes },
  };
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)].toFixed(1);
const most = (values) => Math.max(...values).toFixed(1);
const sum = (values) => values.reduce((a, b) => a + b, 0);

function table(results) {
  console.log(
    '\n| what was done | rounds | seconds without an accepted order: middle, most | slowest order, s | acknowledged | missing | twice | wrong values | books prove | answers |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const [name, rows] of results) {
    const of = (key) => rows.map((row) => row[key]);
    const codes = {};
    for (const each of of('codes'))
      for (const [code, count] of Object.entries(each)) codes[code] = (codes[code] ?? 0) + count;
    const words = Object.entries(codes).map(([code, count]) => `${code}: ${count}`);
    const cells = [
      ...[name, rows.length, `${middle(of('gap'))}, ${most(of('gap'))}`, most(of('slowest'))],
      ...['acknowledged', 'missing', 'twice', 'wrong'].map((key) => sum(of(key))),
      ...[of('prove').every(Boolean) ? 'yes' : 'NO', words.join(', ')],
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

let code = 0;
let WANTED = 0;
const results = new Map();
try {
  await venue.start();
  WANTED = venue.parts.size;
  await until(isWhole, 'the venue');
  const load = new Load(venue.ports.haproxy, RATE);
  await load.open(USERS);
  const watched = load.users[0];
  const watcher = new Watcher(
    venue.ports.haproxy,
    load.markets.map(({ id }) => id),
    () => load.ticket(watched),
  );
  load.start();
  await sleep(3_000);
  const names = Object.keys(FAULTS).filter(
    (name) => name.includes(ONLY) && (isRoot || !name.includes('disk')),
  );
  for (let n = 0; n < ROUNDS; n++)
    for (const name of names) {
      const line = await round(name, load, watcher);
      results.set(name, [...(results.get(name) ?? []), line]);
      const { codes, ...shown } = line;
      console.log(`${n + 1}. ${name}: ${JSON.stringify(shown)} ${JSON.stringify(codes)}`);
      if (line.missing + line.twice + line.wrong > 0 || !line.prove) code = 1;
    }
  watcher.close();
  await load.stop();
  const browser = 'phone'.includes(ONLY) ? needBrowser() : undefined;
  for (const isBoth of browser ? [false, true] : []) {
    const line = await watchPhone(browser, venue, load, isBoth);
    console.log(`A phone, ${isBoth ? 'both engines' : 'the engine that leads'} killed: ${line}.`);
    await until(isWhole, 'the venue', WHOLE_MS);
  }
} catch (error) {
  console.error(error.stack ?? String(error));
  console.error(await partsNow());
  code = 1;
}
if (results.size > 0) table(results);
await venue.end();
process.exit(code);
