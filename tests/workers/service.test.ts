import { describe, expect, it, vi } from 'vitest';
import { isAsset, MOST_ASSETS, storeAssets, trimAssets } from '../../workers/service/assets.ts';
import { readToService } from '../../workers/service/messages.ts';
import type { OpenPage } from '../../workers/service/notices.ts';
import { routeOfNotice, showRoute } from '../../workers/service/notices.ts';
import type { Subscribed } from '../../workers/service/push.ts';
import { moveSubscription, noticeOfPush, showPush } from '../../workers/service/push.ts';
import { answerPage, isRoute, PAGE_WAIT_MS } from '../../workers/service/shell.ts';
import { FakeClock } from '../support/fakeClock.ts';

const ORIGIN = 'https://tidemark.example';
const request = new Request(`${ORIGIN}/trade`);
const page = (text: string, status = 200) => new Response(text, { status });

describe('the page', () => {
  const shell = (load: () => Promise<Response>, kept: string | undefined = 'kept') => {
    const clock = new FakeClock();
    const answer = answerPage(request, {
      load,
      kept: async () => (kept === '' ? undefined : page(kept)),
      after: clock.after,
    });
    return { clock, text: async () => (await answer).text(), answer };
  };
  it('is the server’s own while there is a network', async () => {
    const { text, clock } = shell(async () => page('fresh'));
    expect(await text()).toBe('fresh');
    expect(clock.pending).toBe(0);
  });
  it.each([404, 403])('is the server’s own when it says %i', async (status) => {
    expect((await shell(async () => page('no', status)).answer).status).toBe(status);
  });
  it('is the kept one without a network, and while the server is in trouble', async () => {
    expect(await shell(() => Promise.reject(new TypeError('offline'))).text()).toBe('kept');
    expect(await shell(async () => page('bad gateway', 502)).text()).toBe('kept');
  });
  it('is the kept one when the network takes too long', async () => {
    const { text, clock } = shell(() => new Promise(() => undefined));
    await clock.advance(PAGE_WAIT_MS);
    expect(await text()).toBe('kept');
  });
  it('waits for a slow network when nothing is kept', async () => {
    let come: (response: Response) => void = () => undefined;
    const { text, clock } = shell(() => new Promise((resolve) => (come = resolve)), '');
    await clock.advance(PAGE_WAIT_MS);
    come(page('late'));
    expect(await text()).toBe('late');
  });
  it('is an error when there is nothing at all', async () => {
    expect((await shell(() => Promise.reject(new TypeError('offline')), '').answer).type).toBe('error');
  });
});

describe('what is kept', () => {
  it.each([
    ['/assets/index-Bx_1.js', true],
    ['/assets/de-9.js', true],
    ['/assets/a.js?x=1', false],
    ['/assets/', false],
    ['/assets/../api/xb/v1/account/balances', false],
    ['/api/xb/v1/market/list', false],
    ['/index.html', false],
    ['/sw.js', false],
  ])('%s: %s', (path, is) => {
    expect(isAsset(new URL(path, ORIGIN), ORIGIN)).toBe(is);
  });
  it('is nothing of another place', () => {
    expect(isAsset(new URL('https://evil.example/assets/a.js'), ORIGIN)).toBe(false);
  });
  it.each([
    ['/', true],
    ['/home', true],
    ['/coinDetail/BTC-USDT', true],
    ['/assets/a.js', false],
    ['/api', false],
    ['/api/openapi.json', false],
    ['/docs', false],
    ['/healthz', false],
    ['/manifest.webmanifest', false],
  ])('is the page at %s: %s', (path, is) => {
    expect(isRoute(path)).toBe(is);
  });
  it('takes what the page has loaded, sound files alone, each once', async () => {
    const files = new Map<string, Response>([[`${ORIGIN}/assets/known.js`, page('known')]]);
    const kept = {
      match: async (key: RequestInfo | URL) => files.get(String(key)),
      put: async (key: RequestInfo | URL, value: Response) => void files.set(String(key), value),
    };
    const load = vi.fn(async (url: string) => page('x', url.endsWith('gone.js') ? 404 : 200));
    const names = [
      'assets/a.js',
      'assets/a.js',
      'assets/known.js',
      'assets/gone.js',
      'api/xb/v1/market/list',
    ];
    const urls = [
      ...names.map((name) => `${ORIGIN}/${name}`),
      'nonsense',
      'https://evil.example/assets/b.js',
    ];
    await storeAssets(kept, urls, ORIGIN, load);
    expect(load.mock.calls.map(([url]) => url)).toEqual([
      `${ORIGIN}/assets/a.js`,
      `${ORIGIN}/assets/gone.js`,
    ]);
    expect([...files.keys()]).toEqual([`${ORIGIN}/assets/known.js`, `${ORIGIN}/assets/a.js`]);
    await storeAssets(kept, [`${ORIGIN}/assets/c.js`], ORIGIN, () =>
      Promise.reject(new TypeError('offline')),
    );
    expect(files.size).toBe(2);
  });
  it('does not grow for ever', async () => {
    const keys = Array.from({ length: MOST_ASSETS + 3 }, (_, n) => new Request(`${ORIGIN}/assets/${n}.js`));
    const gone: string[] = [];
    const remove = async (key: RequestInfo | URL) => gone.push((key as Request).url) > 0;
    await trimAssets({ keys: async () => keys, delete: remove });
    expect(gone).toEqual([0, 1, 2].map((n) => `${ORIGIN}/assets/${n}.js`));
  });
});

describe('what is said to it', () => {
  it('is read with care', () => {
    expect(readToService({ type: 'keep', urls: ['/a', 7, null] })).toEqual({ type: 'keep', urls: ['/a'] });
    expect(readToService({ type: 'SKIP_WAITING', more: 1 })).toEqual({ type: 'SKIP_WAITING' });
    for (const odd of [
      undefined,
      null,
      'keep',
      7,
      {},
      { type: 'keep' },
      { type: 'keep', urls: 'x' },
      { type: 'x' },
    ])
      expect(readToService(odd)).toBeUndefined();
  });
});

describe('a notification', () => {
  it.each([
    [{ path: '/coinDetail/BTC-USDT' }, '/coinDetail/BTC-USDT'],
    [{ path: '//evil.example' }, '/home'],
    [{ path: 'https://evil.example' }, '/home'],
    [{ path: '/mine/questionRecord?ticket=7' }, '/mine/questionRecord?ticket=7'],
    [{ path: '/a?b=//evil.example' }, '/home'],
    [{ path: '/a?b=c#d' }, '/home'],
    [{ path: 7 }, '/home'],
    [null, '/home'],
    ['x', '/home'],
  ])('with %j leads to %s', (data, path) => {
    expect(routeOfNotice(data)).toBe(path);
  });
  it('opens its route in the page that is there, else in a new one', async () => {
    const client = (focused: boolean) => ({
      focused,
      postMessage: vi.fn(),
      focus: vi.fn(async () => undefined),
    });
    const [behind, front] = [client(false), client(true)];
    const openWindow = vi.fn(async () => null);
    const pages = (open: readonly OpenPage[]) => ({
      matchAll: async () => open,
      openWindow,
    });
    await showRoute(pages([behind, front]), '/trade');
    expect(front.postMessage).toHaveBeenCalledWith({ type: 'open', path: '/trade' });
    expect([front.focus, behind.focus].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    expect(openWindow).not.toHaveBeenCalled();
    await showRoute(pages([]), '/trade');
    expect(openWindow).toHaveBeenCalledWith('/trade');
  });
});

describe('a push message', () => {
  const notice = { id: 'notification:7', title: 'Order filled', text: 'Buy', path: '/tradDetail/7' };
  const door = (visibilityState?: string) => {
    const close = vi.fn();
    return {
      close,
      matchAll: vi.fn(async () => (visibilityState === undefined ? [] : [{ visibilityState }])),
      show: vi.fn(async () => undefined),
      shown: vi.fn(async () => [{ close }]),
    };
  };
  it.each([undefined, 'hidden'])('is shown where a page is %s', async (state) => {
    const { show, close, ...rest } = door(state);
    await showPush({ show, ...rest }, JSON.stringify(notice));
    expect(show).toHaveBeenCalledWith(
      'Order filled',
      expect.objectContaining({ body: 'Buy', tag: notice.id, data: { path: notice.path } }),
    );
    expect(close).not.toHaveBeenCalled();
  });
  it('is taken away at once, without a sound, where somebody looks at the page', async () => {
    const { show, close, ...rest } = door('visible');
    await showPush({ show, ...rest }, JSON.stringify(notice));
    expect(show).toHaveBeenCalledWith('Order filled', expect.objectContaining({ silent: true }));
    expect(rest.shown).toHaveBeenCalledWith(notice.id);
    expect(close).toHaveBeenCalledTimes(1);
  });
  it.each(['', 'x', '[]', '{"title":7}', 'null'])('says that there is something, for %s', (text) => {
    expect(noticeOfPush(text)).toEqual({ id: 'tidemark', title: 'Tidemark', text: '', path: '/mine/news' });
  });
});

describe('a subscription that the browser replaces', () => {
  const subscribed = (name: string, key: ArrayBuffer | null = new ArrayBuffer(65)): Subscribed => ({
    options: { applicationServerKey: key },
    toJSON: () => ({ endpoint: `https://push/${name}`, keys: { p256dh: `p-${name}`, auth: `a-${name}` } }),
  });
  const door = () => ({
    subscribe: vi.fn(async () => subscribed('made')),
    post: vi.fn(async (_path: string, _body: unknown) => undefined),
  });
  const body = (name: string) => ({
    endpoint: `https://push/${name}`,
    p256dh: `p-${name}`,
    auth: `a-${name}`,
    former: { endpoint: 'https://push/old', auth: 'a-old' },
  });
  it('is told to the exchange, proven by the former one', async () => {
    const own = door();
    await moveSubscription(own, subscribed('old'), subscribed('new'));
    expect(own.post.mock.calls).toEqual([['/api/xb/v1/notification/push/moved', body('new')]]);
    expect(own.subscribe).not.toHaveBeenCalled();
  });
  it('is made by the same key where the browser made none', async () => {
    const own = door();
    await moveSubscription(own, subscribed('old'), null);
    expect(own.post.mock.calls).toEqual([['/api/xb/v1/notification/push/moved', body('made')]]);
  });
  it('waits for the page where the browser does not say which it was', async () => {
    const own = door();
    await moveSubscription(own, undefined, undefined);
    await moveSubscription(own, subscribed('old', null), null);
    expect([own.post, own.subscribe].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });
});
