import type { OrderRow } from '../../../../domain/contract/index.ts';
import { isLiveStatus } from '../../../../domain/index.ts';
import type { OrderName } from '../../../matching/orderNames.ts';
import type { Instruments } from '../market/instruments.ts';
import { listIdOf } from '../spot/orderRows.ts';

/** A step of an order that may be one of a pair. */
interface PairStep {
  readonly order: OrderRow;
  readonly name: OrderName;
  readonly what: 'NEW' | 'TRADE' | 'CANCELED' | 'EXPIRED';
  /** Of the other one of its pair. */
  readonly partnerName: OrderName | undefined;
}

/** Pairs of which an order lives, among the newest rows of orders. */
export const livePairs = (orders: readonly OrderRow[]): ReadonlySet<number> =>
  new Set(orders.filter(({ status }) => isLiveStatus(status)).map(listIdOf));

/**
 * Reports of order pairs beside those of their orders: that a pair was placed, and that it is done. It is
 * executing in between, whichever of its orders trades. When one of the two orders ends, the other has ended
 * with it or before, unless it is among the live pairs.
 * @param live pairs that still have a live order. @param E ms UTC.
 */
export function listReports(
  steps: readonly PairStep[],
  live: ReadonlySet<number>,
  instruments: Instruments,
  E: number,
): readonly unknown[] {
  const pairs = new Map<number, PairStep[]>();
  for (const step of steps) {
    if (step.order.partner === null) continue;
    const id = listIdOf(step.order);
    pairs.set(id, [...(pairs.get(id) ?? []), step]);
  }
  return [...pairs].flatMap(([g, own]) => {
    const isLive = live.has(g);
    if (isLive && !own.some(({ what }) => what === 'NEW')) return [];
    const [first] = own;
    const s = first && (instruments.symbolOf(first.order.market) ?? first.order.market);
    const status = isLive ? { l: 'EXEC_STARTED', L: 'EXECUTING' } : { l: 'ALL_DONE', L: 'ALL_DONE' };
    const T = Math.max(...own.map(({ order }) => order.updatedAt));
    const O = [...namesOf(own)]
      .toSorted(([a], [b]) => a - b)
      .map(([i, name]) => ({ s, i, c: name?.clientId ?? '' }));
    return [
      { e: 'listStatus', E, s, g, c: 'OCO', ...status, r: 'NONE', C: first?.name.listClientId ?? '', T, O },
    ];
  });
}

/** Names of both orders of a pair, by their numbers. */
const namesOf = (steps: readonly PairStep[]): ReadonlyMap<number, OrderName | undefined> =>
  new Map(
    steps.flatMap(({ order: { id, partner }, name, partnerName }) => [
      ...(partner === null ? [] : [[partner, partnerName] as const]),
      [id, name] as const,
    ]),
  );
