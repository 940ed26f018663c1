// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { Profiler } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkError, lazyChunk, quietly, watchChunks } from '../../src/app/chunks.ts';
import { BookModel } from '../../src/state/bookModel.ts';
import { CellBoard } from '../../src/state/cells.ts';
import { ListModel } from '../../src/state/listModel.ts';
import type { StartedWorker } from '../../src/state/startWorker.ts';
import { WorkerClient } from '../../src/state/worker.ts';
import { appendTail, barsOf, prependBars } from '../../src/ui/chart/bars.ts';
import { CoinIconMissingError, coinIcon, coinIconIds } from '../../src/ui/coin/coinIcon.ts';
import { LiveText } from '../../src/ui/LiveText.tsx';
import { MarketList } from '../../src/ui/MarketList.tsx';
import type { Bars, BookFrame, Frame, PageSettings, View } from '../../workers/api.ts';

const opened: View[] = [];
vi.mock('../../src/state/client.ts', () => ({
  client: {
    open: (view: View) => {
      opened.push(view);
      return {
        update: (next: View) => void opened.push(next),
        legendAt: async () => undefined,
        close: () => undefined,
      };
    },
  },
  reportError: () => undefined,
}));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('live text', () => {
  it('changes without a render', () => {
    const board = new CellBoard();
    let renders = 0;
    const { container } = render(
      <Profiler id="live" onRender={() => void (renders += 1)}>
        <LiveText board={board} cell="price" />
      </Profiler>,
    );
    const before = renders;
    for (let i = 0; i < 1_000; i++) board.write('price', `${i}`, i % 2 === 0 ? 1 : -1);
    expect(container.textContent).toBe('999');
    expect(container.querySelector('span')?.dataset['direction']).toBe('down');
    expect(renders).toBe(before);
  });
  it('is read out with all zeros of a price that counts them', () => {
    const board = new CellBoard();
    board.write('price', '0.0₈33');
    const { container } = render(<LiveText board={board} cell="price" />);
    const own = container.querySelector('span');
    expect([own?.textContent, own?.getAttribute('aria-label')]).toEqual(['0.0₈33', '0.0000000033']);
    board.write('price', '0.0₅120');
    expect(own?.getAttribute('aria-label')).toBe('0.00000120');
    board.write('price', '0.0001');
    expect(own?.hasAttribute('aria-label')).toBe(false);
  });
  it('waits for its element, and marks a move for a moment', () => {
    vi.useFakeTimers();
    const board = new CellBoard();
    board.write('a', 'early');
    const { container } = render(<LiveText board={board} cell="a" />);
    expect(container.textContent).toBe('early');
    board.writeMoved('a', 'up', 1);
    expect(container.querySelector('span')?.dataset['move']).toBe('up');
    vi.advanceTimersByTime(400);
    expect(container.querySelector('span')?.dataset['move']).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
  it('loses its mark together with the next prices, not between two of them', async () => {
    vi.useFakeTimers();
    const board = new CellBoard();
    const { container } = render(<LiveText board={board} cell="a" />);
    const own = container.querySelector('span');
    const changes = new MutationObserver(() => undefined);
    changes.observe(container, { subtree: true, attributes: true });
    /** How often marks came or went between prices, and with them. */
    const [between, within] = [[] as number[], [] as number[]];
    for (let tick = 0; tick < 20; tick++) {
      between.push(changes.takeRecords().length);
      board.writeMoved('a', `${tick}`, 1);
      within.push(changes.takeRecords().length);
      vi.advanceTimersByTime(50);
    }
    expect(between.every((count) => count === 0)).toBe(true);
    expect(within.filter((count) => count > 0).length).toBeGreaterThanOrEqual(3);
    vi.advanceTimersByTime(400);
    expect(own?.dataset['move']).toBeUndefined();
    changes.disconnect();
  });
});

it('a finger on a list holds its order, and renders nothing', async () => {
  const scroller = { current: document.body };
  const model = new ListModel();
  model.state.total = 3;
  let renders = 0;
  const query = { list: 'spot', sort: { column: 'name', state: 0 } } as const;
  const { container } = render(
    <MemoryRouter>
      <Profiler id="list" onRender={() => void (renders += 1)}>
        <MarketList query={query} scroller={scroller} model={model} empty={null} />
      </Profiler>
    </MemoryRouter>,
  );
  const list = container.querySelector('ul') as HTMLElement;
  await act(async () => undefined);
  const [before, published] = [renders, opened.length];
  fireEvent.pointerDown(list);
  fireEvent.pointerDown(list);
  fireEvent.pointerUp(list);
  fireEvent.pointerLeave(list);
  expect(opened.slice(published).map((view) => view.kind === 'list' && view.held)).toEqual([true, false]);
  expect(renders).toBe(before);
});

it('a list that gets longer asks for no layout while it renders', async () => {
  const scroller = { current: document.body };
  const model = new ListModel();
  const query = { list: 'spot', sort: { column: 'name', state: 0 } } as const;
  render(
    <MemoryRouter>
      <MarketList query={query} scroller={scroller} model={model} empty={null} />
    </MemoryRouter>,
  );
  await act(async () => undefined);
  const requested = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get');
  await act(async () => {
    model.state.total = 30;
  });
  expect(requested).not.toHaveBeenCalled();
  requested.mockRestore();
});

it('a list takes frames: still parts to state, texts to cells', () => {
  const model = new ListModel();
  const freshness = { state: 'live', ageMs: 0, ageText: '' } as const;
  const head = {
    id: 'A',
    base: 'A',
    quote: 'B',
    kind: 'spot',
    iconId: null,
    status: 'open',
    sparkline: '',
    rises: true,
  } as const;
  model.apply({
    kind: 'list',
    total: 3,
    heads: [[0, head]],
    cells: [0, 0, '1.00', 0, 0, 1, '+1%', 1],
    missing: ['GONE-USDT'],
    freshness,
  });
  expect(model.state.total).toBe(3);
  expect(model.state.missing).toEqual(['GONE-USDT']);
  expect(model.heads.read(0)?.id).toBe('A');
  expect(model.applied).toBe(2);
});

it('a level shows its share from the moment its bar is there, and is written only when it changes', () => {
  const model = new BookModel(1);
  const frame = (share: number): BookFrame => ({
    kind: 'book',
    bids: [['1.00', '2', '2', share]],
    asks: [],
    spread: '--',
    groups: [],
    freshness: { state: 'live', ageMs: 0, ageText: '' },
  });
  model.apply(frame(500));
  const bar = document.createElement('li');
  const stop = model.attachBar('bid0', bar);
  const shown = () => bar.style.getPropertyValue('--share');
  expect(shown()).toBe('50%');
  bar.style.setProperty('--share', 'untouched');
  model.apply(frame(500));
  expect(shown()).toBe('untouched');
  model.apply(frame(250));
  expect(shown()).toBe('25%');
  stop();
  model.apply(frame(1_000));
  expect(shown()).toBe('25%');
});

it('a row hears of its own place alone, until it is gone', () => {
  const { heads } = new ListModel();
  const published: string[] = [];
  const stop = heads.subscribe(0, () => published.push('first'));
  heads.subscribe(1, () => published.push('second'));
  const head = { id: 'A', base: 'A', quote: 'B', kind: 'spot', iconId: null, status: 'open' } as const;
  heads.write(0, { ...head, sparkline: '', rises: true });
  stop();
  heads.write(0, { ...head, id: 'C', sparkline: '', rises: true });
  heads.write(1, { ...head, sparkline: '', rises: true });
  expect(published).toEqual(['first', 'second']);
  expect(heads.read(0)?.id).toBe('C');
});

describe('chunks', () => {
  const reported: string[] = [];
  let reloads: number;
  let isOnline = true;
  const waiting: (() => void)[] = [];
  const memory = new Map<string, string>();
  beforeEach(() => {
    reported.length = 0;
    reloads = 0;
    memory.clear();
    watchChunks({
      report: (kind) => reported.push(kind),
      reload: () => {
        reloads += 1;
      },
      whenOnline: (run) => {
        if (isOnline) run();
        else waiting.push(run);
      },
      build: 'b1',
      memory: {
        getItem: (key) => memory.get(key) ?? null,
        setItem: (key, value) => void memory.set(key, value),
      },
    });
  });
  it.each([
    [new TypeError('Failed to fetch dynamically imported module: /assets/x.js'), 'chunkMissing'],
    [new Error('Unable to preload CSS for /assets/x.css'), 'styleFailed'],
    [new SyntaxError('Unexpected token <'), 'chunkMissing'],
  ])('that fail are reported and healed by one reload for a build: %s', async (error, kind) => {
    const load = lazyChunk(() => Promise.reject(error));
    await expect(load()).rejects.toBeInstanceOf(ChunkError);
    await expect(load()).rejects.toMatchObject({ kind });
    expect(reported).toEqual([kind, kind]);
    expect(reloads).toBe(1);
  });
  it('that the loader tells of are reported once, whoever asked for them', async () => {
    const error = new TypeError('Failed to fetch dynamically imported module: /assets/y.js');
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
    expect([reported, reloads]).toEqual([['chunkMissing'], 1]);
    await expect(lazyChunk(() => Promise.reject(error))()).rejects.toBeInstanceOf(ChunkError);
    expect(reported).toEqual(['chunkMissing']);
  });
  it('that fail without a network are healed when there is one', async () => {
    isOnline = false;
    const load = lazyChunk(() => Promise.reject(new TypeError('Failed to fetch /assets/z.js')));
    await expect(load()).rejects.toBeInstanceOf(ChunkError);
    expect([reloads, memory.size]).toEqual([0, 0]);
    isOnline = true;
    for (const run of waiting.splice(0)) run();
    expect(reloads).toBe(1);
  });
  it('that nobody asked for yet are no matter until they are', async () => {
    const error = new TypeError('Failed to fetch /assets/tab.js');
    const load = () => {
      window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
      return Promise.reject(error);
    };
    expect(await quietly(load)).toBeUndefined();
    expect([reported, reloads]).toEqual([[], 0]);
    await expect(lazyChunk(load)()).rejects.toBeInstanceOf(ChunkError);
    expect([reported, reloads]).toEqual([['chunkMissing'], 1]);
    expect(await quietly(async () => 7)).toBe(7);
  });
  it('that take longer than 120 s are late', async () => {
    vi.useFakeTimers();
    const late = lazyChunk(() => new Promise(() => undefined))();
    const seen = expect(late).rejects.toMatchObject({ kind: 'chunkTimeOut' });
    await vi.advanceTimersByTimeAsync(119_000);
    expect(reported).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    await seen;
    expect(reported).toEqual(['chunkTimeOut']);
  });
  it('that come are handed on', async () => {
    expect(await lazyChunk(async () => 7)()).toBe(7);
    expect(reloads).toBe(0);
  });
});

describe('coin icons', () => {
  it('exist for the ids of the specification', () => {
    expect(coinIconIds).toHaveLength(24);
    for (const id of coinIconIds) expect(coinIcon(id)).toMatch(new RegExp(`#c${id}$`));
  });
  it.each([-1, 17, 1000, 1006, 2003, 1.5, Number.NaN])('are missing for %s, by name', (id) => {
    expect(() => coinIcon(id)).toThrowError(CoinIconMissingError);
  });
});

describe('bars of a chart', () => {
  const columns = (times: number[]): Bars => {
    const same = Float64Array.from(times);
    return { time: same, open: same, high: same, low: same, close: same, volume: same, plots: [same] };
  };
  const times = (bars: readonly { time: number }[]) => bars.map(({ time }) => time);
  it('are ascending and single, whatever comes', () => {
    expect(times(barsOf(columns([1, 2, 2, Number.NaN, 1, 3])))).toEqual([1, 2, 3]);
  });
  it('grow into the past without doubles', () => {
    expect(times(prependBars(barsOf(columns([3, 4, 5])), barsOf(columns([1, 2, 3, 4]))))).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });
  it('grow at the end, in place where they are known', () => {
    const { bars, changed } = appendTail(barsOf(columns([1, 2, 3])), barsOf(columns([3, 4])));
    expect(times(bars)).toEqual([1, 2, 3, 4]);
    expect(times(changed)).toEqual([4]);
  });
});

describe('the worker’s client', () => {
  const settings: PageSettings = {
    language: 'en_us',
    refresh: 'balanced',
    visible: true,
    token: null,
  };
  interface Started {
    opened: View[];
    closed: number;
    /** How often the page has said goodbye. */
    left: number;
    stopped: boolean;
    isDead: boolean;
    sinks: ((frame: Frame) => void)[];
    /** Its lock is let go of, as browsers do for a worker that is gone. */
    end: () => void;
  }
  let started: Started[];
  const start = (): StartedWorker => {
    const own: Started = {
      opened: [],
      closed: 0,
      left: 0,
      stopped: false,
      isDead: false,
      sinks: [],
      end: () => undefined,
    };
    const ended = new Promise<void>((resolve) => {
      own.end = resolve;
    });
    const life = `life-${started.push(own)}`;
    const never = () => new Promise<never>(() => undefined);
    const session = {
      open: async (view: View, sink: (frame: Frame) => void) => {
        own.opened.push(view);
        own.sinks.push(sink);
        return {
          update: async () => undefined,
          legendAt: async () => undefined,
          close: async () => void (own.closed += 1),
        };
      },
      ping: () => (own.isDead ? never() : Promise.resolve(life)),
      ask: () => (own.isDead ? never() : Promise.resolve({ ok: true, data: {} })),
      setSettings: async () => undefined,
      wake: async () => undefined,
      close: async () => void (own.left += 1),
    };
    return {
      api: { connect: async () => session } as never,
      startMs: 10_000,
      hasFailed: () => false,
      ended: (name) => (name === life ? ended : never()),
      stop: () => void (own.stopped = true),
    };
  };
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  beforeEach(() => {
    started = [];
    vi.useFakeTimers();
  });

  it('starts a new worker when the old one is silent, and opens every view again', async () => {
    let deaths = 0;
    let replaced = 0;
    const client = new WorkerClient(start, settings, () => void (deaths += 1));
    client.onReplaced = () => void (replaced += 1);
    const stop = client.watchHealth();
    client.open({ kind: 'ticker', id: 'A' }, () => undefined);
    const second = client.open({ kind: 'ticker', id: 'B' }, () => undefined);
    await pass(5_000);
    expect(started).toHaveLength(1);
    second.update({ kind: 'ticker', id: 'C' });
    if (started[0]) started[0].isDead = true;
    const hanging = client.ask('common.loadWapConfig', {});
    await pass(4_000);
    expect(started[0]?.stopped).toBe(true);
    expect(started[1]?.opened.map((view) => (view as { id: string }).id)).toEqual(['A', 'C']);
    expect(await hanging).toMatchObject({ ok: false, error: { code: 'networkDown' } });
    expect([deaths, replaced]).toEqual([1, 1]);
    stop();
  });
  it('starts a new worker at once when the old one is gone, and once alone', async () => {
    const client = new WorkerClient(start, settings, () => undefined);
    const stop = client.watchHealth();
    client.open({ kind: 'ticker', id: 'A' }, () => undefined);
    await pass(3_000);
    if (started[0]) started[0].isDead = true;
    started[0]?.end();
    await pass(0);
    expect(started).toHaveLength(2);
    expect(started[1]?.opened).toEqual([{ kind: 'ticker', id: 'A' }]);
    await pass(10_000);
    expect(started).toHaveLength(2);
    client.setSettings({ visible: false });
    started[1]?.end();
    await pass(60_000);
    expect(started).toHaveLength(2);
    client.setSettings({ visible: true });
    await pass(1_000);
    expect(started).toHaveLength(3);
    stop();
  });
  it('replaces a worker that lacks a script, with every view, and only a few in a row', async () => {
    const ends: [string, number][] = [];
    const client = new WorkerClient(start, settings, (end, failures) => void ends.push([end, failures]));
    client.open({ kind: 'ticker', id: 'A' }, () => undefined);
    await pass(100);
    for (let i = 0; i < 5; i++) {
      client.replaceIncomplete();
      await pass(1_000);
    }
    expect(ends).toEqual([
      ['incomplete', 1],
      ['incomplete', 2],
      ['incomplete', 3],
    ]);
    expect(started.map(({ stopped }) => stopped)).toEqual([true, true, true, false]);
    expect(started[3]?.opened).toEqual([{ kind: 'ticker', id: 'A' }]);
    await pass(60_000);
    client.replaceIncomplete();
    expect(ends.at(-1)).toEqual(['incomplete', 1]);
  });
  it('is not woken while nobody sees the page, and notices afterwards that the worker is gone', async () => {
    const client = new WorkerClient(start, settings, () => undefined);
    const stop = client.watchHealth();
    client.setSettings({ visible: false });
    await pass(3_000);
    expect(vi.getTimerCount()).toBe(0);
    if (started[0]) started[0].isDead = true;
    client.setSettings({ visible: true });
    await pass(6_000);
    expect(started[0]?.stopped).toBe(true);
    stop();
    // The answer that was waited for.
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });
  it('gives a worker up soon that hangs at its start where another ran before, and a first one not', async () => {
    const ends: string[] = [];
    let canRun = true;
    const slow = (): StartedWorker => {
      const own = start();
      const api = canRun ? own.api : { connect: () => new Promise(() => undefined) };
      return { ...own, api: api as never, startMs: 120_000 };
    };
    const client = new WorkerClient(slow, settings, (end) => void ends.push(end));
    const stop = client.watchHealth();
    await pass(3_000);
    canRun = false;
    started[0]?.end();
    await pass(12_000);
    expect(ends).toEqual(['died', 'late']);
    await pass(15_000);
    expect(ends).toHaveLength(2);
    await pass(10_000);
    expect(ends).toEqual(['died', 'late', 'late']);
    stop();
    const first = new WorkerClient(slow, settings, (end) => void ends.push(end));
    const stopFirst = first.watchHealth();
    await pass(60_000);
    expect(ends).toHaveLength(3);
    stopFirst();
  });
  it('takes nothing of a worker that was given up, and says goodbye to it', async () => {
    const client = new WorkerClient(start, settings, () => undefined);
    const stop = client.watchHealth();
    const seen: Frame[] = [];
    client.open({ kind: 'status' }, (frame) => seen.push(frame));
    await pass(3_000);
    if (started[0]) started[0].isDead = true;
    await pass(4_000);
    expect(started).toHaveLength(2);
    // A shared worker that was only slow goes on for its other tabs.
    started[0]?.sinks[0]?.({ kind: 'status' } as Frame);
    expect(seen).toEqual([]);
    expect(started[0]?.left).toBe(1);
    started[1]?.sinks[0]?.({ kind: 'status' } as Frame);
    expect(seen).toHaveLength(1);
    stop();
  });
  it('waits longer for each worker that took the place of a silent one, until one has answered for a while', async () => {
    const client = new WorkerClient(start, settings, () => undefined);
    const stop = client.watchHealth();
    const silence = async (ms: number) => {
      const own = started.at(-1);
      const before = started.length;
      if (own) own.isDead = true;
      await pass(ms);
      return started.length - before;
    };
    await pass(3_000);
    expect(await silence(4_000)).toBe(1);
    await pass(2_000);
    // A start on a slow device keeps a worker busy for as long.
    expect(await silence(4_000)).toBe(0);
    expect(await silence(2_000)).toBe(1);
    await pass(15_000);
    expect(await silence(4_000)).toBe(1);
    stop();
  });
  it('asks once whether the worker lives, however many events bring the page back', async () => {
    const client = new WorkerClient(start, settings, () => undefined);
    await pass(100);
    if (started[0]) started[0].isDead = true;
    for (let i = 0; i < 3; i++) client.wake();
    await pass(1_500);
    expect(started).toHaveLength(1);
  });
  it('closes what is opened and closed in one breath, as strict mode does', async () => {
    const client = new WorkerClient(start, settings, () => undefined);
    const seen: Frame[] = [];
    client.open({ kind: 'status' }, (frame) => seen.push(frame)).close();
    await pass(100);
    expect([started[0]?.opened.length, started[0]?.closed]).toEqual([1, 1]);
    client.open({ kind: 'status' }, () => undefined);
    await pass(100);
    expect(started[0]?.opened).toHaveLength(2);
  });
});
