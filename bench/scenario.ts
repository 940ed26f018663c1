import type { MarkRow, PositionRow } from '../domain/contract/index.ts';
import type { Market } from '../domain/index.ts';
import { D, toText } from '../domain/index.ts';
import type { ScenarioFrame, ScenarioView } from '../workers/api.ts';
import { createWords } from '../workers/session/words.ts';
import { Ages } from '../workers/streams/age.ts';
import { MarketRows } from '../workers/streams/marketRows.ts';
import { Positions } from '../workers/streams/positions/index.ts';
import type { ScenarioState } from '../workers/views/perpetual/scenario/frame.ts';
import { scenarioFrames } from '../workers/views/perpetual/scenario/frame.ts';
import { ScenarioWalks } from '../workers/views/perpetual/scenario/walks.ts';

const UID = '100000001';
const NOW = Date.now();

const marketOf = (i: number): Market => ({
  ...{ id: `M${i}-USDT-PERP`, name: `M${i}/USDT`, base: `M${i}`, quote: 'USDT', kind: 'perpetual' },
  ...{ status: 'open', tick: '0.01', lot: '0.001', minQuantity: '0.001', minTotal: '5' },
  ...{ asset: 'crypto', iconId: 1, cycle: false, listedAt: 0, origin: 'simulated' },
});

const priceOf = (i: number): D => new D(100).plus(new D(i).times('3.17'));

function positionOf(i: number): PositionRow {
  const quantity = `${1 + (i % 7)}`;
  const value = priceOf(i).times(quantity);
  const isIsolated = i % 4 === 0;
  return {
    id: i + 1,
    market: marketOf(i).id,
    side: i % 3 === 0 ? 'short' : 'long',
    mode: isIsolated ? 'isolated' : 'cross',
    leverage: 10,
    quantity,
    cost: toText(value.times(i % 2 ? '1.01' : '0.99')),
    margin: isIsolated ? toText(value.div(10)) : '0',
    realised: { price: '0', fees: '0', funding: '0' },
    ...{ closedQuantity: '0', closedCost: '0', closedValue: '0', takeProfit: '0', stopLoss: '0' },
    ...{ openedAt: NOW, updatedAt: NOW, closedAt: null, end: null, version: 1 },
  };
}

/** A sheet of what-if over so many positions, as the worker makes its frames. */
export function openScenario(count: number) {
  const clock = {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after: () => () => undefined,
    every: () => () => undefined,
  };
  const rows = new MarketRows();
  rows.setMarkets(Array.from({ length: count }, (_, i) => marketOf(i)));
  const funds = {
    uid: UID,
    version: 1,
    balances: [{ account: 'futures', asset: 'USDT', posted: `${count * 100}`, held: '0', version: 1 }],
  };
  const positions = new Positions({ funds, rows, clock } as unknown as ConstructorParameters<
    typeof Positions
  >[0]);
  positions.own(UID);
  const none = { positions: [], orders: [] };
  positions.answer(
    {
      positions: Array.from({ length: count }, (_, i) => positionOf(i)),
      ...{
        orders: [],
        terms: [],
        absence: { seconds: 0, action: 'cancelAll', state: 'off', since: 0, version: 0 },
      },
    },
    none,
  );
  let step = 0;
  const move = (): void => {
    step += 1;
    const moved = Array.from({ length: count }, (_, i): MarkRow => {
      const price = toText(priceOf(i).times(new D(1).plus(new D(step % 9).div(10_000))));
      return [marketOf(i).id, price, price, '0.0001', NOW + 3_600_000, 'live'];
    });
    positions.marks.apply({ kind: 'marks', snapshot: true, rows: moved, at: NOW });
  };
  move();
  const state = {
    ...{ positions, rows, funds, clock, book: { bids: [], asks: [] }, ranges: new Map(), days: undefined },
    ages: new Ages(clock as unknown as ConstructorParameters<typeof Ages>[0]),
    isCached: () => false,
  } as unknown as ScenarioState;
  const walks = new ScenarioWalks(clock);
  const frames = scenarioFrames(walks);
  const words = createWords('en_us', 'UTC');
  return {
    /** All marks move. */
    move,
    /** What the worker does at a beat: walks on, then makes a frame. */
    beat(percent: number): ScenarioFrame {
      walks.advance();
      const view: ScenarioView = { kind: 'scenario', percent, slippage: '0.5' };
      const frame = frames(view, state, words);
      JSON.stringify(frame);
      return frame;
    },
  };
}
