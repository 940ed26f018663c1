import WebSocket from 'ws';
import { quantile } from './report.mjs';

/**
 * Many readers of the exchange, in a process of their own: with orders over IPC from bench/fanout.bench.mjs.
 * `open` connects and subscribes all of them; `measure` collects for so long how old each message is when it comes.
 */
const [port, count] = process.argv.slice(2).map(Number);
const CHANNELS = ['tick', 'book:BTC-USDT'];
/** As the exchange allows for one address. */
const PER_ADDRESS = 20;
const AT_ONCE = 50;
const TS = /"ts":(\d+)/;

let isOn = false;
let bytes = 0;
const clients = Array.from({ length: count }, () => ({ socket: undefined, ages: [] }));

function open(client, i) {
  const n = Math.floor(i / PER_ADDRESS);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?v=1`, 'ex.v1', {
    perMessageDeflate: false,
    skipUTF8Validation: true,
    headers: { 'x-forwarded-for': `10.${Math.floor(n / 250)}.${n % 250}.1` },
  });
  client.socket = socket;
  return new Promise((resolve, reject) => {
    let snapshots = 0;
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)));
    socket.on('open', () => socket.send(JSON.stringify({ op: 'sub', id: 1, ch: CHANNELS })));
    socket.on('message', (data) => {
      const head = data.latin1Slice(0, Math.min(160, data.length));
      if (head.startsWith('{"t":"snap"')) snapshots += 1;
      if (snapshots === CHANNELS.length) resolve();
      if (!isOn || !head.startsWith('{"t":"delta"')) return;
      bytes += data.length;
      client.ages.push(Date.now() - Number(TS.exec(head)[1]));
    });
  });
}

async function openAll() {
  for (let i = 0; i < count; i += AT_ONCE)
    await Promise.all(clients.slice(i, i + AT_ONCE).map((client, place) => open(client, i + place)));
}

async function measure(seconds) {
  bytes = 0;
  for (const client of clients) client.ages = [];
  const before = process.cpuUsage();
  isOn = true;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  isOn = false;
  const { user, system } = process.cpuUsage(before);
  const all = clients.flatMap(({ ages }) => ages);
  const own = clients.map(({ ages }) => quantile(ages, 0.99));
  return {
    messages: all.length / seconds,
    megabytes: bytes / seconds / 1e6,
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    worstP99: Math.max(...own),
    silent: clients.filter(({ ages }) => ages.length === 0).length,
    cpuPercent: (user + system) / seconds / 10_000,
  };
}

process.on('message', async ({ open: isOpening, seconds }) => {
  process.send(isOpening ? { done: await openAll() } : { done: await measure(seconds) });
});
