import { runBeside } from '../../base/commands/command.ts';
import { IntervalJob } from '../../base/intervalJob.ts';
import type { AccountDeps } from '../../books/users/context.ts';
import { recipientOf } from '../../books/users/notices.ts';

const CHECK_MS = 1_000;
/** Tickets per round; the others wait for the next. */
const AT_ONCE = 50;

interface EngineDeps extends Pick<AccountDeps, 'db' | 'clock' | 'published' | 'messages'> {
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** Writes to users whose ticket has a new reply, wherever it was written. */
export class SupportEngine {
  readonly #deps: EngineDeps;
  readonly #rounds: IntervalJob;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#rounds = new IntervalJob(deps.clock, CHECK_MS, () =>
      this.#notice().catch((error: unknown) => deps.log('support', { error: String(error) })),
    );
  }

  start(): void {
    this.#rounds.start();
  }

  /** Looks for replies that nobody was written to about, now. */
  check(): Promise<void> {
    return this.#rounds.check();
  }

  close(): Promise<void> {
    return this.#rounds.close();
  }

  async #notice(): Promise<void> {
    const { db, messages } = this.#deps;
    const replied = await db.query<{ id: number }>(
      `select id from support_ticket where unnoticed order by id limit ${AT_ONCE}`,
    );
    for (const { id } of replied)
      await runBeside(this.#deps, async ({ tx, at }) => {
        const [row] = await tx.query<{ userId: number; title: string; unread: number }>(
          `update support_ticket set unnoticed = false where id = $1 and unnoticed
           returning user_id as "userId", title, unread`,
          [id],
        );
        // What was read meanwhile needs no mail.
        if (!row || row.unread === 0) return;
        await messages.write(tx, await recipientOf(tx, row.userId), 'ticketReplied', at, {
          title: row.title,
        });
      });
  }
}
