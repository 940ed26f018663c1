import { RuleError } from '../../domain/index.ts';
import type { Caller } from '../accounts/deps.ts';

/** Files that are read at the same time, over all and by one caller: each is held in memory until it is whole. */
const MOST = 16;
const MOST_EACH = 4;

/** Room for files that are on their way. */
export class UploadRoom {
  readonly #inside = new Map<string, number>();
  #all = 0;

  /** @returns to be called when the file was taken. @throws {RuleError} `tooManyRequests`, `unavailable`. */
  enter({ user, address }: Pick<Caller, 'user' | 'address'>): () => void {
    const who = user ? `user ${user.userId}` : address;
    const own = this.#inside.get(who) ?? 0;
    if (own >= MOST_EACH) throw new RuleError('tooManyRequests');
    if (this.#all >= MOST) throw new RuleError('unavailable');
    this.#inside.set(who, own + 1);
    this.#all += 1;
    return () => {
      this.#all -= 1;
      const left = (this.#inside.get(who) ?? 1) - 1;
      if (left > 0) this.#inside.set(who, left);
      else this.#inside.delete(who);
    };
  }
}
