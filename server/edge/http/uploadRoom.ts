import { RuleError } from '../../../domain/index.ts';
import { Counts } from '../../base/counts.ts';
import { networkOf } from '../../base/network.ts';
import type { Caller } from '../../books/users/context.ts';

/** Files that are read at the same time, over all and by one caller: each is held in memory until it is whole. */
const MOST = 16;
const MOST_EACH = 4;

/** Room for files that are on their way. */
export class UploadRoom {
  readonly #inside = new Counts();
  readonly #mostEach: number;
  #all = 0;

  constructor(mostEach = MOST_EACH) {
    this.#mostEach = mostEach;
  }

  /**
   * @returns to be called when the file was received.
   * @throws {RuleError} `tooManyRequests`, `unavailable`.
   */
  enter({ user, address }: Pick<Caller, 'user' | 'address'>): () => void {
    const who = user ? `user ${user.userId}` : networkOf(address);
    if (this.#inside.of(who) >= this.#mostEach) throw new RuleError('tooManyRequests');
    if (this.#all >= MOST) throw new RuleError('unavailable');
    this.#inside.add(who);
    this.#all += 1;
    return () => {
      this.#all -= 1;
      this.#inside.remove(who);
    };
  }
}
