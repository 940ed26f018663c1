import * as v from 'valibot';
import { NotificationRow } from '../../../../domain/contract/index.ts';
import type { PushNotice } from '../../../../domain/index.ts';
import { DEFAULT_LANGUAGE, HOUR_MS, isLanguage, MINUTE_MS } from '../../../../domain/index.ts';
import { IntervalJob } from '../../../base/intervalJob.ts';
import { isLive } from '../../../books/users/sessions.ts';
import type { ProductContext } from '../../product.ts';
import type { PushKey, PushOutcome, PushService, PushTarget } from './service.ts';
import { PUSH_KEPT_MS, sweepPush } from './subscriptions.ts';
import type { NoticeWords } from './words.ts';
import { noticeOf, sealedNotice } from './words.ts';

const CHECK_MS = 1_000;
const SWEEP_MS = HOUR_MS;
/** And how soon after the start, which is busy itself. */
const FIRST_SWEEP_MS = MINUTE_MS;
const AT_ONCE = 20;
/** Messages per round; the others wait for the next. */
const ROUNDS = 20;
/** A message whose sender ended half-way is sent again after this time. */
const CARRIED_MS = 60_000;
/** Waits double from 5 s: the last try comes about 20 minutes after the first. */
const MOST_TRIES = 9;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = HOUR_MS;

/** What a user loses money by unless it is read at once. */
const URGENT: ReadonlySet<NotificationRow['kind']> = new Set([
  'margin',
  'liquidation',
  'reduction',
  'deleveraging',
  'alert',
]);

export interface PushEngineDeps
  extends Pick<ProductContext, 'db' | 'clock' | 'source' | 'meter' | 'log' | 'venueName'> {
  readonly service: PushService;
  readonly key: PushKey;
  readonly words: NoticeWords;
}

interface Due extends PushTarget {
  readonly id: number;
  readonly subscription: number;
  readonly tries: number;
  readonly createdAt: number;
  readonly words: boolean;
  readonly language: string;
  /** Null when its login has ended, or it is kept no more. */
  readonly row: unknown;
}

/** Sends queued messages to push devices, after the commit of their event. */
export class PushEngine {
  readonly #deps: PushEngineDeps;
  readonly #sends: IntervalJob;
  readonly #sweeps: IntervalJob;
  #isClosed = false;

  constructor(deps: PushEngineDeps) {
    this.#deps = deps;
    const logged = this.#logged;
    this.#sends = new IntervalJob(deps.clock, CHECK_MS, () => this.#sendDue().catch(logged));
    this.#sweeps = new IntervalJob(deps.clock, SWEEP_MS, () =>
      sweepPush(deps.db, deps.clock.now()).catch(logged),
    );
  }

  readonly #logged = (error: unknown): void => this.#deps.log('push', { error: String(error) });

  start(): void {
    this.#sends.start();
    this.#sweeps.start(FIRST_SWEEP_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#sends.close(), this.#sweeps.close()]);
  }

  async #sendDue(): Promise<void> {
    for (let round = 0; round < ROUNDS && !this.#isClosed; round++) {
      const due = await this.#take();
      // One that fails ends no other's round.
      await Promise.all(due.map((message) => this.#sendOne(message).catch(this.#logged)));
      if (due.length < AT_ONCE) return;
    }
  }

  /** Who sends a message takes it first: another sender of the same database leaves it out. */
  #take(): Promise<readonly Due[]> {
    const now = this.#deps.clock.now();
    return this.#deps.db.query<Due>(
      `with due as (
         update push_message set next_at = $2 where id in (
           select id from push_message where next_at <= $1 order by next_at limit ${AT_ONCE} for update skip locked)
         returning id, subscription_id, user_id, notification_id, tries, created_at
       )
       select d.id, d.subscription_id as subscription, d.tries, d.created_at as "createdAt", p.endpoint, p.p256dh, p.auth,
         p.words, u.language, case when ${isLive('$1::bigint')} then notification_row(n) end as row
       from due d join push_subscription p on p.id = d.subscription_id join session s on s.id = p.session_id
         join app_user u on u.id = s.user_id
         left join notification n on n.user_id = d.user_id and n.id = d.notification_id`,
      [now, now + CARRIED_MS],
    );
  }

  async #sendOne(message: Due): Promise<void> {
    const { clock, service, key } = this.#deps;
    const written = this.#written(message);
    const leftMs = message.createdAt + PUSH_KEPT_MS - clock.now();
    if (!written || leftMs <= 0) return this.#forget(message);
    const { row, notice } = written;
    const { endpoint, p256dh, auth } = message;
    const outcome = await service.send(
      { endpoint, p256dh, auth },
      {
        text: JSON.stringify(notice),
        urgency: URGENT.has(row.kind) ? 'high' : 'normal',
        ttlS: Math.ceil(leftMs / 1_000),
      },
      key,
    );
    await this.#settle(message, outcome);
  }

  /** A message in words; undefined for what has none, or cannot be put into any: to try again would not help. */
  #written(message: Due): { readonly row: NotificationRow; readonly notice: PushNotice } | undefined {
    if (message.row === null) return undefined;
    try {
      const row = v.parse(NotificationRow, message.row);
      const notice = this.#noticeOf(row, message);
      return notice && { row, notice };
    } catch (error) {
      this.#deps.log('push not written', { id: message.id, error: String(error) });
      return undefined;
    }
  }

  #noticeOf(row: NotificationRow, { words: wantsWords, language }: Due): PushNotice | undefined {
    const { words, source, venueName } = this.#deps;
    const spoken = isLanguage(language) ? language : DEFAULT_LANGUAGE;
    return wantsWords
      ? noticeOf(row, words, source.markets(), spoken)
      : sealedNotice(words, spoken, venueName);
  }

  async #settle(message: Due, outcome: PushOutcome): Promise<void> {
    const { db, clock, log, meter } = this.#deps;
    const { id, tries, endpoint } = message;
    const count = (result: string) => meter.count('tidemark_pushes_total', { result });
    if (outcome.result === 'sent') {
      count('sent');
      return this.#forget(message);
    }
    if (outcome.result === 'gone') {
      count('gone');
      const ended = await db.query(
        'delete from push_subscription where id = $1 and endpoint = $2 returning id',
        [message.subscription, endpoint],
      );
      if (ended.length > 0) return this.#forget(message);
      // The login has subscribed again meanwhile: it is reached where it is now.
      await db.query('update push_message set next_at = $2 where id = $1', [id, clock.now()]);
      return;
    }
    const isLast = outcome.result === 'refused' || tries + 1 >= MOST_TRIES;
    // The address itself is a secret: who knows it is only kept from sending by the key.
    log('push not sent', { id, tries: tries + 1, service: new URL(endpoint).host, why: outcome.why });
    count(isLast ? 'failed' : 'retried');
    if (isLast) return this.#forget(message);
    const wait = Math.max(
      2 ** tries * FIRST_WAIT_MS,
      outcome.result === 'later' ? (outcome.afterMs ?? 0) : 0,
    );
    await db.query('update push_message set tries = tries + 1, next_at = $2 where id = $1', [
      id,
      clock.now() + Math.min(wait, LONGEST_WAIT_MS),
    ]);
  }

  async #forget({ id }: Due): Promise<void> {
    await this.#deps.db.query('delete from push_message where id = $1', [id]);
  }
}
