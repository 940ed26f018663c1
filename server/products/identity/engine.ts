import type { IdentityLevel } from '../../../domain/index.ts';
import { PRACTICE_REVIEW_MS, practiceFinding } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import { Failures } from '../../base/failures.ts';
import { IntervalJob } from '../../base/intervalJob.ts';
import { recipientOf } from '../../books/users/notices.ts';
import { numberPurpose } from './apply.ts';
import type { Finding } from './decide.ts';
import { approve, reject } from './decide.ts';
import type { IdentityDeps } from './deps.ts';
import { deletePhotos } from './photos.ts';

const CHECK_MS = 1_000;
/** How often photos that are no longer kept are looked for, ms. */
const DELETE_MS = 60_000;
/** Applications per round; the others wait for the next. */
const AT_ONCE = 20;

interface EngineDeps extends IdentityDeps {
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

interface Waiting {
  readonly id: number;
  readonly userId: number;
  readonly level: IdentityLevel;
  /** The number that the user applied with for level 1, sealed; null where an operator has verified by hand. */
  readonly sealed: Uint8Array | null;
  readonly rejections: number;
  /** Whether another account is certified by this number. */
  readonly isTaken: boolean;
}

/** Reviews in practice, writes to users about decisions, and deletes photos that are no longer kept. */
export class IdentityEngine {
  readonly #deps: EngineDeps;
  readonly #decisions: IntervalJob;
  readonly #deletions: IntervalJob;
  /** What could not be done last: it takes no other's place in a round. */
  readonly #failed = { review: new Failures<number>(), notice: new Failures<number>() };
  readonly #kept = new Failures<string>();

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    const { clock } = deps;
    this.#decisions = new IntervalJob(clock, CHECK_MS, () => this.#decideAndPublish());
    this.#deletions = new IntervalJob(clock, DELETE_MS, () =>
      this.#tried('delete', () => deletePhotos(deps, this.#kept)),
    );
  }

  start(): void {
    this.#decisions.start();
    this.#deletions.start();
  }

  /** Decides pending applications and sends notices, now. */
  check(): Promise<void> {
    return this.#decisions.check();
  }

  /** Ends the timers; resolves when what is under way has ended. */
  async close(): Promise<void> {
    await Promise.all([this.#decisions.close(), this.#deletions.close()]);
  }

  async #decideAndPublish(): Promise<void> {
    if (this.#deps.isSimulated) await this.#tried('review', () => this.#review());
    await this.#tried('notice', () => this.#notice());
  }

  /** What fails is logged and tried again at the next look: nothing is lost by it. */
  async #tried(what: string, work: () => Promise<unknown>, id?: number): Promise<void> {
    const failures = what === 'review' || what === 'notice' ? this.#failed[what] : undefined;
    try {
      await work();
      if (id !== undefined) failures?.forget(id);
    } catch (error) {
      if (id !== undefined) failures?.note(id);
      this.#deps.log('identity', { what, id, error: String(error) });
    }
  }

  async #review(): Promise<void> {
    const { db, clock } = this.#deps;
    const waiting = await db.query<Waiting>(
      `select a.id, a.user_id as "userId", a.level, coalesce(a.number_sealed, (select b.number_sealed
           from identity_application b where b.user_id = a.user_id and b.level = 1 and b.state = 'approved')) as sealed,
         (select count(*) from identity_application b
          where b.user_id = a.user_id and b.level = a.level and b.state = 'rejected') as rejections,
         exists (select 1 from identity_application b where b.number_mark = a.number_mark and b.level = 1
           and b.state = 'approved' and b.user_id <> a.user_id) as "isTaken"
       from identity_application a where a.state = 'pending' and a.created_at <= $1
       order by array_position($2::bigint[], a.id) nulls first, a.id limit ${AT_ONCE}`,
      [clock.now() - PRACTICE_REVIEW_MS, this.#failed.review.oldestFirst()],
    );
    for (const each of waiting) await this.#tried('review', () => this.#reviewOne(each), each.id);
  }

  async #reviewOne(waiting: Waiting): Promise<void> {
    const finding = waiting.isTaken ? TAKEN : await this.#findingOf(waiting);
    await run(this.#deps, (work) =>
      finding ? reject(work, waiting.id, 'practice', [finding]) : approve(work, waiting.id, 'practice'),
    );
  }

  async #findingOf({ userId, level, sealed, rejections }: Waiting): Promise<Finding | undefined> {
    if (sealed === null) return undefined;
    // Under a key that is not known the sample is not either: practice approves.
    const number = await this.#deps.sealer.open(sealed, numberPurpose(userId)).catch(() => undefined);
    const sample = practiceFinding(level, new TextDecoder().decode(number), rejections);
    return sample && { field: sample.field, reason: sample.reason, note: '' };
  }

  /** Writes to users whose application was decided, by a reviewer or by the simulation. */
  async #notice(): Promise<void> {
    const decided = await this.#deps.db.query<{ id: number }>(
      `select id from identity_application where state <> 'pending' and not noticed
       order by array_position($1::bigint[], id) nulls first, id limit ${AT_ONCE}`,
      [this.#failed.notice.oldestFirst()],
    );
    for (const { id } of decided) await this.#tried('notice', () => this.#noticeOne(id), id);
  }

  async #noticeOne(id: number): Promise<void> {
    await run(this.#deps, async ({ tx, at }) => {
      const [row] = await tx.query<{ userId: number; state: string; level: number }>(
        `update identity_application set noticed = true where id = $1 and not noticed
         returning user_id as "userId", state, level`,
        [id],
      );
      if (!row) return;
      const key = row.state === 'approved' ? 'identityApproved' : 'identityRejected';
      const to = await recipientOf(tx, row.userId);
      await this.#deps.messages.write(tx, to, key, at, { level: String(row.level) });
    });
  }
}

const TAKEN: Finding = { field: 'number', reason: 'taken', note: '' };
