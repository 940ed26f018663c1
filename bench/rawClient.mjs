import { connect } from 'node:net';

/** An answer that has not come by then counts as none, ms. */
const GIVEN_UP_MS = 15_000;
const HEAD_END = Buffer.from('\r\n\r\n');
/** Connections at most, as of a proxy before the exchange; what finds none free waits, and its time counts. */
const MOST = 512;

/**
 * Sends POSTs over kept connections, one at a time on each, and reads of an answer its status alone. Node's own client
 * takes more of a core for a request than a refusal costs the exchange: under a flood it would measure itself.
 * @returns `post`, which yields the status (0: no answer) and how long it took, ms.
 */
export function rawClient(port) {
  const idle = [];
  const waiting = [];
  let opened = 0;

  function open() {
    opened += 1;
    const line = {
      socket: connect({ port, host: '127.0.0.1', noDelay: true }),
      left: -1,
      head: [],
      ended: undefined,
    };
    line.socket.on('data', (bytes) => read(line, bytes));
    const lost = () => {
      if (!line.isLost) opened -= 1;
      line.isLost = true;
      line.ended?.(0);
    };
    line.socket.on('error', lost);
    line.socket.on('close', lost);
    return line;
  }

  /** Bytes of an answer: its head, then as many as it says. */
  function read(line, bytes) {
    let body = bytes;
    if (line.left < 0) {
      line.head.push(bytes);
      const all = line.head.length === 1 ? bytes : Buffer.concat(line.head);
      const end = all.indexOf(HEAD_END);
      if (end < 0) return;
      const head = all.toString('latin1', 0, end);
      line.status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      line.isChunked = length === undefined;
      line.left = Number(length ?? 0);
      line.head = [];
      body = all.subarray(end + HEAD_END.length);
    }
    if (line.isChunked ? body.toString('latin1').endsWith('0\r\n\r\n') : body.length >= line.left) {
      line.left = -1;
      line.ended?.(line.status);
    } else if (!line.isChunked) line.left -= body.length;
  }

  /** Puts the next request on a line, for as long as there is one. */
  function next() {
    while (waiting.length > 0) {
      let line = idle.pop();
      while (line?.isLost) line = idle.pop();
      if (!line && opened >= MOST) return;
      send(line ?? open(), waiting.shift());
    }
  }

  function send(line, { text, begun, resolve }) {
    const timer = setTimeout(() => line.socket.destroy(), GIVEN_UP_MS);
    line.ended = (status) => {
      clearTimeout(timer);
      line.ended = undefined;
      if (!line.isLost) idle.push(line);
      resolve({ status, took: performance.now() - begun });
      next();
    };
    line.socket.write(text);
  }

  function post(path, headers, body) {
    const begun = performance.now();
    const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = Buffer.byteLength(body);
    const text = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${named.join('')}content-length: ${length}\r\n\r\n${body}`;
    return new Promise((resolve) => {
      waiting.push({ text, begun, resolve });
      next();
    });
  }
  return { post };
}
