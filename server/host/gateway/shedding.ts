import type { CallName } from '../../../domain/contract/index.ts';
import { API_BASE, calls } from '../../../domain/contract/index.ts';
import { LoadShedder } from '../../matching/loadShedder.ts';
import { orderQueueOf } from '../../matching/orderQueues.ts';

/** Shorter than the engine's queue, so that a gateway refuses what the engine would have to. */
const PATIENCE_MS = 80;

/**
 * What a gateway refuses by itself: orders that would wait too long at the engine. A refusal takes nothing of the
 * engine's core then; how long an order takes is measured by the answers that come back, at each gateway of its share.
 */
export class RelayShedding {
  readonly #shedders: Readonly<Record<'spot' | 'perpetual', LoadShedder>>;
  readonly #byPath: ReadonlyMap<string, LoadShedder>;

  /** @param now ms. */
  constructor(now: () => number) {
    this.#shedders = {
      spot: new LoadShedder(now, PATIENCE_MS),
      perpetual: new LoadShedder(now, PATIENCE_MS),
    };
    this.#byPath = new Map(
      (Object.keys(calls) as CallName[]).flatMap((name) => {
        const shedder = this.shedderOf(name);
        return shedder ? [[API_BASE + calls[name].path, shedder] as const] : [];
      }),
    );
  }

  readonly shedderOf = (name: CallName): LoadShedder | undefined => {
    const queue = orderQueueOf(name);
    return queue && this.#shedders[queue];
  };

  /**
   * Counts a request into its queue.
   * @returns to be called when it is answered, with whether the engine refused it as too much: that took no order's time.
   * @throws {RuleError} `unavailable` when it would wait too long.
   */
  enter(method: string, path: string): (isRefused: boolean) => void {
    const leave = method === 'POST' ? this.#byPath.get(path)?.enter() : undefined;
    return (isRefused) => leave?.(!isRefused);
  }
}
