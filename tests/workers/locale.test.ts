import { proxy } from 'comlink';
import { WebSocket as MockWebSocket, Server } from 'mock-socket';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Call, CallName } from '../../domain/contract/index.ts';
import { API_BASE, calls, STREAM_PATH } from '../../domain/contract/index.ts';
import type { Socket } from '../../feeds/index.ts';
import type { MoneyCall } from '../../workers/api.ts';
import type { Transport } from '../../workers/session/caller.ts';
import { createExchangeParts } from '../../workers/session/exchangeParts.ts';
import { PagesLanguage } from '../../workers/session/pagesLanguage.ts';
// Loaded before, as a first load takes the time of the machine and not of the test's clock.
import '../../workers/views/userViews.ts';
import { ask, connect, endVisit, list, noFutures, open, pass, start, world, worldForEach } from './world.ts';

worldForEach();

interface Sent {
  readonly path: string;
  readonly headers: Headers;
}
let sent: Sent[];
/** End of the path whose answer is lost. */
let lost: string | undefined;
let server: Server;
const ORIGIN = 'http://locale.test';

/** What a test needs to have answered; all else is refused. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'market/list': { version: 'v', markets: [] },
  'account/balances': {
    uid: '1',
    balances: [],
    orders: [],
    futures: noFutures,
    positionMargin: '0',
    realizedPl: '0',
    notifications: { readTo: 0, newest: 0, unread: 0, unseen: [], cycleNet: '0' },
  },
  'account/ws/ticket': { ticket: 't', expiresAt: 1 },
};

/** The network: keeps what each request carries. */
async function network(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const path = String(url);
  if (lost !== undefined && path.endsWith(lost)) throw new TypeError('no network');
  sent.push({ path, headers: new Headers(init?.headers) });
  const found = Object.entries(ANSWERS).find(([end]) => path.endsWith(end));
  return Response.json(
    found
      ? { code: 200, message: '', data: found[1], requestId: 'r' }
      : { code: 'accountFrozen', message: 'nein', data: null, requestId: 'r' },
  );
}

/** An upload's request: ends as soon as it is sent. */
class UploadRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly #headers = new Headers();
  #path = '';
  responseText = '{}';
  open(_: string, path: string): void {
    this.#path = path;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }
  send(): void {
    sent.push({ path: this.#path, headers: this.#headers });
    this.dispatchEvent(new Event('loadend'));
  }
  abort(): void {}
}

beforeEach(async () => {
  endVisit();
  sent = [];
  lost = undefined;
  server = new Server(`${ORIGIN.replace('http', 'ws')}${STREAM_PATH}?v=1`);
  server.on('connection', (client) => {
    const say = (message: object) => client.send(JSON.stringify({ ts: world.clock.now(), ...message }));
    say({ t: 'hello', conn: 'c', now: world.clock.now(), beat: 1_000, limits: {}, origin: 'live' });
    client.on('message', (data) => {
      const { op, id, ch = [] } = JSON.parse(String(data)) as { op: string; id?: number; ch?: string[] };
      if (op === 'auth') say({ t: 'ok', id });
      if (op === 'sub' && ch.includes('me'))
        say({ t: 'snap', ch: 'me', e: 'e', s: 1, d: ANSWERS['account/balances'] });
    });
  });
  world.openRequest = () => new UploadRequest() as unknown as XMLHttpRequest;
  const language = new PagesLanguage();
  const { feed, transport } = createExchangeParts({
    fetch: network,
    origin: ORIGIN,
    language,
    clock: world.clock,
    random: () => 0.5,
    createSocket: (url, protocol) => new MockWebSocket(url, protocol) as unknown as Socket,
  });
  await start(feed, { transport, language }, { language: 'de', token: 'mine' });
  await live(200);
});
afterEach(() => {
  world.api.close();
  server.stop();
});

/** Time passes for the worker, and in truth as much as a socket needs to deliver. */
async function live(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 50) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await pass(50);
  }
}
const localesOf = (end: string) =>
  sent.filter(({ path }) => path.endsWith(end)).map(({ headers }) => headers.get('locale'));
const all = Object.entries(calls) as [CallName, Call][];
const PICTURES: Partial<Record<CallName, 'front' | undefined>> = {
  'common.upload': undefined,
  'identity.photo': 'front',
};

/** Asks each call of the contract by the way that the page takes for it. */
async function askAll(): Promise<void> {
  for (const [name, call] of all) {
    if (call.takesFile)
      await world.session.upload(
        name,
        new Blob(['x']),
        proxy(() => undefined),
        PICTURES[name],
      );
    else if (call.movesMoney) await world.session.submit(name as MoneyCall, {} as never);
    else await ask(name, {} as never);
  }
}

describe('the locale of the page', () => {
  it('is carried by each call of the contract, and by what the worker asks for itself', async () => {
    await open(list({ sparkline: true }));
    await live(200);
    const money = all.filter(([, { movesMoney }]) => movesMoney);
    expect(money.length).toBeGreaterThanOrEqual(28);
    await askAll();
    const paths = new Set(sent.map(({ path }) => path));
    expect(all.filter(([, { path }]) => !paths.has(API_BASE + path)).map(([name]) => name)).toEqual([]);
    expect(sent.filter(({ headers }) => headers.get('locale') !== 'de')).toEqual([]);
    expect(localesOf('account/ws/ticket').length).toBeGreaterThan(1);
  });

  it('is the new one with the next request when it is changed in place', async () => {
    sent = [];
    await world.session.setSettings({ language: 'jp' });
    await askAll();
    await world.session.setSettings({ token: 'other' });
    await live(100);
    expect(sent.length).toBeGreaterThan(all.length);
    expect(sent.filter(({ headers }) => headers.get('locale') !== 'jp')).toEqual([]);
  });

  it('is that of the page that submits, of two that share a worker', async () => {
    const other = await connect({ language: 'fr', token: 'mine' });
    sent = [];
    await other.submit('spot.place', {} as never);
    await world.session.submit('spot.place', {} as never);
    await ask('account.sessions', {}, other);
    await ask('account.sessions', {});
    expect(localesOf('order/place')).toEqual(['fr', 'de']);
    expect(localesOf('account/sessions')).toEqual(['fr', 'de']);
  });

  it('in force then is carried by the question after a call whose answer was lost', async () => {
    lost = 'order/place';
    expect((await world.session.submit('spot.place', {} as never)).state).toBe('unknown');
    await world.session.setSettings({ language: 'tr' });
    await live(2_500);
    expect(localesOf('account/commands').at(-1)).toBe('tr');
  });

  it('is missing only before any page has said one', () => {
    expect(new PagesLanguage().current).toBeUndefined();
  });

  it('cannot be left out of a request', () => {
    const transport: Transport = async () => undefined;
    // @ts-expect-error a request without a locale
    void transport('/api', {}, {});
  });
});
