// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkError, lazyChunk, watchChunks } from '../../src/app/chunks.ts';
import { CellBoard } from '../../src/state/cells.ts';
import { ListModel } from '../../src/state/listModel.ts';
import type { StartedWorker } from '../../src/state/startWorker.ts';
import { WorkerClient } from '../../src/state/worker.ts';
import { appendTail, barsOf, prependBars } from '../../src/ui/chart/bars.ts';
import { CoinIconMissingError, coinIcon, coinIconIds } from '../../src/ui/coin/coinIcon.ts';
import { LiveText } from '../../src/ui/LiveText.tsx';
import type { Bars, Frame, PageSettings, View } from '../../workers/api.ts';

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
    freshness,
  });
  expect(model.state.total).toBe(3);
  expect(model.state.heads[0]?.id).toBe('A');
  expect(model.applied).toBe(2);
});

describe('chunks', () => {
  const reported: string[] = [];
  let reloads: number;
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
    return { time: same, open: same, high: same, low: same, close: same, volume: same, averages: [same] };
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
    saveData: false,
    token: null,
  };
  interface Started {
    opened: View[];
    closed: number;
    stopped: boolean;
    isDead: boolean;
    sinks: ((frame: Frame) => void)[];
  }
  let started: Started[];
  const start = (): StartedWorker => {
    const own: Started = { opened: [], closed: 0, stopped: false, isDead: false, sinks: [] };
    started.push(own);
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
      ping: () => (own.isDead ? never() : Promise.resolve('pong')),
      call: () => (own.isDead ? never() : Promise.resolve({ ok: true, data: {} })),
      setSettings: async () => undefined,
      wake: async () => undefined,
    };
    return {
      api: { connect: async () => session } as never,
      startMs: 10_000,
      hasFailed: () => false,
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
    const client = new WorkerClient(start, settings, () => void (deaths += 1));
    const stop = client.watchHealth();
    client.open({ kind: 'ticker', id: 'A' }, () => undefined);
    const second = client.open({ kind: 'ticker', id: 'B' }, () => undefined);
    await pass(5_000);
    expect(started).toHaveLength(1);
    second.update({ kind: 'ticker', id: 'C' });
    if (started[0]) started[0].isDead = true;
    const hanging = client.call('common.loadWapConfig', {});
    await pass(4_000);
    expect(started[0]?.stopped).toBe(true);
    expect(started[1]?.opened.map((view) => (view as { id: string }).id)).toEqual(['A', 'C']);
    expect(await hanging).toMatchObject({ ok: false, error: { code: 'networkDown' } });
    expect(deaths).toBe(1);
    stop();
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
