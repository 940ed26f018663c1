import type { Dec } from '../../../../domain/index.ts';
import type { HeldPosition } from './position.ts';

/** What has been found due: an isolated position, or the cross side of an account. */
export interface Decision {
  readonly userId: number;
  /** Of the position; of a cross account, of one of its positions. */
  readonly market: string;
  readonly mode: HeldPosition['mode'];
  /** The marks on which it was found due. */
  readonly marks: ReadonlyMap<string, Dec>;
  /** Value at those marks, for the order in which decisions are carried out. */
  readonly size: number;
}

type Named = Pick<HeldPosition, 'userId' | 'market' | 'mode'>;
const nameOf = ({ userId, market, mode }: Named): string =>
  mode === 'isolated' ? `${userId} ${market}` : `${userId}`;

/** Liquidations that were decided on and are not done: until then nobody changes what they are about. */
export class Decisions {
  readonly #all = new Map<string, Decision>();

  get count(): number {
    return this.#all.size;
  }
  has(position: Named): boolean {
    return this.#all.has(nameOf(position));
  }
  add(decision: Decision): void {
    this.#all.set(nameOf(decision), decision);
  }
  end(decision: Decision): void {
    this.#all.delete(nameOf(decision));
  }
}
