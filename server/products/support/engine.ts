import { HOUR_MS } from '../../../domain/index.ts';
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
  #stop: () => void = () => undefined;
  /** Tickets whose mail could not be written: they are tried again once an hour. */
  readonly #unwritten = new Set<number>();

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#rounds = new IntervalJob(deps.clock, CHECK_MS, () =>
      this.#notice().catch((error: unknown) => deps.log('support', { error: String(error) })),
    );
  }

  start(): void {
    this.#rounds.start();
    this.#stop = this.#deps.clock.every(HOUR_MS, () => this.#unwritten.clear());
  }

  /** Looks for replies that nobody was written to about, now. */
  check(): Promise<void> {
    return this.#rounds.check();
  }

  close(): Promise<void> {
    this.#stop();
    return this.#rounds.close();
  }

  async #notice(): Promise<void> {
    const { db, log } = this.#deps;
    const replied = await db.query<{ id: number }>(
      'select id from support_ticket where unnoticed order by id limit $1',
      [AT_ONCE + this.#unwritten.size],
    );
    for (const { id } of replied) {
      if (this.#unwritten.has(id)) continue;
      try {
        await this.#noticeOne(id);
      } catch (error) {
        // One that cannot be written holds back nobody else's.
        log('support mail', { id, error: String(error) });
        if (!db.isReady()) return;
        this.#unwritten.add(id);
      }
    }
  }

  /** The mail is queued in the transaction that takes its mark away: once, also when the process ends in between. */
  async #noticeOne(id: number): Promise<void> {
    const { messages } = this.#deps;
    await runBeside(this.#deps, async ({ tx, at }) => {
      const [row] = await tx.query<{ userId: number; title: string; unread: number }>(
        `update support_ticket set unnoticed = false where id = $1 and unnoticed
         returning user_id as "userId", title, unread`,
        [id],
      );
      // What was read meanwhile needs no mail.
      if (!row || row.unread === 0) return;
      const to = await recipientOf(tx, row.userId);
      await messages.write(tx, to, 'ticketReplied', at, { title: row.title });
    });
  }
}
