import { describe, expect, it } from 'vitest';
import type { PositionRow, RecordRow } from '../../domain/contract/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import type { ResultsView } from '../../workers/api.ts';
import type { Caller } from '../../workers/session/caller.ts';
import { unhurried } from '../../workers/session/export.ts';
import { createWords } from '../../workers/session/words.ts';
import { exportResults, ownText } from '../../workers/views/results/exportResults.ts';
import { exportTax, taxEntries, taxText } from '../../workers/views/results/exportTax.ts';
import { dayOf, shortGain } from '../../workers/views/results/frame.ts';
import { resultsFrame } from '../../workers/views/results/resultsView.ts';
import { tradeInterval } from '../../workers/views/results/tradeChart.ts';
import type { EndedRow } from '../../workers/views/results/trades.ts';
import { endedPositions } from '../../workers/views/results/trades.ts';
import { FakeClock, settle } from '../support/fakeClock.ts';
import { ID, position } from './futuresRows.ts';

const OTHER = 'ETH-USDT-PERP';
/** Noon of a day in the device's calendar. */
const noon = (day: number): number => new Date(2026, 2, day, 12).getTime();

function ended(id: number, day: number, price: string, change: Partial<PositionRow> = {}): EndedRow {
  const row = position({
    id,
    quantity: '0',
    cost: '0',
    margin: '0',
    closedQuantity: '0.04',
    closedCost: '2440',
    closedValue: '2450',
    realised: { price, fees: '-2', funding: '-0.5' },
    openedAt: noon(day) - 3 * HOUR_MS,
    closedAt: noon(day),
    end: 'closed',
    ...change,
  });
  return { ...row, closedAt: row.closedAt ?? 0 };
}

const rows = [
  ended(4, 12, '2.4', { market: OTHER }),
  ended(3, 9, '-20'),
  ended(2, 9, '50', { market: OTHER }),
  ended(1, 2, '12.5'),
];
const deps = {
  rows: { row: () => undefined },
  words: () => createWords('en_us'),
} as unknown as Parameters<typeof resultsFrame>[2];
const shown = (view: Partial<ResultsView> = {}) =>
  resultsFrame({ kind: 'results', want: 50, ...view }, { data: { rows, isCut: false } }, deps);

describe('what ended positions have brought', () => {
  it('leads with the net, whose parts add up to it, and counts wins after fees and funding', () => {
    expect(shown()?.sum).toEqual({
      count: 4,
      wins: 2,
      net: '+34.90',
      direction: 1,
      price: '+44.90',
      fees: '−8.00',
      funding: '−2.00',
      rate: '50.00%',
      averageWin: '+28.75',
      averageLoss: '−11.30',
    });
  });
  it('says it by day and month of the device, by market, and by the hour of opening', () => {
    const frame = shown();
    expect(frame?.days.map(({ id, net, short, count }) => [id, net, short, count])).toEqual([
      ['2026-03-02', '+10.00', '+10', 1],
      ['2026-03-09', '+25.00', '+25', 2],
      ['2026-03-12', '−0.10', '−1', 1],
    ]);
    expect(frame?.months.map(({ id, net }) => [id, net])).toEqual([['2026-03', '+34.90']]);
    expect(frame?.markets.map(({ id, net, rate }) => [id, net, rate])).toEqual([
      [OTHER, '+47.40', '50.00%'],
      [ID, '−12.50', '50.00%'],
    ]);
    expect(frame?.hours.map(({ name, count, permille }) => [name, count, permille])).toEqual([
      ['09:00', 4, 1_000],
    ]);
  });
  it('draws a curve from nothing to the net, at moments that rise', () => {
    const { points, words } = shown()?.line ?? { points: [], words: undefined };
    expect(points.map(([, net]) => net)).toEqual([0, 10, 35, 34.9]);
    expect(points.every(([at], i) => i === 0 || at > (points[i - 1]?.[0] ?? at))).toBe(true);
    expect(words).toEqual({ first: '0.00', low: '0.00', high: '+35.00', last: '+34.90' });
  });
  it('counts what ended in the period, of the market and of the numbers that are asked for', () => {
    const counts = (view: Partial<ResultsView>) => shown(view)?.lines.map(({ id }) => id);
    expect(counts({})).toEqual([4, 3, 2, 1]);
    expect(counts({ from: noon(9), to: noon(9) })).toEqual([3, 2]);
    expect(counts({ market: OTHER })).toEqual([4, 2]);
    expect(counts({ only: [1, 4] })).toEqual([4, 1]);
    expect(counts({ only: [] })).toEqual([]);
    // A day narrows the list alone.
    expect(shown({ day: dayOf(noon(2)) })?.lines.map(({ id }) => id)).toEqual([1]);
    expect(shown({ day: dayOf(noon(2)) })?.sum.count).toBe(4);
    expect(shown({ want: 2 })).toMatchObject({ more: true, lines: [{ id: 4 }, { id: 3 }] });
  });
  it('says nothing before there is an answer, and of a failure that nothing is known', () => {
    expect(resultsFrame({ kind: 'results', want: 50 }, {}, deps)).toBeUndefined();
    const failed = { code: 'networkDown' } as never;
    expect(resultsFrame({ kind: 'results', want: 50 }, { failed }, deps)).toMatchObject({
      isKnown: false,
      failed,
    });
  });
});

it('writes a day in as few signs as it can, a loss never less than it is', () => {
  const short = (net: string) => shortGain(net, { minus: '−', plus: '+' });
  expect(['0', '0.4', '-0.4', '42.99', '-42.01', '9999.9', '12345', '-12345', '23456789'].map(short)).toEqual(
    ['0', '0', '−1', '+42', '−43', '+9999', '+12K', '−13K', '+23M'],
  );
});

it('shows a trade on bars of which it covers no more than can be seen', () => {
  expect(tradeInterval(0)).toBe('1m');
  expect(tradeInterval(60 * MINUTE_MS)).toBe('1m');
  expect(tradeInterval(61 * MINUTE_MS)).toBe('3m');
  expect(tradeInterval(40 * 24 * HOUR_MS)).toBe('1d');
});

describe('files', () => {
  const call = (async () => ({ ok: true, data: { rows, next: null } })) as unknown as Caller;
  it('have each trade with its note and tags, of which none becomes a formula', async () => {
    const made = await exportResults(call, {
      market: OTHER,
      notes: [
        [2, '=1+1, "late"', ['breakout', 'BTC']],
        [9, 'of no trade', []],
      ],
    });
    const lines = made.ok ? made.data.split('\r\n') : [];
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^4,ETH-USDT-PERP,long,.*,2\.4,-2,-0\.5,-0\.1,,$/);
    expect(lines[2]).toMatch(/,50,-2,-0\.5,47\.5,"breakout; BTC","'=1\+1, ""late"""$/);
    expect(['+1', '-1', '@x', '\tx'].map(ownText)).toEqual([`"'+1"`, `"'-1"`, `"'@x"`, `"'\tx"`]);
  });

  it('take their time where they are long, and wait for an exchange that is busy', async () => {
    const clock = new FakeClock();
    let sent = 0;
    const busyAt = new Set([60, 61, 62]);
    const call = unhurried({
      clock,
      call: (async () => {
        sent += 1;
        if (busyAt.has(sent)) return { ok: false, error: { code: 'tooManyRequests', message: '' } };
        return { ok: true, data: { rows: [ended(sent, 2, '1')], next: sent < 80 ? 1_000 - sent : null } };
      }) as unknown as Caller,
    });
    const made = exportResults(call, { notes: [] });
    for (let each = 0; each < 40; each++) await settle();
    expect(sent).toBe(40);
    await clock.advance(1_000);
    expect(sent).toBe(50);
    await clock.advance(40_000);
    expect((await made).ok).toBe(true);
    expect(sent).toBe(80);
    sent = 0;
    for (let each = 1; each <= 80; each++) busyAt.add(each);
    const refused = exportResults(call, { notes: [] });
    await clock.advance(60_000);
    expect(await refused).toMatchObject({ error: { code: 'tooManyRequests' } });
    expect(sent).toBe(4);
  });

  const row = (id: string, kind: RecordRow['kind'], asset: string, amount: string): RecordRow => ({
    id,
    account: 'spot',
    asset,
    kind,
    amount,
    balance: '0',
    at: Date.UTC(2026, 2, 9, 10, 20, 30),
  });
  const ledger: readonly RecordRow[] = [
    row('9.2', 'funding', 'USDT', '-0.25'),
    row('8.1', 'realizedPl', 'USDT', '12.5'),
    row('7.1', 'fee', 'USDT', '-1.2'),
    row('6.2', 'transfer', 'USDT', '-100'),
    row('6.1', 'transfer', 'USDT', '100'),
    row('5.2', 'trade', 'BTC', '0.00999'),
    row('5.1', 'trade', 'USDT', '-600'),
    row('4.1', 'deposit', 'USDT', '1000'),
  ];
  it('are whole: they go beyond what the screen counts, and one that would be cut is refused', async () => {
    const pages = (most: number) => {
      let count = 0;
      return (async () => {
        count += 1;
        const next = count < most ? most - count : null;
        return { ok: true, data: { rows: [ended(9_000 - count, 2, '1')], next } };
      }) as unknown as Caller;
    };
    const linesOf = async (most: number) => {
      const made = await exportResults(pages(most), { notes: [] });
      return made.ok ? made.data.trimEnd().split('\r\n').length - 1 : made.error.code;
    };
    expect((await endedPositions(pages(21))).ok).toBe(true);
    expect([await linesOf(21), await linesOf(400), await linesOf(401)]).toEqual([21, 400, 'exportTooLong']);
    const tax = { format: 'koinly', venue: 'Tidemark' } as const;
    const movements = (async () => ({
      ok: true,
      data: { rows: [ledger[0]], next: '1.1' },
    })) as unknown as Caller;
    expect(await exportTax(movements, tax)).toMatchObject({ ok: false, error: { code: 'exportTooLong' } });
  });

  it('join the lines of an entry, and leave out what only moves between accounts', () => {
    expect(
      taxEntries(ledger).map(({ kind, sent, received }) => [kind, sent?.amount, received?.amount]),
    ).toEqual([
      ['funding', '0.25', undefined],
      ['realizedPl', undefined, '12.5'],
      ['fee', '1.2', undefined],
      ['trade', '600', '0.00999'],
      ['deposit', undefined, '1000'],
    ]);
  });
  it('keep every amount: what is sent and received adds up to what the ledger has', () => {
    const sum = new Map<string, number>();
    for (const { sent, received } of taxEntries(ledger)) {
      if (sent) sum.set(sent.asset, (sum.get(sent.asset) ?? 0) - Math.round(Number(sent.amount) * 1e8));
      if (received)
        sum.set(received.asset, (sum.get(received.asset) ?? 0) + Math.round(Number(received.amount) * 1e8));
    }
    expect(Object.fromEntries(sum)).toEqual({ USDT: 41_105_000_000, BTC: 999_000 });
  });
  it('have the columns of Koinly', () => {
    const lines = taxText(ledger, { format: 'koinly', venue: 'Somewhere' }).split('\r\n');
    expect(lines[0]).toBe(
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
    );
    expect(lines.slice(1, 6)).toEqual([
      '2026-03-09 10:20:30 UTC,0.25,USDT,,,,,,,realized gain,funding 9,',
      '2026-03-09 10:20:30 UTC,,,12.5,USDT,,,,,realized gain,realizedPl 8,',
      '2026-03-09 10:20:30 UTC,1.2,USDT,,,,,,,cost,fee 7,',
      '2026-03-09 10:20:30 UTC,600,USDT,0.00999,BTC,,,,,,trade 5,',
      '2026-03-09 10:20:30 UTC,,,1000,USDT,,,,,,deposit 4,',
    ]);
  });
  it('have the columns of CoinTracking', () => {
    const lines = taxText(ledger, { format: 'cointracking', venue: 'A "venue"' }).split('\r\n');
    expect(lines[0]).toBe(
      '"Type","Buy Amount","Buy Currency","Sell Amount","Sell Currency","Fee","Fee Currency","Exchange","Trade-Group","Comment","Date"',
    );
    expect(lines[1]).toBe(
      '"Derivatives / Futures Loss","","","0.25","USDT","","","A ""venue""","funding","9","2026-03-09 10:20:30"',
    );
    expect(lines[4]).toBe(
      '"Trade","0.00999","BTC","600","USDT","","","A ""venue""","trade","5","2026-03-09 10:20:30"',
    );
  });
});
