import { describe, expect, it } from 'vitest';
import { DepthSync, normaliseFrame } from '../../../feeds/index.ts';

const diff = (U: number, u: number, b: string[][], a: string[][] = [], pu?: number) => ({
  stream: 's',
  data: { e: 'depthUpdate', E: 1, s: 'BTCUSDT', U, u, b, a, ...(pu === undefined ? {} : { pu }) },
});
const snapshot = (lastUpdateId: number, bids: string[][], asks: string[][]) => ({ lastUpdateId, bids, asks });
function play(frames: unknown[]): { sync: DepthSync; results: (string | undefined)[] } {
  const sync = new DepthSync();
  const results = frames.map((frame) => {
    const event = normaliseFrame(frame);
    if (event?.kind === 'snapshot') return sync.snapshot(event);
    return event?.kind === 'diff' ? sync.diff(event) : event?.kind;
  });
  return { sync, results };
}

describe('frames', () => {
  it('lose surplus zeros, so that equal prices are equal texts', () => {
    const event = normaliseFrame(
      diff(1, 2, [
        ['61837.63000000', '0.00000000'],
        ['100.00000000', '3.78826000'],
      ]),
    );
    expect(event).toMatchObject({
      bids: [
        ['61837.63', '0'],
        ['100', '3.78826'],
      ],
    });
  });
  it('tell the side of the taker', () => {
    const trade = (m: boolean) =>
      normaliseFrame({ data: { e: 'trade', s: 'X', t: 1, p: '1.0', q: '2', T: 5, m } });
    expect(trade(true)).toMatchObject({ kind: 'trade', trade: { side: 'sell', price: '1', quantity: '2' } });
    expect(trade(false)).toMatchObject({ trade: { side: 'buy' } });
  });
  it.each([
    ['a price of zero', diff(1, 2, [['0', '1']])],
    ['hex', diff(1, 2, [['0x10', '1']])],
    ['an exponent', diff(1, 2, [['1e50000000', '1']])],
    ['NaN', diff(1, 2, [['NaN', '1']])],
    ['a level that is no pair', { data: { e: 'depthUpdate', s: 'X', U: 1, u: 2, b: ['x'], a: [] } }],
    ['ids the wrong way round', diff(9, 2, [])],
    ['a text', 'x'],
    ['null', null],
    ['a list', []],
    ['a trade of nothing', { data: { e: 'trade', s: 'X', t: 1, p: '1', q: '0', T: 5, m: true } }],
  ])('with %s are dropped', (_, frame) => {
    expect(normaliseFrame(frame)).toBeUndefined();
  });
  it('of kinds that are not used are no error', () => {
    expect(normaliseFrame({ data: { e: 'kline' } })).toEqual({ kind: 'other' });
    expect(normaliseFrame({ data: { u: 1, s: 'X', b: '1', B: '1', a: '2', A: '1' } })).toEqual({
      kind: 'other',
    });
    expect(normaliseFrame({ data: { e: 'trade', X: 'INSURANCE_FUND' } })).toEqual({ kind: 'other' });
  });
});

describe('the book of a spot market', () => {
  it('waits for a snapshot, leaves out what it holds already, and goes on', () => {
    const { sync, results } = play([
      diff(5, 8, [['1', '5']]),
      diff(9, 12, [['2', '1']]),
      snapshot(10, [['1', '4']], [['3', '1']]),
      diff(13, 13, [
        ['1', '0'],
        ['7', '0'],
      ]),
    ]);
    expect(results).toEqual(['waiting', 'waiting', 'ready', 'ready']);
    expect(sync.book(5)).toEqual({ bids: [['2', '1']], asks: [['3', '1']] });
    expect(sync.lastUpdateId).toBe(13);
  });
  it('wants another snapshot when the first is too old', () => {
    expect(play([diff(20, 21, []), snapshot(10, [], [])]).results).toEqual(['waiting', 'gap']);
    expect(
      play([diff(20, 21, []), snapshot(10, [], []), snapshot(20, [['1', '1']], [])]).results.at(-1),
    ).toBe('ready');
  });
  it('notices a hole, and begins anew', () => {
    const { results } = play([
      snapshot(10, [['1', '1']], []),
      diff(11, 12, []),
      diff(14, 15, [['2', '1']]),
      snapshot(16, [['3', '1']], []),
      diff(17, 17, []),
    ]);
    expect(results).toEqual(['ready', 'ready', 'gap', 'ready', 'ready']);
  });
  it('leaves out a difference that comes twice', () => {
    expect(play([snapshot(10, [], []), diff(11, 12, []), diff(11, 12, [['9', '9']])]).results.at(-1)).toBe(
      'old',
    );
  });
});

describe('differences that wait for a snapshot', () => {
  const waiting = Array.from({ length: 700 }, (_, n) => diff(n + 1, n + 1, [['100', `${n + 1}`]]));
  it('are the newest minute of them, however long none comes', () => {
    expect(play([...waiting, snapshot(50, [['99', '1']], [])]).results.at(-1)).toBe('gap');
  });
  it('bring a snapshot up to date', () => {
    const { sync, results } = play([...waiting, snapshot(698, [['99', '1']], [])]);
    expect(results.at(-1)).toBe('ready');
    expect([sync.lastUpdateId, sync.book(5).bids]).toEqual([
      700,
      [
        ['100', '700'],
        ['99', '1'],
      ],
    ]);
  });
});

describe('the book of a futures market', () => {
  it('follows the chain of ids, not their count', () => {
    const { results } = play([
      snapshot(10, [], []),
      diff(8, 15, [['1', '1']], [], 7),
      diff(20, 25, [['2', '1']], [], 15),
      diff(30, 31, [], [], 26),
    ]);
    expect(results).toEqual(['ready', 'ready', 'ready', 'gap']);
  });
  it('leaves out a difference that comes twice, as it does where one socket takes over from another', () => {
    const { results } = play([
      snapshot(10, [], []),
      diff(8, 10, [['1', '1']], [], 7),
      diff(8, 10, [['9', '9']], [], 7),
      diff(11, 15, [['2', '1']], [], 10),
      diff(11, 15, [['9', '9']], [], 10),
      diff(16, 20, [], [], 15),
    ]);
    expect(results).toEqual(['ready', 'ready', 'old', 'ready', 'old', 'ready']);
  });
});
