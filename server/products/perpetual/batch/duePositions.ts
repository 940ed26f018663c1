import { isFundingDue } from '../../../../domain/index.ts';
import type { HeldPosition } from './position.ts';

/** A position as a settlement sees it that is due and not paid yet. */
export interface DuePosition {
  /** As it was at its moment. */
  readonly first: HeldPosition;
  /** As it is now; closed, if it was closed since. */
  now: HeldPosition;
}

/**
 * Positions that have changed between the moment of a settlement and its payment, which comes up to a second later:
 * what was open at that moment pays for it, whatever is done meanwhile.
 */
export class DuePositions {
  readonly #byMarket = new Map<string, Map<number, DuePosition>>();

  /**
   * Notes a committed change. @param dueAt ms UTC, of the market's settlement that is not paid yet.
   * @param before the open position of its user in that market until then.
   */
  note(dueAt: number, before: HeldPosition | undefined, now: HeldPosition): void {
    const noted = this.#byMarket.get(now.market) ?? new Map<number, DuePosition>();
    const known = noted.get(now.id);
    if (known) known.now = now;
    else if (before?.id === now.id && isFundingDue(before.openedAt, undefined, dueAt))
      this.#byMarket.set(now.market, noted.set(now.id, { first: before, now }));
  }

  of({ market, id }: Pick<HeldPosition, 'market' | 'id'>): DuePosition | undefined {
    return this.#byMarket.get(market)?.get(id);
  }

  /** Those that have been closed since. */
  closedIn(market: string): HeldPosition[] {
    const noted = [...(this.#byMarket.get(market)?.values() ?? [])];
    return noted.flatMap(({ now }) => (now.closedAt === null ? [] : [now]));
  }

  /** A market's settlements are paid. */
  paid(market: string): void {
    this.#byMarket.delete(market);
  }
}
