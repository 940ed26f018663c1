import type { Dec } from '../../../../domain/index.ts';
import { withdrawRoutes } from '../../../../domain/index.ts';
import { run } from '../../../base/commands/command.ts';
import { Failures } from '../../../base/failures.ts';
import { IntervalJob } from '../../../base/intervalJob.ts';
import { plain } from '../../../books/ledger/ledger.ts';
import type { MessageKey } from '../../../books/users/messages.ts';
import { recipientOf } from '../../../books/users/notices.ts';
import { WITHDRAWALS_OPEN } from '../../../books/venue/state.ts';
import type { SendOrder, SignedSend, Signer } from './signer.ts';
import { publishWithdrawal } from './withdrawals.ts';
import type { WithdrawDeps } from './withdrawDeps.ts';
import { step } from './withdrawSteps.ts';

/** How often withdrawals are looked at, ms. */
const CHECK_MS = 1_000;
/** How long a small withdrawal can be cancelled before it is approved, ms. */
export const SECOND_THOUGHT_MS = 10_000;
/** How often one that is in no block is sent again, ms. */
const AGAIN_MS = 15_000;
/** Withdrawals per round; the others wait for the next. */
const AT_ONCE = 50;

type EngineDeps = Pick<
  WithdrawDeps,
  'db' | 'clock' | 'published' | 'messages' | 'signer' | 'approveUpTo' | 'log'
>;

interface Due extends SendOrder {
  readonly userId: number;
  readonly tx: string | null;
  readonly signed: string | null;
  readonly confirmations: number;
  readonly needed: number;
}

const DUE = `w.id, w.user_id as "userId", w.currency, w.chain, w.address as "to", w.received::text as amount, w.tx,
  w.signed, w.confirmations, w.confirmations_needed as needed`;
/**
 * No withdrawal is approved or signed while its user is frozen, paused or owes a deposit that was taken back after the
 * withdrawal was requested, or while all withdrawals are paused.
 */
const MAY = `(u.held_until is null or u.held_until <= $1) and u.frozen_at is null and ${WITHDRAWALS_OPEN}
  and not exists (select 1 from account d where d.owner_id = u.id and d.kind = 'debt' and d.posted < 0)`;

/** Whose owner is to be written to; in the words of the index that finds them. */
const UNNOTICED = `(state in ('sent', 'rejected', 'failed') and noticed is distinct from state)
  or (state = 'confirmed' and noticed is null)`;

/** What a signer signs for, as currency and chain. */
const signable = (signer: Signer): readonly string[] =>
  withdrawRoutes
    .filter(({ currency, chain }) => signer.can(currency, chain))
    .map(({ currency, chain }) => `${currency} ${chain}`);

/** Takes withdrawals to addresses on their way: approves small ones, has them signed and sent, follows them. */
export class WithdrawEngine {
  readonly #deps: EngineDeps;
  readonly #rounds: IntervalJob;
  /** Apart from the rounds: a node that does not answer holds those up for minutes, and no mail. */
  readonly #notices: IntervalJob;
  #isClosed = false;
  /** When each that is in no block was sent last. */
  readonly #sentAt = new Map<number, number>();
  /** What could not be sent or written of last: it takes no other's place in a round. */
  readonly #failed = { send: new Failures<number>(), notice: new Failures<number>() };
  /** Up to which number those that were sent have been followed: rounds take turns where there are many. */
  #followedTo = 0;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#rounds = new IntervalJob(deps.clock, CHECK_MS, () => this.#work());
    this.#notices = new IntervalJob(deps.clock, CHECK_MS, () => this.#tried('notice', () => this.#notice()));
  }

  start(): void {
    this.#rounds.start();
    this.#notices.start();
  }

  /** One look at everything that is under way; never two at a time. */
  async check(): Promise<void> {
    await this.#rounds.check();
    await this.#notices.check();
  }

  /** Ends the timers; resolves when the withdrawal that is looked at has ended: the others wait for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#rounds.close(), this.#notices.close()]);
  }

  async #work(): Promise<void> {
    const { signer } = this.#deps;
    await this.#tried('approve', () => this.#approve());
    if (signer) {
      await this.#tried('send', () => this.#send(signer));
      await this.#tried('follow', () => this.#follow(signer));
    }
  }

  /** What fails is logged and tried again at the next look: nothing is lost by it. */
  async #tried(what: string, work: () => Promise<unknown>, id?: number): Promise<void> {
    if (this.#isClosed && id !== undefined) return;
    const failures = what === 'send' || what === 'notice' ? this.#failed[what] : undefined;
    try {
      await work();
      if (id !== undefined) failures?.forget(id);
    } catch (error) {
      if (id !== undefined) failures?.note(id);
      this.#deps.log('withdrawals', { what, id, error: String(error) });
    }
  }

  async #approve(): Promise<void> {
    const { db, clock, approveUpTo } = this.#deps;
    const now = clock.now();
    const rows = await db.query<{ id: number }>(
      `select w.id from withdrawal w join app_user u on u.id = w.user_id
       where w.state = 'requested' and w.kind = 'crypto' and w.worth <= $2::numeric and w.created_at <= $3 and ${MAY}
       order by w.id limit ${AT_ONCE}`,
      [now, approveUpTo, now - SECOND_THOUGHT_MS],
    );
    for (const { id } of rows)
      await this.#tried(
        'approve',
        () => run(this.#deps, (work) => step(work, id, ['requested'], 'approved')),
        id,
      );
  }

  /**
   * In the order of their numbers, one after the other: each takes the next nonce. What another key of the same chain has
   * signed goes on too: it needs no key any more.
   */
  async #send(signer: Signer): Promise<void> {
    const { db, clock } = this.#deps;
    const due = await db.query<Due>(
      `select ${DUE} from withdrawal w join app_user u on u.id = w.user_id
       where w.state = 'approved' and w.kind = 'crypto' and (w.signer is null or starts_with(w.signer, $2))
         and w.currency || ' ' || w.chain = any ($3::text[]) and (w.signed is not null or (${MAY}))
       order by array_position($4::bigint[], w.id) nulls first, w.nonce nulls last, w.id limit ${AT_ONCE}`,
      [clock.now(), signer.network, signable(signer), this.#failed.send.oldestFirst()],
    );
    for (const each of due) await this.#tried('send', () => this.#sendOne(signer, each), each.id);
  }

  async #sendOne(signer: Signer, due: Due): Promise<void> {
    const signed = signedOf(due) ?? (await this.#signed(signer, due));
    if (!signed) return;
    await signer.broadcast(signed);
    this.#sentAt.set(due.id, this.#deps.clock.now());
    await run(this.#deps, (work) => step(work, due.id, ['approved'], 'sent'));
  }

  /**
   * Signs and stores before anything is sent: if this process ends, only what was stored goes out.
   * @returns undefined when the withdrawal has been settled another way or paused meanwhile: then nothing
   * goes out.
   */
  async #signed(signer: Signer, { id, currency, chain, to, amount }: Due): Promise<SignedSend | undefined> {
    const { db, clock } = this.#deps;
    const [newest] = await db.query<{ nonce: number }>(
      'select nonce from withdrawal where signer = $1 and nonce is not null order by nonce desc limit 1',
      [signer.name],
    );
    const nonce = Math.max(await signer.nextNonce(), (newest?.nonce ?? -1) + 1);
    const send = await signer.sign({ id, currency, chain, to, amount: plain(amount) }, nonce);
    const stored = await db.query(
      `update withdrawal w set tx = $3, signed = $4, signer = $5, nonce = $6 from app_user u
       where w.id = $2 and w.state = 'approved' and w.signed is null and u.id = w.user_id and ${MAY} returning w.id`,
      [clock.now(), id, send.tx, send.signed, signer.name, nonce],
    );
    return stored.length === 0 ? undefined : send;
  }

  async #follow(signer: Signer): Promise<void> {
    const due = await this.#deps.db.query<Due>(
      `select ${DUE} from withdrawal w where w.state = 'sent' and w.kind = 'crypto' and starts_with(w.signer, $1)
         and w.id > $2 order by w.id limit ${AT_ONCE}`,
      [signer.network, this.#followedTo],
    );
    this.#followedTo = due.length === AT_ONCE ? (due.at(-1)?.id ?? 0) : 0;
    for (const each of due) await this.#tried('follow', () => this.#followOne(signer, each), each.id);
  }

  async #followOne(signer: Signer, due: Due): Promise<void> {
    const signed = signedOf(due);
    if (!signed) return;
    const status = await signer.status(signed);
    // What a reorganisation has taken out of its block has no confirmation, and may not be shown with those of before.
    const { confirmations, ok } = status ?? { confirmations: 0, ok: false };
    const isDeep = confirmations >= due.needed;
    if (isDeep || confirmations !== due.confirmations)
      await run(this.#deps, async (work) => {
        await work.tx.query(
          `update withdrawal set confirmations = $2, version = version + 1, updated_at = $3
           where id = $1 and state = 'sent'`,
          [due.id, confirmations, work.at],
        );
        if (isDeep) await step(work, due.id, ['sent'], ok ? 'confirmed' : 'failed');
        else await publishWithdrawal(work, due.userId, due.id);
      });
    if (isDeep) this.#sentAt.delete(due.id);
    if (!status) await this.#sendAgain(signer, due.id, signed);
  }

  /** Nodes forget, and a reorganisation can take it out of its block: sending it again is what puts it back. */
  async #sendAgain(signer: Signer, id: number, signed: SignedSend): Promise<void> {
    const now = this.#deps.clock.now();
    // The clock may have been set back since.
    if (Math.abs(now - (this.#sentAt.get(id) ?? Number.NEGATIVE_INFINITY)) < AGAIN_MS) return;
    this.#sentAt.set(id, now);
    await signer.broadcast(signed);
  }

  /**
   * Writes to users whose withdrawal was sent, rejected or has failed, whatever the cause: also where it has arrived
   * before anybody looked.
   */
  async #notice(): Promise<void> {
    const rows = await this.#deps.db.query<{ id: number }>(
      `select id from withdrawal where ${UNNOTICED}
       order by array_position($1::bigint[], id) nulls first, id limit ${AT_ONCE}`,
      [this.#failed.notice.oldestFirst()],
    );
    for (const { id } of rows) await this.#tried('notice', () => this.#noticeOne(id), id);
  }

  async #noticeOne(id: number): Promise<void> {
    await run(this.#deps, async ({ tx, at }) => {
      const [row] = await tx.query<{
        userId: number;
        state: string;
        amount: Dec;
        currency: string;
        to: string;
      }>(
        `update withdrawal w set noticed = state
         where id = $1 and (${UNNOTICED})
         returning user_id as "userId", state, amount::text, currency, coalesce(address,
           (select bank || ' ' || number_shown from bank_card c where c.id = w.card_id)) as "to"`,
        [id],
      );
      if (!row) return;
      const isSent = row.state === 'sent' || row.state === 'confirmed';
      const key: MessageKey = isSent ? 'withdrawSent' : 'withdrawEnded';
      const fields = { amount: `${plain(row.amount)} ${row.currency}`, to: row.to };
      await this.#deps.messages.write(tx, await recipientOf(tx, row.userId), key, at, fields);
    });
  }
}

const signedOf = ({ tx, signed }: Due): SignedSend | undefined =>
  tx === null || signed === null ? undefined : { tx, signed };
