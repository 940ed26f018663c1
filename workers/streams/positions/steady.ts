import type { PositionRow } from '../../../domain/contract/index.ts';
import type { LiquidationPrice } from '../../../domain/index.ts';
import { D } from '../../../domain/index.ts';
import type { Clock } from '../../../feeds/index.ts';

/** A price that moved less than this fraction is shown again only with the next turn. */
const STEP = '0.0005';
const TURN_MS = 1_000;

interface DisplayedState {
  readonly version: number;
  readonly turn: number;
  readonly price: LiquidationPrice;
}

/**
 * Liquidation prices of cross positions move with every mark of the account. What is shown of them changes at once
 * when the position or the kind changes or the move is one to notice, and else at most once a second.
 */
export class Steady {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #shown = new Map<number, DisplayedState>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Rises once a second. */
  turn(): number {
    return Math.floor(this.#clock.monotonic() / TURN_MS);
  }

  of({ id, version }: Pick<PositionRow, 'id' | 'version'>, price: LiquidationPrice): LiquidationPrice {
    const before = this.#shown.get(id);
    const turn = this.turn();
    if (before && before.version === version && before.turn === turn && isNear(before.price, price))
      return before.price;
    this.#shown.set(id, { version, turn, price });
    return price;
  }
}

function isNear(a: LiquidationPrice, b: LiquidationPrice): boolean {
  if (a.kind !== 'at' || b.kind !== 'at') return a.kind === b.kind;
  return new D(a.price).minus(b.price).abs().lte(new D(a.price).times(STEP));
}
