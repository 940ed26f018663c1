import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startExchange } from './exchange.mjs';
import { inspect } from './inspect.mjs';
import { budget, median, writeResult } from './report.mjs';

/**
 * What the line between exchange and phone costs, with the list and with the trade screen open: as pages read it,
 * packed, rows in sight at full pace and the others as lists are sorted; and as a client without requests receives it,
 * all prices as text. Both on one exchange, in turn. The exchange has one core, its readers the other one.
 */
const isShort = process.argv.includes('--short');
const RUNS = isShort ? 3 : 5;
const SECONDS = isShort ? 15 : 30;
const SOCKETS = Number(process.env.SOCKETS ?? 500);
const SETTLE_MS = 2_000;
const PORT = Number(process.env.PORT ?? 8492);
const INSPECT_PORT = PORT + 1;
const hasCores = spawnSync('taskset', ['-c', '0', 'true']).status === 0;
const pinned = (core) => (hasCores ? ['taskset', '-c', core] : []);

/** The rows of a phone's list: ten in sight and some around them. */
const ROWS = 'BTC ETH SOL BNB DOGE XRP SHIB ADA AVAX LINK DOT TRX'
  .split(' ')
  .map((base) => `row:${base}-USDT`);
const MARKET = ['book:BTC-USDT', 'trade:BTC-USDT', 'cndl:BTC-USDT:15m'];
const PACKED = '&pack=1';
const SIDES = {
  'list, text': { query: '', channels: ['tick'] },
  'list, packed': { query: PACKED, channels: ['sort', ...ROWS] },
  'trade, text': { query: '', channels: ['tick', ...MARKET] },
  'trade, packed': { query: PACKED, channels: ['sort', 'row:BTC-USDT', ...MARKET] },
};

const node = [
  ...pinned('0'),
  process.execPath,
  `--inspect=127.0.0.1:${INSPECT_PORT}`,
  '--inspect-publish-uid=http',
];
const exchange = await startExchange(PORT, { SEED: '7', TRUST_PROXY: '1', NODE_NO_WARNINGS: '1' }, node);
const process_ = await inspect(INSPECT_PORT);
const readers = fork(join(import.meta.dirname, 'wireClients.mjs'), [String(PORT)], {
  execPath: hasCores ? 'taskset' : process.execPath,
  execArgv: hasCores ? ['-c', '1', process.execPath] : [],
});

const ended = once(readers, 'exit').then(() => {
  throw new Error('the readers have ended');
});
ended.catch(() => undefined);

async function ask(message) {
  readers.send(message);
  const [answer] = await Promise.race([once(readers, 'message'), ended]);
  return answer.done;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What so long costs the exchange, ms of processor time a second. */
async function cpuOf(work) {
  const [before, begun] = [await process_.cpuMs(), performance.now()];
  const done = await work();
  return { done, cpu: (((await process_.cpuMs()) - before) / (performance.now() - begun)) * 1_000 };
}

async function measure(side, idleCpu) {
  await ask({ sockets: SOCKETS, side });
  await pause(SETTLE_MS);
  const { done, cpu } = await cpuOf(() => ask({ seconds: SECONDS }));
  await ask({});
  // What the market itself costs is no reader's.
  const own = Math.max(1, cpu - idleCpu) / 1_000;
  return { ...done, cpu, socketsPerCore: SOCKETS / own, messagesPerCore: done.messages / own };
}

const runs = [];
for (let run = 0; run < RUNS; run++) {
  await pause(SETTLE_MS);
  const { cpu: idleCpu } = await cpuOf(() => pause(5_000));
  const own = {};
  const names = Object.keys(SIDES);
  for (let turn = 0; turn < names.length; turn++) {
    const name = names[(run + turn) % names.length];
    own[name] = await measure(SIDES[name], idleCpu);
  }
  runs.push(own);
  console.table(own);
}

const area = 'wire';
const of = (side, key) => runs.map((run) => run[side][key]);
const ratio = (screen, key) => runs.map((run) => run[`${screen}, packed`][key] / run[`${screen}, text`][key]);
const MOST = { list: 6, trade: 10 };
const rows = Object.keys(MOST).flatMap((screen) => [
  budget({
    area,
    what: `${screen}: data`,
    wanted: { most: MOST[screen] },
    values: of(`${screen}, packed`, 'mbPerHour'),
    unit: 'MB/h',
  }),
  budget({ area, what: `${screen}: data, of text`, values: ratio(screen, 'mbPerHour') }),
  budget({
    area,
    what: `${screen}: messages a second and core, of text`,
    wanted: { least: 2 },
    values: ratio(screen, 'messagesPerCore'),
  }),
  budget({ area, what: `${screen}: sockets a core, of text`, values: ratio(screen, 'socketsPerCore') }),
  budget({ area, what: `${screen}: age p99, of text`, wanted: { most: 1 }, values: ratio(screen, 'p99') }),
  ...['text', 'packed'].flatMap((side) => [
    budget({
      area,
      what: `${screen}, ${side}: age p99`,
      values: of(`${screen}, ${side}`, 'p99'),
      unit: 'ms',
    }),
    budget({
      area,
      what: `${screen}, ${side}: sockets a core`,
      values: of(`${screen}, ${side}`, 'socketsPerCore'),
      unit: '',
    }),
  ]),
]);
for (const { what, value, unit, met } of rows) console.log(met ? ' ' : '!', what, value.toFixed(2), unit);
const plot = {
  ...{ file: 'wire', title: 'Data of a screen', x: 'run', y: 'MB an hour' },
  series: Object.keys(SIDES).map((name) => ({
    name,
    points: of(name, 'mbPerHour').map((value, run) => [run + 1, value]),
  })),
};
writeResult('wire', {
  ...{ seconds: SECONDS, sockets: SOCKETS, isPinned: hasCores, runs, budgets: rows },
  plots: [plot],
});
console.log(`list ${median(of('list, packed', 'mbPerHour')).toFixed(1)} MB/h`);
readers.kill();
process_.close();
await exchange.end();
process.exit(0);
