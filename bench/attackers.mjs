import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import WebSocket from 'ws';
import { quantile } from './report.mjs';

/**
 * Who attacks the exchange, in a process of their own: with orders over IPC from bench/attacks.bench.mjs. All of an
 * attack come from one address, at the rate that the exchange allows it or above.
 */
const port = Number(process.argv[2]);
const FROM = '10.66.0.1';
/** Twenty frames a second are allowed to a socket. */
const TURN_MS = 50;
const BOOKS = 200;
const PARTS = 145_000;
/** Calls that an address may make in a second. */
const CALLS = 24;
const agent = new Agent({ keepAlive: true, maxSockets: 512 });
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** One call. @returns its status, or 0 when it was not answered. */
function post(path, body, headers = {}, from = FROM) {
  const begun = performance.now();
  return new Promise((resolve) => {
    const sent = request(
      { agent, port, host: '127.0.0.1', path: `/api/xb/v1/${path}`, method: 'POST' },
      (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, took: performance.now() - begun, text: Buffer.concat(parts) }),
        );
        answer.on('error', () => resolve({ status: answer.statusCode, took: performance.now() - begun }));
      },
    );
    sent.on('error', () => resolve({ status: 0, took: performance.now() - begun }));
    const all = { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers };
    for (const [name, value] of Object.entries(all)) sent.setHeader(name, value);
    sent.end(body);
  });
}

const json = async (path, body) => JSON.parse((await post(path, JSON.stringify(body))).text).data;

function tally(answers) {
  const statuses = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    statuses,
    p99: quantile(
      answers.map(({ took }) => took),
      0.99,
    ),
  };
}

/** Sockets that read two hundred books and let them go again, as often as frames may be sent. */
async function sockets(count, ids, seconds) {
  const seen = { bytes: 0, closed: 0 };
  const open = await Promise.all(
    Array.from({ length: count }, (_, i) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?v=1`, 'ex.v1', {
        perMessageDeflate: false,
        skipUTF8Validation: true,
        headers: { 'x-forwarded-for': FROM },
      });
      socket.on('message', (data) => (seen.bytes += data.length));
      socket.on('close', () => (seen.closed += 1));
      socket.on('error', () => undefined);
      const ch = ids
        .slice((i * BOOKS) % ids.length)
        .concat(ids)
        .slice(0, BOOKS)
        .map((id) => `book:${id}`);
      return new Promise((resolve) => socket.once('open', () => resolve({ socket, ch })));
    }),
  );
  const begun = performance.now();
  for (let turn = 0; performance.now() - begun < seconds * 1_000; turn++) {
    const op = turn % 2 === 0 ? 'sub' : 'unsub';
    for (const { socket, ch } of open)
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op, ch }));
    await sleep(Math.max(0, begun + (turn + 1) * TURN_MS - performance.now()));
  }
  for (const { socket } of open) socket.terminate();
  return { megabytesASecond: seen.bytes / seconds / 1e6, closed: seen.closed };
}

/** Forms of a hundred thousand tiny parts, one after the other, four at once. */
async function parts(seconds) {
  const { token } = await json('common/temp/token', {});
  const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';
  const body = Buffer.from(`${part.repeat(PARTS)}--b--\r\n`);
  const headers = { 'content-type': 'multipart/form-data; boundary=b', authorization: token };
  const answers = [];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (performance.now() < end) {
        answers.push(await post('common/upload', body, headers));
        await sleep(TURN_MS);
      }
    }),
  );
  return tally(answers);
}

const DAY = 24 * 3_600_000;
/** Public calls that cost much, the n-th of each kind. */
const CALLS_OF = {
  farCandles: (n, ids) => [
    'market/candles',
    { id: ids[(n * 7) % ids.length], interval: '1w', limit: 1_000, before: Date.now() - n * DAY },
  ],
  sparklines: (n, ids) => [
    'market/sparklines',
    {
      ids: ids
        .concat(ids)
        .slice((n * 60) % ids.length)
        .slice(0, 60),
    },
  ],
  snapshots: (n, ids) => [
    'market/snapshot',
    {
      ch: ids
        .concat(ids)
        .slice((n * 50) % ids.length)
        .slice(0, 50)
        .map((id) => `book:${id}`),
    },
  ],
  list: () => ['market/list', {}],
};

/** Calls at the allowed rate, whether they are answered or not. */
async function calls(kind, ids, seconds) {
  const waiting = [];
  const begun = performance.now();
  while (performance.now() - begun < seconds * 1_000) {
    const due = ((performance.now() - begun) / 1_000) * CALLS;
    while (waiting.length < due) {
      const [path, body] = CALLS_OF[kind](waiting.length, ids);
      waiting.push(post(path, JSON.stringify(body), { 'accept-encoding': 'gzip' }));
    }
    await sleep(5);
  }
  return tally(await Promise.all(waiting));
}

const CONNECTIONS = 500;
/** Bursts of connections, one a second, each for a call that costs nothing. */
async function connections(seconds) {
  const answers = [];
  const call = `GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`;
  const one = () =>
    new Promise((resolve) => {
      const begun = performance.now();
      const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(call));
      const done = (status) => resolve({ status, took: performance.now() - begun });
      socket.once('data', (text) => done(Number(text.toString('latin1', 9, 12))));
      socket.on('error', () => done(0));
      socket.on('close', () => done(0));
    });
  for (let second = 0; second < seconds; second++) {
    answers.push(...Array.from({ length: CONNECTIONS }, one));
    await sleep(1_000);
  }
  return tally(await Promise.all(answers));
}

const jobs = {
  connections: ({ seconds }) => connections(seconds),
  sockets: ({ count, ids, seconds }) => sockets(count, ids, seconds),
  parts: ({ seconds }) => parts(seconds),
  calls: ({ kind, ids, seconds }) => calls(kind, ids, seconds),
};
process.on('message', async ({ job, ...rest }) => process.send({ done: await jobs[job](rest) }));
