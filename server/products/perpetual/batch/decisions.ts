import type { Dec } from '../../../../domain/index.ts';
import type { HeldPosition } from './position.ts';

/** A decided liquidation: of an isolated position, or of the cross side of an account. */
export interface Decision {
  readonly userId: number;
  /** Of the position; of a cross account, of one of its positions. */
  readonly market: string;
  readonly mode: HeldPosition['mode'];
  /** The marks at which it was found due. */
  readonly marks: ReadonlyMap<string, Dec>;
  /** Value at those marks, by which decisions are ordered. */
  readonly size: number;
}

type PositionKey = Pick<HeldPosition, 'userId' | 'market' | 'mode'>;
const nameOf = ({ userId, market, mode }: PositionKey): string =>
  mode === 'isolated' ? `${userId} ${market}` : `${userId}`;

/** Liquidations that were decided and are not executed yet: until then their positions cannot be changed. */
export class Decisions {
  readonly #all = new Map<string, Decision>();

  get count(): number {
    return this.#all.size;
  }
  has(position: PositionKey): boolean {
    return this.#all.has(nameOf(position));
  }
  add(decision: Decision): void {
    this.#all.set(nameOf(decision), decision);
  }
  end(decision: Decision): void {
    this.#all.delete(nameOf(decision));
  }
}
