import { inflateRawSync } from 'node:zlib';
import WebSocket from 'ws';
import { quantile } from './report.mjs';

/**
 * Readers of the exchange, in a process of their own, as pages read it: with orders over IPC from
 * bench/wire.bench.mjs. What comes is counted on all of them; how old it is when it comes is read on some.
 */
const [port] = process.argv.slice(2).map(Number);
/** As the exchange allows for one address. */
const PER_ADDRESS = 20;
const AT_ONCE = 50;
/** Ages are read on one reader of so many: reading packed messages of all would be the bench's own load. */
const SAMPLED = 50;
const WINDOW = 32_000;
const TS = /"ts":(\d+)/;

let isOn = false;
let clients = [];
const seen = { bytes: 0, frames: 0, messages: 0, ages: [] };

/** Bytes that a frame of the server takes before its payload. */
const headBytes = (length) => (length < 126 ? 2 : length < 65_536 ? 4 : 10);

/** Reads pieces of a packed frame, and unpacks them where wanted. */
function piecesOf(data, last, take) {
  let at = 0;
  const number = () => {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = data[at++];
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  };
  while (at < data.length) {
    const [head, , length] = [number(), number(), number()];
    const packed = data.subarray(at, at + length);
    at += length;
    if (!last) {
      take();
      continue;
    }
    const log = Math.floor(head / 2);
    const bytes = inflateRawSync(packed, head % 2 ? { dictionary: last.get(log) } : {});
    last.set(log, bytes.subarray(-WINDOW));
    take(bytes.latin1Slice(0, Math.min(160, bytes.length)));
  }
}

function count(head) {
  if (!isOn) return;
  seen.messages += 1;
  if (head?.startsWith('{"t":"delta"')) seen.ages.push(Date.now() - Number(TS.exec(head)[1]));
}

function open(place, { query, channels }) {
  const address = Math.floor(place / PER_ADDRESS);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?v=1${query}`, 'ex.v1', {
    perMessageDeflate: false,
    skipUTF8Validation: true,
    headers: { 'x-forwarded-for': `10.${Math.floor(address / 250)}.${address % 250}.1` },
  });
  clients.push(socket);
  const isSampled = place % SAMPLED === 0;
  const last = isSampled ? new Map() : undefined;
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ op: 'sub', id: 1, ch: channels })));
    socket.on('message', (data, isBinary) => {
      if (isOn) {
        seen.bytes += data.length + headBytes(data.length);
        seen.frames += 1;
      }
      if (isBinary) return piecesOf(data, last, count);
      const head = data.latin1Slice(0, Math.min(160, data.length));
      if (head.startsWith('{"t":"ok"')) resolve();
      if (head.startsWith('{"t":"delta"')) count(isSampled ? head : undefined);
    });
  });
}

async function openAll(sockets, side) {
  for (let i = 0; i < sockets; i += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, sockets - i) }, (_, place) => open(i + place, side));
    await Promise.all(some);
  }
}

async function measure(seconds) {
  Object.assign(seen, { bytes: 0, frames: 0, messages: 0, ages: [] });
  isOn = true;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  isOn = false;
  return {
    mbPerHour: (seen.bytes / seconds / clients.length) * 3_600e-6,
    frames: seen.frames / seconds,
    messages: seen.messages / seconds,
    p50: quantile(seen.ages, 0.5),
    p99: quantile(seen.ages, 0.99),
  };
}

async function closeAll() {
  const gone = clients.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const socket of clients) socket.close();
  await Promise.all(gone);
  clients = [];
}

process.on('message', async ({ sockets, side, seconds }) => {
  if (side) process.send({ done: await openAll(sockets, side) });
  else process.send({ done: seconds ? await measure(seconds) : await closeAll() });
});
