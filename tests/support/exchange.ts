import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { WebSocket } from 'ws';
import type { CallName, SourceNotice } from '../../domain/contract/index.ts';
import { API_BASE, calls, KEY_HEADER } from '../../domain/contract/index.ts';
import { settingsFrom } from '../../server/base/config.ts';
import { createHasher } from '../../server/host/device/passwords.ts';
import type { Exchange } from '../../server/host/exchange.ts';
import { startExchange } from '../../server/host/exchange.ts';
import { ownDatabase } from './databases.ts';
import { withQuickChecks } from './quickClock.ts';

/** A hash that costs nothing: these tests log in more often than users do. */
const cheapHasher = createHasher({ N: 2, r: 1, p: 1 });

export interface Answer {
  readonly status: number;
  readonly code: unknown;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: black-box tests look at what came over the wire
  readonly data: any;
}

export interface RequestOptions {
  readonly token?: string | undefined;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface User {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly uid: string;
}

let empty = '';
/** A folder without an article. */
function nothingPublished(): string {
  if (empty === '') {
    empty = mkdtempSync(join(tmpdir(), 'tm-no-content-'));
    process.once('exit', () => rmSync(empty, { recursive: true, force: true }));
  }
  return empty;
}

/** Lets a folder that holds no database begin with an empty one: making it takes seconds. */
function beginIn(dataDir: string): void {
  const database = join(dataDir, 'db');
  if (!existsSync(database)) cpSync(join(inject('templateFolder'), 'db'), database, { recursive: true });
}

/** A whole exchange on a real database that goes with it, seen from outside. */
export async function openExchange(
  env: Readonly<Record<string, string>> = {},
  options: { readonly limitFactor?: number; readonly realHash?: boolean } = {},
) {
  const settings = settingsFrom({
    PORT: '0',
    SYMBOLS: '20',
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    DATA_DIR: 'memory',
    // Tests are the same each time.
    SEED: '1',
    // Reading every article takes longer than all else of a start; tests of them name a folder.
    CONTENT_DIR: nothingPublished(),
    ...env,
  });
  const { DATA_DIR = 'memory', DATABASE_URL } = env;
  if (DATA_DIR !== 'memory' && DATABASE_URL === undefined) beginIn(DATA_DIR);
  const exchange: Exchange = await withQuickChecks(() =>
    startExchange(settings, process.cwd(), {
      limitFactor: options.limitFactor ?? 1_000,
      openMemory: ownDatabase,
      ...(options.realHash ? {} : { hasher: cheapHasher }),
    }),
  );
  const base = `127.0.0.1:${exchange.port}`;
  return {
    exchange,
    base,
    db: exchange.accounts.db,
    ...clientOf(base),
    close: () => exchange.close(),
  };
}
export type TestExchange = Awaited<ReturnType<typeof openExchange>>;

const agent = new Agent({ keepAlive: true });

/** A POST without what `fetch` adds to it: it asks for packed answers and streams them, which takes most of its time. */
function sent(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const options = { method: 'POST', agent, headers: { ...headers, 'content-length': bytes.length } };
    const call = request(url, options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
    });
    call.on('error', reject);
    call.end(bytes);
  });
}

let users = 0;
/** What users do with an exchange or a gateway, from outside. */
export function clientOf(base: string) {
  let count = 0;

  async function post(
    path: string,
    body: unknown,
    { token, key, headers }: RequestOptions = {},
  ): Promise<Answer> {
    const answer = await sent(
      `http://${base}${path}`,
      typeof body === 'string' ? body : JSON.stringify(body),
      {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: token }),
        ...(key === undefined ? {} : { [KEY_HEADER]: key }),
        ...headers,
      },
    );
    const { code, message, data } = JSON.parse(answer.text) as Answer;
    return { status: answer.status, code, message, data };
  }
  /** Sends a file as a form does. @param fields text fields of the same form. */
  async function sendFile(
    name: CallName,
    bytes: Uint8Array | string,
    {
      token = '',
      fields = {},
      fileName = 'a.jpg',
    }: { token?: string; fields?: Readonly<Record<string, string>>; fileName?: string } = {},
  ): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([bytes as BlobPart], { type: 'image/jpeg' }), fileName);
    for (const [field, text] of Object.entries(fields)) form.append(field, text);
    const path = API_BASE + calls[name].path;
    const headers = { authorization: token };
    const answer = await fetch(`http://${base}${path}`, { method: 'POST', body: form, headers });
    const { code, message, data } = (await answer.json()) as Answer;
    return { status: answer.status, code, message, data };
  }
  const ask = (name: CallName, body: unknown = {}, how: RequestOptions = {}): Promise<Answer> =>
    post(API_BASE + calls[name].path, body, how);

  /** The newest code that was sent to somebody. */
  async function codeFor(to: string): Promise<string> {
    const { data } = await ask('dev.outbox');
    const found = data.messages.find((message: { to: string; text: string }) => message.to === to);
    return /\d{6}/.exec(found?.text ?? '')?.[0] ?? '';
  }
  const temporary = async (): Promise<string> => (await ask('common.temporaryToken')).data.token;
  /** Asks for a code by mail and reads it. @param about what a withdrawal's code confirms. */
  async function mailCode(email: string, purpose: string, token?: string, about?: object): Promise<string> {
    const body = { email, purpose, ...(about ? { about } : {}) };
    await ask('common.sendEmail', body, { token: token ?? (await temporary()) });
    return codeFor(email);
  }
  async function newUser(password = 'tide1234x', inviteCode?: string): Promise<User> {
    const email = `p${++users}.${Date.now()}@people.example`;
    const contact = { kind: 'email', email };
    const code = await mailCode(email, 'register');
    const { data } = await ask('account.register', {
      contact,
      code,
      password,
      agreed: true,
      ...(inviteCode === undefined ? {} : { inviteCode }),
    });
    return { email, password, token: data.token, uid: data.uid };
  }
  const logIn = async ({ email, password }: Pick<User, 'email' | 'password'>, totp?: string) =>
    ask('account.login', {
      contact: { kind: 'email', email },
      password,
      ...(totp === undefined ? {} : { totp }),
    });

  return {
    post,
    ask,
    sendFile,
    codeFor,
    temporary,
    mailCode,
    newUser,
    logIn,
    newKey: () => `key-${++count}-${Date.now()}`,
    openSocket: () => openSocket(base),
  };
}

export interface ChannelMessage {
  readonly t: string;
  readonly ch?: string;
  readonly e?: string;
  readonly s?: number;
  readonly id?: number;
  readonly code?: string;
  readonly recovered?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: black-box tests look at what came over the wire
  readonly d?: any;
  readonly heads?: Readonly<Record<string, unknown>>;
  readonly src?: SourceNotice;
}

/** A socket that keeps what it receives. */
async function openSocket(base: string) {
  const socket = new WebSocket(`ws://${base}/ws?v=1`, 'ex.v1');
  const received: ChannelMessage[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)));
    for (const check of waiting) check();
  });
  await once(socket, 'open');
  return {
    received,
    closed,
    say: (message: unknown) => socket.send(JSON.stringify(message)),
    /** Waits for a message that fits; the test's own time limit ends a vain wait. */
    receives: (fits: (message: ChannelMessage) => boolean): Promise<ChannelMessage> =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = received.find(fits);
          if (!found) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    end: () => socket.terminate(),
  };
}
