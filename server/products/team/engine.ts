import { DAY_MS } from '../../../domain/index.ts';
import type { CommandDeps } from '../../base/commands/command.ts';
import { run } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';
import { IntervalJob } from '../../base/intervalJob.ts';
import { collectFees } from './collect.ts';
import { bookRewards } from './reward.ts';

export interface TeamDeps extends CommandDeps {
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** How soon a day that has ended is seen, ms. */
const CHECK_MS = 1_000;
/** The day of a moment, counted from 1970-01-01 UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Shares out the fees of each day that has ended, one after the other, each once. */
export class TeamEngine {
  readonly deps: TeamDeps;
  /** The day whose predecessors are all done. */
  #today: number | undefined;
  readonly #rounds: IntervalJob;

  constructor(deps: TeamDeps) {
    this.deps = deps;
    this.#rounds = new IntervalJob(deps.clock, CHECK_MS, () =>
      this.#work().catch((error: unknown) => {
        // Nothing is lost: the next look goes on where this one was.
        deps.log('team', { error: String(error) });
      }),
    );
  }

  /**
   * Takes up where it was left. What was paid before there was a team counts for no day. A day that cannot be booked keeps
   * nobody from trading: it is tried again.
   */
  async start(): Promise<void> {
    await run(this.deps, ({ tx, at }) =>
      tx.query(
        `insert into team_day (day, spot_to, futures_to, spot_done, futures_done, closed_at)
         select $1::int, s, f, s, f, $2::bigint
         from (select (select coalesce(max(id), 0) from spot_fill) as s,
           (select coalesce(max(id), 0) from futures_fill) as f) newest
         where not exists (select 1 from team_day)`,
        [dayOf(at) - 1, at],
      ),
    );
    await this.check();
    this.#rounds.start();
  }

  /** Works when a day has ended. One turn at a time. */
  check(): Promise<void> {
    return this.#rounds.check();
  }

  /** Ends the timer; resolves when the turn that is under way has ended. */
  close(): Promise<void> {
    return this.#rounds.close();
  }

  async #work(): Promise<void> {
    const today = dayOf(this.deps.clock.now());
    if (today === this.#today) return;
    for (;;) {
      const day = await this.#next(today);
      if (day === undefined) break;
      await collectFees(this.deps, day);
      await bookRewards(this.deps, day);
    }
    this.#today = today;
  }

  /** The first day that has ended and is not done; begun when it has not been. */
  async #next(today: number): Promise<number | undefined> {
    return run(this.deps, async ({ tx }) => {
      const last = singleRow(
        await tx.query<{ day: number; closed: boolean }>(
          'select day, closed_at is not null as closed from team_day order by day desc limit 1 for update',
        ),
      );
      if (!last.closed) return last.day;
      const day = last.day + 1;
      if (day >= today) return undefined;
      await tx.query('select team_begin(p_day => $1, p_end => $2)', [day, (day + 1) * DAY_MS]);
      return day;
    });
  }
}
