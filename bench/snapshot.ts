import type { MarkRow, PositionRow } from '../domain/contract/index.ts';
import type { Dec } from '../domain/index.ts';
import { D } from '../domain/index.ts';
import { MarketRows } from '../workers/streams/marketRows.ts';
import { Snapshots } from '../workers/streams/positions/snapshot.ts';
import { markets, markOf, positionOf } from './perpetual.ts';

/** A screenful of positions, whose liquidation prices somebody sees. */
const SHOWN = 20;

/** The worker's own snapshots of one user's positions, as a second of frames brings them. */
export function snapshotBench(count: number, frames: number, moving: number) {
  const rows = new MarketRows();
  // One position a market.
  const listed = Array.from({ length: count }, (_, i) => ({
    ...(markets[i % markets.length] as (typeof markets)[number]),
    id: `S${i}-USDT-PERP`,
  }));
  rows.setMarkets(listed);
  const positions = listed.map(({ id: market }, i): PositionRow => {
    const { userId: _u, marginRef: _r, ...row } = positionOf(i + 1, 1, 0);
    return { ...row, market };
  });
  const posted = positions.reduce((sum, { cost }) => sum.plus(cost), new D(0)).div(5);
  const funds = {
    version: 1,
    uid: '1',
    balances: [{ account: 'futures', asset: 'USDT', posted: posted.toFixed(), held: '0', version: 1 }],
  };
  const marks = new Map<string, MarkRow>();
  const source = { version: 0, positions, markOf: (market: string) => marks.get(market) };
  const clock = { monotonic: () => performance.now() };
  const snapshots = new Snapshots(source, { funds, rows, clock } as unknown as ConstructorParameters<
    typeof Snapshots
  >[1]);
  const move = (i: number, tick: number): void => {
    const id = listed[i]?.id ?? '';
    const mark: Dec = markOf(i, tick);
    marks.set(id, [id, mark, mark, '0.0001', 1, 'live']);
  };
  for (let i = 0; i < count; i++) move(i, 0);
  snapshots.now();
  let kept = 0;
  /** ms of processor time for the frames of a second. */
  return (tick: number): number => {
    const before = process.cpuUsage();
    for (let frame = 0; frame < frames; frame++) {
      const now = tick * frames + frame;
      for (let k = 0; k < moving; k++) move((now * moving + k) % count, now);
      source.version += 1;
      const { joined, totals } = snapshots.now();
      kept += totals?.equity.length ?? 0;
      for (const each of [...joined.values()].slice(0, SHOWN))
        kept += each.profit.length + each.shown.kind.length;
    }
    const { user, system } = process.cpuUsage(before);
    return kept < 0 ? 0 : (user + system) / 1_000;
  };
}
