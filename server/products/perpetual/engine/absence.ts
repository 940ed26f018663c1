import type { AbsenceRow } from '../../../../domain/contract/index.ts';
import type { Request } from '../batch/calls.ts';
import { end, ordersOfUser } from '../batch/follow.ts';
import type { Turn } from '../batch/turn.ts';
import type { PerpetualEngine } from './engine.ts';

const LOOK_MS = 1_000;

/** Nobody is watched unless they ask for it. */
export const notWatched: AbsenceRow = { seconds: 0, action: 'cancelAll', state: 'off', since: 0, version: 0 };

/** Arms the protection of a person, or switches it off. */
export function setAbsence(
  turn: Turn,
  userId: number,
  { seconds, action }: Request<'perpetual.setAbsence'>,
): AbsenceRow {
  const { version } = turn.absence(userId) ?? notWatched;
  const state = seconds === 0 ? 'off' : 'armed';
  const row: AbsenceRow = { seconds, action, state, since: turn.at, version: version + 1 };
  turn.setAbsence(userId, row);
  return row;
}

/** Ends the open orders of those who have been gone for longer than they said. */
export class AbsenceWatch {
  readonly #engine: PerpetualEngine;
  readonly #isHere: (user: number) => boolean;
  /** When somebody was last seen, ms. */
  readonly #seen = new Map<number, number>();
  readonly #busy = new Set<number>();
  readonly #stop: () => void;

  /** @param isHere whether a person has a socket on which the private channel is read. */
  constructor(engine: PerpetualEngine, isHere: (user: number) => boolean) {
    this.#engine = engine;
    this.#isHere = isHere;
    this.#stop = engine.deps.clock.every(LOOK_MS, () => this.look());
  }

  close(): void {
    this.#stop();
  }

  look(): void {
    const now = this.#engine.deps.clock.now();
    for (const [user, { state, seconds, since }] of this.#engine.store.absences) {
      if (state === 'off' || this.#busy.has(user)) continue;
      const isHere = this.#isHere(user);
      // After a restart nobody has been seen yet: time runs from then; for who is armed, from no earlier than that.
      const last = this.#seen.get(user) ?? now;
      const seen = isHere ? now : state === 'armed' ? Math.max(last, since) : last;
      this.#seen.set(user, seen);
      if (isHere && state !== 'armed') this.#run(user, (turn) => move(turn, user, 'armed'));
      else if (!isHere && state === 'armed') this.#run(user, (turn) => move(turn, user, 'away'));
      else if (!isHere && state === 'away' && now - seen >= seconds * 1_000)
        this.#run(user, (turn) => act(turn, user));
    }
  }

  #run(user: number, decide: (turn: Turn) => void): void {
    this.#busy.add(user);
    const markets = [...this.#engine.desks.values()]
      .filter(({ orders }) => [...orders.values()].some(({ userId }) => userId === user))
      .map(({ market }) => market.id);
    this.#engine
      .run({ users: [user], markets, decide })
      .catch((error: unknown) => this.#engine.deps.log('absence', { error: String(error) }))
      .finally(() => this.#busy.delete(user));
  }
}

function move(turn: Turn, user: number, state: AbsenceRow['state']): void {
  const row = turn.absence(user);
  if (!row || row.state === 'off') return;
  turn.setAbsence(user, { ...row, state, since: turn.at, version: row.version + 1 });
}

/** Their open orders end; guards protect what is open and stay, fired or not. */
function act(turn: Turn, user: number): void {
  const row = turn.absence(user);
  if (row?.state !== 'away') return;
  for (const market of turn.marketsOf(user))
    for (const order of ordersOfUser(turn, user, market))
      if (order.group === null && (row.action === 'cancelAll' || !order.reduceOnly))
        end(turn, order, 'cancelled', 'endedByAbsence');
  move(turn, user, 'done');
}
