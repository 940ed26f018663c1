import { once } from 'node:events';
import type { Server, ServerOptions } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ConnectionGate } from '../../../server/host/net/connectionGate.ts';

const REFUSAL = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 4\r\n\r\nfull';
const ORDER = '/order';

interface Gated {
  readonly server: Server;
  /** Requests that the parser has made. */
  readonly parsed: string[];
  /** Answers the requests that wait at `/slow`. */
  readonly answerSlow: () => void;
  readonly open: () => Promise<Client>;
}

class Client {
  text = '';
  readonly socket: Socket;
  /** The server's end. */
  readonly peer: Socket;
  #sent = 0;

  constructor(socket: Socket, peer: Socket) {
    this.socket = socket;
    this.peer = peer;
    socket.on('data', (piece) => {
      this.text += piece.toString('latin1');
    });
    socket.on('error', () => undefined);
  }

  /** Sends a piece, which arrives by itself. */
  async send(text: string): Promise<void> {
    this.socket.write(text, 'latin1');
    this.#sent += text.length;
    while (this.peer.bytesRead < this.#sent && !this.peer.destroyed)
      await new Promise((resolve) => setImmediate(resolve));
    // An answer that is made at once is on its way after that.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Statuses of the answers so far. */
  get statuses(): number[] {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  async answers(count: number): Promise<number[]> {
    await expect.poll(() => this.statuses.length, { timeout: 15_000, interval: 20 }).toBe(count);
    return this.statuses;
  }
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server whose orders are refused; a request for `/slow` waits until the test has it answered. */
async function gated(
  options: ServerOptions = {},
  refusal: Buffer = Buffer.from(REFUSAL),
  isGatedFromStart = false,
): Promise<Gated> {
  const parsed: string[] = [];
  const slow: (() => void)[] = [];
  const gate = new ConnectionGate(({ method, path }) =>
    method === 'POST' && path === ORDER ? refusal : undefined,
  );
  const server = createServer(options, (request, response) => {
    gate.entered(request, response);
    if (request.url === ORDER) gate.watch(request.socket);
    const texts: string[] = [];
    request.on('data', (piece: Buffer) => texts.push(piece.toString('latin1')));
    request.on('end', () => {
      parsed.push(`${request.method} ${request.url} ${texts.join('')}`);
      const status = request.url === ORDER ? 418 : 200;
      const end = (): void => void response.writeHead(status).end('ok');
      if (request.url === '/slow') slow.push(end);
      else setImmediate(end);
    });
  });
  if (isGatedFromStart) server.on('connection', (socket) => gate.opened(socket));
  server.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    parsed,
    answerSlow: () => slow.shift()?.(),
    open: async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      const taken = once(server, 'connection') as Promise<[Socket]>;
      const [[peer]] = await Promise.all([taken, once(socket, 'connect')]);
      return new Client(socket, peer);
    },
  };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path: string, body: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;

/** A connection of which a request was refused, and the next one read by the parser. */
async function known(
  options: ServerOptions = {},
  refusal?: Buffer,
): Promise<Gated & { readonly client: Client }> {
  const all = await gated(options, refusal);
  const client = await all.open();
  await client.send(post(ORDER, 'abc'));
  await client.answers(1);
  await client.send(get('/first'));
  expect(await client.answers(2)).toEqual([418, 200]);
  all.parsed.length = 0;
  client.text = '';
  return { ...all, client };
}

it('answers a refused request by its bytes, and what comes after it as ever', async () => {
  const { client, parsed } = await known();
  await client.send(post(ORDER, 'abc'));
  await client.send(post(ORDER, 'abc', 'Connection: keep-alive\r\n'));
  await client.send(post('/else', 'abc'));
  await client.send(post(ORDER, 'abc'));
  expect(await client.answers(4)).toEqual([503, 503, 200, 503]);
  expect(parsed).toEqual(['POST /else abc']);
});

it('leaves connections alone until a request of theirs is refused', async () => {
  const { open } = await gated();
  const client = await open();
  await client.send(get('/first'));
  await client.send(post('/else', 'abc'));
  expect(await client.answers(2)).toEqual([200, 200]);
  const before = client.peer.listeners('data');
  await client.send(post(ORDER, 'abc'));
  await client.answers(3);
  await expect.poll(() => client.peer.listeners('data')).not.toEqual(before);
});

it('refuses from the second request on where a connection comes while requests are refused', async () => {
  const { open, parsed } = await gated({}, Buffer.from(REFUSAL), true);
  const client = await open();
  await client.send(post(ORDER, 'abc'));
  await client.answers(1);
  await client.send(post(ORDER, 'abc'));
  await client.send(post('/else', 'abc'));
  expect(await client.answers(3)).toEqual([418, 503, 200]);
  expect(parsed).toEqual(['POST /order abc', 'POST /else abc']);
});

it('leaves a connection whose first request changes the protocol to who takes it', async () => {
  const { open, server } = await gated({}, Buffer.from(REFUSAL), true);
  const client = await open();
  server.on('upgrade', (_request, socket: Socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
    socket.on('data', (piece) => socket.write(`heard ${piece}`));
  });
  await client.send('GET /up HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  await client.send(post(ORDER, 'abc'));
  await expect.poll(() => client.text).toContain('heard POST');
  expect(client.statuses).toEqual([101]);
});

it('ends a gated connection that says nothing as any other', async () => {
  const { open } = await gated(
    { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 },
    Buffer.from(REFUSAL),
    true,
  );
  const [silent, busy] = [await open(), await open()];
  await busy.send(post(ORDER, 'abc'));
  await busy.send(post(ORDER, 'abc'));
  await expect.poll(() => silent.peer.destroyed).toBe(true);
  await busy.send(post(ORDER, 'abc'));
  expect(await busy.answers(3)).toEqual([418, 503, 503]);
});

it('takes what begins inside of another request for no request', async () => {
  for (const half of [
    `POST ${ORDER} HTTP/1.1\r\nX: `,
    `GET /a HTTP/1.1\r\nX: `,
    `GET /a?`,
    'PO',
    `POST ${ORDER} HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n`,
  ]) {
    const { open } = await gated();
    const client = await open();
    // A whole order, refused, and the half of a request behind it in one piece: the gate begins after that.
    await client.send(post(ORDER, 'abc') + half);
    await client.send(post(ORDER, 'def'));
    await client.send(post(ORDER, 'ghi'));
    expect(client.statuses, half).not.toContain(503);
  }
});

it('refuses before the body is here, and passes over it, whatever it says', async () => {
  const { client, parsed } = await known();
  const body = post(ORDER, 'x') + get('/inside');
  const [head = ''] = post(ORDER, body).split(body);
  await client.send(head);
  expect(await client.answers(1)).toEqual([503]);
  await client.send(body.slice(0, 20));
  await client.send(body.slice(20));
  await client.send(post('/else', body));
  await client.send(post(ORDER, 'abc'));
  expect(await client.answers(3)).toEqual([503, 200, 503]);
  expect(parsed).toEqual([`POST /else ${body}`]);
});

it('takes no body for a request that was let in in pieces', async () => {
  const { client, parsed } = await known();
  const body = post(ORDER, 'x');
  const [head = ''] = post('/else', body).split(body);
  await client.send(head);
  await client.send(body);
  await client.send(post(ORDER, 'abc'));
  expect(await client.answers(2)).toEqual([200, 503]);
  expect(parsed).toEqual([`POST /else ${body}`]);
});

it('lets no answer overtake one that is being made', async () => {
  const { client, parsed, answerSlow } = await known();
  await client.send(get('/slow'));
  await client.send(post(ORDER, 'abc'));
  await expect.poll(() => parsed).toEqual(['GET /slow ', 'POST /order abc']);
  expect(client.statuses).toEqual([]);
  answerSlow();
  expect(await client.answers(2)).toEqual([200, 418]);
});

it('leaves a connection to the parser once it does not know where a request begins', async () => {
  const half = post(ORDER, 'abc');
  const cases: Readonly<Record<string, readonly string[]>> = {
    'two at once': [get('/a') + get('/b')],
    'a head in two pieces': [half.slice(0, 20), half.slice(20)],
    'a body in chunks': [
      'POST /else HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      `${half.length.toString(16)}\r\n`,
      half,
      '\r\n0\r\n\r\n',
    ],
  };
  for (const [name, pieces] of Object.entries(cases)) {
    const { client, parsed } = await known();
    for (const piece of pieces) await client.send(piece);
    await client.send(post(ORDER, 'last'));
    await expect.poll(() => parsed.at(-1), { message: name }).toBe('POST /order last');
    expect(client.statuses, name).not.toContain(503);
    // A refusal puts the gate back, and a request that is read from end to end makes it sure.
    await client.send(post('/else', 'abc'));
    await client.send(post(ORDER, 'abc'));
    await expect.poll(() => client.statuses.at(-1), { message: name }).toBe(503);
  }
});

it('reads nothing by itself that two parsers could understand in two ways', async () => {
  const line = `POST ${ORDER} HTTP/1.1\r\nHost: x\r\n`;
  for (const text of [
    `${line}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
    `${line}Content-Length: 3\r\n\vContent-Length: 4\r\n\r\nabc`,
    `${line}Content-Length: 3\r\nTransfer-Encoding : chunked\r\n\r\nabc`,
    `${line}Content-Length: 3\r\nConnection: keep-alive, upgrade\r\n\r\nabc`,
    `${line}Content-Length : 3\r\n\r\nabc`,
    `${line}Content-Length: +3\r\n\r\nabc`,
    `${line}Content-Length: 3, 3\r\n\r\nabc`,
    `${line}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc`,
    `${line}X: a\r\n Content-Length: 3\r\n\r\nabc`,
    `${line}X: a\nContent-Length: 3\r\n\r\nabc`,
    `${line}X: a\rContent-Length: 3\r\n\r\nabc`,
    `${line}Expect: 100-continue\r\nContent-Length: 3\r\n\r\nabc`,
    `${line}Connection: close\r\nContent-Length: 3\r\n\r\nabc`,
    `POST ${ORDER} HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc`,
    `POST  ${ORDER} HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc`,
  ]) {
    const { client } = await known();
    await client.send(text);
    expect(client.statuses, text).not.toContain(503);
  }
});

it('gives a connection that changes its protocol to who takes it', async () => {
  const { client, server } = await known();
  server.on('upgrade', (_request, socket: Socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
    socket.on('data', (piece) => socket.write(`heard ${piece}`));
  });
  await client.send(post(ORDER, 'abc'));
  await client.send('GET /up HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  await client.send(post(ORDER, 'abc'));
  await expect.poll(() => client.text).toContain('heard POST');
  expect(client.statuses).toEqual([503, 101]);
});

it('does not read on from who does not read what is answered', async () => {
  const long = 'a'.repeat(1_000_000);
  const { client } = await known({}, Buffer.from(REFUSAL.replace('4\r\n', '1000004\r\n') + long));
  client.socket.pause();
  // More than the kernel's buffers take.
  for (let i = 0; i < 60 && !client.peer.isPaused(); i++) {
    client.socket.write(post(ORDER, 'abc'));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect.poll(() => client.peer.isPaused()).toBe(true);
  client.socket.write(post(ORDER, 'abc').repeat(20));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(client.peer.writableLength).toBeLessThan(2_500_000);
  client.socket.destroy();
});

it('answers what a server without a gate does, however requests are cut, but for what is refused', async () => {
  const random = seeded(20_261_125);
  for (let run = 0; run < 15; run++) {
    const requests = Array.from({ length: 12 }, () => {
      const isOrder = random() < 0.5;
      const body = 'x'.repeat(Math.floor(random() * 40));
      return { isOrder, body, text: isOrder ? post(ORDER, body) : post('/else', body) };
    });
    const { client, parsed } = await known();
    const text = requests.map((request) => request.text).join('');
    for (let at = 0; at < text.length; ) {
      const whole = random() < 0.6 ? ends(requests).find((end) => end > at) : undefined;
      const next = whole ?? at + 1 + Math.floor(random() * 120);
      client.socket.write(text.slice(at, next));
      await new Promise((resolve) => setTimeout(resolve, 1));
      at = next;
    }
    const statuses = await client.answers(requests.length);
    const passed = requests.filter(({ isOrder }, i) => {
      expect(isOrder ? [418, 503] : [200]).toContain(statuses[i]);
      return statuses[i] !== 503;
    });
    expect(parsed).toEqual(passed.map((each) => `POST ${each.isOrder ? ORDER : '/else'} ${each.body}`));
  }
});

/** Where each request ends. */
function ends(requests: readonly { readonly text: string }[]): number[] {
  let end = 0;
  return requests.map(({ text }) => (end += text.length));
}

/** @returns numbers from 0 to 1 that a seed decides. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
