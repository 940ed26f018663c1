import type { RowHead } from '../../workers/api.ts';
import { Listeners } from './listeners.ts';

/** What stands still in the rows of a list, by place. A row is notified of its own place alone. */
export class HeadBoard {
  readonly #heads = new Map<number, RowHead>();
  readonly #listeners = new Listeners<number>();

  read(place: number): RowHead | undefined {
    return this.#heads.get(place);
  }

  write(place: number, head: RowHead): void {
    this.#heads.set(place, head);
    this.#listeners.notify(place);
  }

  /** Those of some places, both ends included. */
  part(first: number, last: number): [number, RowHead][] {
    return [...this.#heads].filter(([place]) => place >= first && place <= last);
  }

  /** Subscribes to a place. @returns undo. */
  subscribe(place: number, listener: () => void): () => void {
    return this.#listeners.add(place, listener);
  }
}
