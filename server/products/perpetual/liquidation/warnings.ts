import { D, marginRatio, toText, warnedLevel } from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import { warningScope } from '../batch/store.ts';
import type { PerpetualEngine } from '../engine/engine.ts';
import { liquidationValues } from '../positions/due.ts';
import type { Suspect } from './scan.ts';

/** Users per transaction; the others wait for the next mark. */
const TOGETHER = 100;

/**
 * Warns users whose margin ratio has passed a level, and withdraws the warning when the ratio has fallen far
 * enough. The level is booked with the notification, so that no user is warned twice.
 */
export class MarginWarnings {
  readonly #engine: PerpetualEngine;
  readonly #changed: (user: number) => void;
  #busy: Promise<void> | undefined;

  /** @param changed receives each user whose warnings have changed. */
  constructor(engine: PerpetualEngine, changed: (user: number) => void) {
    this.#engine = engine;
    this.#changed = changed;
  }

  /** @param near users to check in decimals. While one check is booked, the next waits for another mark. */
  check(near: readonly Suspect[]): void {
    if (near.length > 0) this.#busy ??= this.#book(near.slice(0, TOGETHER));
  }

  async idle(): Promise<void> {
    while (this.#busy) await this.#busy;
  }

  async #book(near: readonly Suspect[]): Promise<void> {
    const users = near.map(({ userId }) => userId);
    try {
      await this.#engine.run({
        users,
        decide: (batch) => {
          for (const each of near) this.#warn(batch, each);
        },
      });
    } catch (error) {
      this.#engine.deps.log('margin warnings', { error: String(error) });
    }
    for (const user of users) this.#changed(user);
    this.#busy = undefined;
  }

  #warn(batch: PerpetualBatch, { userId, market }: Suspect): void {
    const position = batch.position(userId, market);
    if (!position) return;
    const { equity, maintenance, closingFee, isDue } = liquidationValues(batch, position);
    if (isDue) return;
    const ratio = marginRatio(toText(new D(maintenance).plus(closingFee)), equity);
    const scope = warningScope(position);
    const before = this.#engine.store.warned(userId, scope);
    const level = warnedLevel(before, ratio);
    if (level === before || ratio === undefined) return;
    const { mode, side } = position;
    const own = mode === 'isolated' ? { market, side } : {};
    // Rounded up: the displayed ratio is never better than the real one.
    const shown = toText(new D(ratio).toDecimalPlaces(4, D.ROUND_UP));
    batch.booking.warning({
      userId,
      scope,
      level,
      body: level > before ? { ...own, level, ratio: shown } : null,
    });
  }
}
