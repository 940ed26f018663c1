import type { AbsenceRow } from '../../../../domain/contract/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { Request } from '../batch/calls.ts';
import { end, ordersOfUser } from '../batch/orderEnd.ts';
import type { PerpetualEngine } from './engine.ts';

const CHECK_MS = 1_000;

/** The protection is off by default. */
export const notWatched: AbsenceRow = { seconds: 0, action: 'cancelAll', state: 'off', since: 0, version: 0 };

/** Arms the protection of a user, or switches it off. */
export function setAbsence(
  batch: PerpetualBatch,
  userId: number,
  { seconds, action }: Request<'perpetual.setAbsence'>,
): AbsenceRow {
  const { version } = batch.absence(userId) ?? notWatched;
  const state = seconds === 0 ? 'off' : 'armed';
  const row: AbsenceRow = { seconds, action, state, since: batch.at, version: version + 1 };
  batch.setAbsence(userId, row);
  return row;
}

/** Cancels open orders of users who have been absent for longer than their protection allows. */
export class AbsenceWatch {
  readonly #engine: PerpetualEngine;
  readonly #isHere: (user: number) => boolean;
  /** When each user was last seen, ms. */
  readonly #seen = new Map<number, number>();
  readonly #busy = new Set<number>();
  readonly #stop: () => void;

  /** @param isHere whether a user's private channel has a reader. */
  constructor(engine: PerpetualEngine, isHere: (user: number) => boolean) {
    this.#engine = engine;
    this.#isHere = isHere;
    this.#stop = engine.deps.clock.every(CHECK_MS, () => this.check());
  }

  close(): void {
    this.#stop();
  }

  check(): void {
    const now = this.#engine.deps.clock.now();
    for (const [user, { state, seconds, since }] of this.#engine.store.absences) {
      if (state === 'off' || this.#busy.has(user)) continue;
      const isHere = this.#isHere(user);
      // After a restart no user has been seen yet: the time of absence starts then, or when the protection
      // was armed.
      const last = this.#seen.get(user) ?? now;
      // Of a clock that was set back nobody knows how long it is ago: the time starts again.
      const seen = Math.min(now, isHere ? now : state === 'armed' ? Math.max(last, since) : last);
      this.#seen.set(user, seen);
      if (isHere && state !== 'armed') this.#run(user, (batch) => move(batch, user, 'armed'));
      else if (!isHere && state === 'armed') this.#run(user, (batch) => move(batch, user, 'away'));
      else if (!isHere && state === 'away' && now - seen >= seconds * 1_000)
        this.#run(user, (batch) => {
          // The user may have come back while this waited for its turn.
          if (!this.#isHere(user)) act(batch, user);
        });
    }
  }

  #run(user: number, decide: (batch: PerpetualBatch) => void): void {
    this.#busy.add(user);
    const markets = this.#engine.booksOfOrders
      .filter((orderBook) => orderBook.ordersOf(user).size > 0)
      .map(({ market }) => market.id);
    this.#engine
      .run({ users: [user], markets, decide })
      .catch((error: unknown) => this.#engine.deps.log('absence', { error: String(error) }))
      .finally(() => this.#busy.delete(user));
  }
}

function move(batch: PerpetualBatch, user: number, state: AbsenceRow['state']): void {
  const row = batch.absence(user);
  if (!row || row.state === 'off') return;
  batch.setAbsence(user, { ...row, state, since: batch.at, version: row.version + 1 });
}

/** Cancels open orders; guards of open positions stay, fired or not. */
function act(batch: PerpetualBatch, user: number): void {
  const row = batch.absence(user);
  if (row?.state !== 'away') return;
  for (const market of batch.marketsOf(user))
    for (const order of ordersOfUser(batch, user, market))
      if (order.group === null && (row.action === 'cancelAll' || !order.reduceOnly))
        end(batch, order, 'cancelled', 'endedByAbsence');
  move(batch, user, 'done');
}
