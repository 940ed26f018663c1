import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { CrossTotals } from './account.ts';
import { crossTotals, valuedOf } from './account.ts';
import type { TriggerKind, TriggerSource } from './codes.ts';
import { marginRatio, requirementOf } from './liquidation.ts';
import type { Position } from './position.ts';
import type { TierTable } from './tiers.ts';

/** A position, and how its market moves. */
export interface ScenarioPosition {
  readonly market: string;
  readonly position: Position;
  /** Mark and last price as they are now, quote per base, > 0. */
  readonly mark: Dec;
  readonly last: Dec;
  readonly table: TierTable;
  /** Quote per base, and base units. */
  readonly tick: Dec;
  readonly lot: Dec;
  /** By what fraction both prices have changed at the end of the path, > −1; "0" where they stay. */
  readonly move: Dec;
}

/** What waits for a price and only closes: a take-profit, a stop-loss, a trailing stop under way. */
export interface ScenarioStop {
  readonly kind: TriggerKind;
  /** Quote per base. Of a trailing stop where it stands now. */
  readonly trigger: Dec;
  readonly source: TriggerSource;
  /** No price worse than this, quote per base; null at market. */
  readonly limit: Dec | null;
  /** Base units, > 0; null for all of the position. */
  readonly quantity: Dec | null;
}

/** An order beside the positions. One that would open something is taken to stay unfilled. */
export interface ScenarioOrder {
  readonly market: string;
  /** Put aside for it, quote, ≥ 0. */
  readonly held: Dec;
  readonly stop: ScenarioStop | undefined;
  /** Of a position's guards: one of a group cancels the others. Null for an order that a liquidation cancels. */
  readonly group: number | null;
}

/** A futures account whose markets move. Money in quote. */
export interface ScenarioAccount {
  /** Booked, without the margins of isolated positions. */
  readonly balance: Dec;
  /** One a market, the oldest first. */
  readonly positions: readonly ScenarioPosition[];
  /** The oldest first. */
  readonly orders: readonly ScenarioOrder[];
  /** By what fraction of the mark what closes is taken at a worse price, 0 to 1; absent: at the mark. */
  readonly slippage?: Dec | undefined;
}

/** `cancelled`: orders go, which is all that happens. `reduced` and `liquidated`: a part, or all, by liquidation. */
export type ScenarioStep = 'cancelled' | 'reduced' | 'liquidated' | 'stopped';

/** Something that happens on the way. */
export interface ScenarioEvent {
  readonly step: ScenarioStep;
  readonly market: string;
  /** How far along the path, 0 to 1, unrounded. */
  readonly share: Dec;
  /** Mark at that moment, quote per base, unrounded. */
  readonly price: Dec;
  /** What closed, base units; "0" where orders were cancelled. */
  readonly quantity: Dec;
  /** What the position's closing brought as it is booked: price P/L less fee and what the insurance fund gets. */
  readonly net: Dec;
  /** What fired; undefined for a liquidation. */
  readonly by: TriggerKind | undefined;
  /** The account then. */
  readonly after: ScenarioAccount;
}

/** How an account stands at a moment of the path. Quote, unrounded. */
export interface ScenarioState {
  /** Booked money, margins included, and unrealised P/L. */
  readonly equity: Dec;
  /** Of the cross side; undefined without cross positions. */
  readonly cross: CrossTotals | undefined;
  /** What is left open, in the order of the account. */
  readonly open: readonly ScenarioOpen[];
}
/** One open position at a moment of the path, in quote. */
export interface ScenarioOpen {
  readonly market: string;
  /** Unrealised P/L, signed. */
  readonly profit: Dec;
  /** Of an isolated position its own margin ratio, of a cross one the account's; undefined without equity. */
  readonly ratio: Dec | undefined;
}

/** Price after a share of the path: prices move in a straight line. @param share 0 to 1. */
export const priceAt = (price: Dec, move: Dec, share: Dec | D): D =>
  new D(move).times(share).plus(1).times(price);

/** What an account is worth at a share of the path, if nothing happens to it there. @param share 0 to 1. */
export function scenarioState(account: ScenarioAccount, share: Dec): ScenarioState {
  const marked = account.positions.map((each) => ({
    each,
    position: each.position,
    mark: priceAt(each.mark, each.move, share),
    table: each.table,
  }));
  const positions = marked.filter(({ position }) => position.mode === 'cross');
  const held = heldFor(account.orders);
  const cross =
    positions.length > 0
      ? crossTotals({ balance: account.balance, held: toText(held), positions })
      : undefined;
  const valued = marked.map((own) => ({ own, ...valuedOf(own) }));
  const equity = valued.reduce(
    (sum, { own, profit }) => sum.plus(own.position.margin).plus(profit),
    new D(account.balance),
  );
  return {
    equity: toText(equity),
    cross,
    open: valued.map(({ own: { each, position, table }, value, profit }) => {
      const { maintenance, fee } = requirementOf(toText(value), table);
      const own = toText(profit.plus(position.margin));
      return {
        market: each.market,
        profit: toText(profit),
        ratio:
          position.mode === 'cross' ? cross?.ratio : marginRatio(toText(new D(maintenance).plus(fee)), own),
      };
    }),
  };
}

const sums = /*#__PURE__*/ new WeakMap<readonly ScenarioOrder[], D>();

/** What all of these orders hold, quote: added up once for each list of them. */
export function heldFor(orders: readonly ScenarioOrder[]): D {
  const known = sums.get(orders) ?? orders.reduce((sum, { held }) => sum.plus(held), new D(0));
  sums.set(orders, known);
  return known;
}
