import * as v from 'valibot';
import { NotificationRow } from '../../../domain/contract/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../../domain/index.ts';
import { runBeside } from '../../base/commands/command.ts';
import { IntervalJob } from '../../base/intervalJob.ts';
import type { AccountDeps } from '../../books/users/context.ts';
import { recipientOf } from '../../books/users/notices.ts';
import type { MarketSource } from '../../market/source.ts';
import { mailOf } from './mail.ts';
import { mailsOf, sweep } from './store.ts';

const CHECK_MS = 1_000;
const SWEEP_MS = HOUR_MS;
/** And how soon after the start, which is busy itself. */
const FIRST_SWEEP_MS = MINUTE_MS;
/** Mails per round; the others wait for the next. */
const AT_ONCE = 50;

interface EngineDeps extends Pick<AccountDeps, 'db' | 'clock' | 'published' | 'messages'> {
  readonly source: Pick<MarketSource, 'markets'>;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

interface Due {
  readonly userId: number;
  readonly id: number;
}

/** Writes to users whose position was liquidated, reduced or deleveraged, and deletes notifications that are old. */
export class NotificationEngine {
  readonly #deps: EngineDeps;
  readonly #mails: IntervalJob;
  readonly #sweeps: IntervalJob;
  #swept = 0;
  /** Mails that could not be written: they are tried again once an hour. */
  readonly #unwritten = new Set<string>();

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    const logged = (error: unknown) => deps.log('notifications', { error: String(error) });
    this.#mails = new IntervalJob(deps.clock, CHECK_MS, () => this.#mail().catch(logged));
    this.#sweeps = new IntervalJob(deps.clock, SWEEP_MS, () => this.#sweep().catch(logged));
  }

  start(): void {
    this.#mails.start();
    this.#sweeps.start(FIRST_SWEEP_MS);
  }

  /** Writes the mails that are due, now. */
  check(): Promise<void> {
    return this.#mails.check();
  }

  async close(): Promise<void> {
    await Promise.all([this.#mails.close(), this.#sweeps.close()]);
  }

  /** The first looks at everybody; a later one goes back by one more, as a mail may have been due then. */
  async #sweep(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    this.#unwritten.clear();
    await sweep(db, now, this.#swept - SWEEP_MS);
    this.#swept = now;
  }

  async #mail(): Promise<void> {
    const due = await this.#deps.db.query<Due>(
      `select user_id as "userId", id from notification where mail_due order by at limit $1`,
      [AT_ONCE + this.#unwritten.size],
    );
    for (const each of due) {
      const name = `${each.userId}:${each.id}`;
      if (this.#unwritten.has(name)) continue;
      try {
        await this.#mailOne(each);
      } catch (error) {
        // One that cannot be written holds back nobody else's.
        this.#deps.log('notification mail', { ...each, error: String(error) });
        if (!this.#deps.db.isReady()) return;
        this.#unwritten.add(name);
      }
    }
  }

  /** The mail is queued in the transaction that takes its mark away: once, also when the process ends in between. */
  async #mailOne({ userId, id }: Due): Promise<void> {
    const { messages, source } = this.#deps;
    await runBeside(this.#deps, async ({ tx, at }) => {
      const [found] = await tx.query<{ row: unknown }>(
        `update notification n set mail_due = false where user_id = $1 and id = $2 and mail_due
         returning notification_row(n) as row`,
        [userId, id],
      );
      if (!found || !(await mailsOf(tx, userId))) return;
      const row = v.parse(NotificationRow, found.row);
      const to = await recipientOf(tx, userId);
      if (!to) return;
      const mail = mailOf(row, source.markets(), to.language, messages.sides(to.language));
      if (mail) await messages.write(tx, to, mail.key, at, mail.fields);
    });
  }
}
