import type { codePurposes } from '../../../domain/contract/index.ts';
import type { ContactKind, Language, PositionSide } from '../../../domain/index.ts';
import { DAY_MS, DEFAULT_LANGUAGE } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Database, Queries } from '../../base/db/database.ts';

/** Texts sent by mail or text message; keys of `locales/<language>/messages.json`. */
export const messageKeys = [
  'code',
  'codeWithdrawal',
  'exists',
  'taken',
  'newLogin',
  'passwordChanged',
  'fundPasswordSet',
  'fundPasswordFirst',
  'fundPasswordChanged',
  'emailAdded',
  'emailChanged',
  'phoneAdded',
  'phoneChanged',
  'totpOn',
  'totpOff',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryUsed',
  'withdrawRequested',
  'withdrawSent',
  'withdrawEnded',
  'addressAdded',
  'whitelistOff',
  'apiKeyAdded',
  'apiKeyEnded',
  'identityApproved',
  'identityRejected',
  'ticketReplied',
  'liquidated',
  'reduced',
  'deleveraged',
  'marginIsolated',
  'marginCross',
] as const;
export type MessageKey = (typeof messageKeys)[number];

type CodePurpose = (typeof codePurposes)[number];
type Words = Readonly<Record<MessageKey, { readonly subject: string; readonly text: string }>>;
interface OtherWords {
  readonly frame: { readonly text: string };
  readonly sides: Readonly<Record<PositionSide, string>>;
  readonly purposes: Readonly<Record<CodePurpose, string>>;
}
export type MessageWords = Readonly<Record<Language, Words & OtherWords>>;

/** Takes a message out of the house; rejects when it could not. */
export interface MessageTransport {
  sendMail(to: string, subject: string, text: string): Promise<void>;
  sendSms(to: string, text: string): Promise<void>;
  /** Whether this kind has a service; without one, messages stay on this machine. */
  has(kind: ContactKind): boolean;
}

export interface Recipient {
  readonly kind: ContactKind;
  readonly address: string;
  readonly language: Language;
  /** The word by which the user knows our mails. */
  readonly antiPhishing?: string | null;
}

export interface MessageDeps {
  readonly db: Database;
  readonly clock: ServerClock;
  readonly words: MessageWords;
  readonly transport: MessageTransport;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

const ROUND_MS = 1_000;
const MOST_TRIES = 6;
const AT_ONCE = 10;
/** A message whose transport was interrupted is sent again after this time. */
const CARRIED_MS = 60_000;
/** Sent messages are of no use to anybody after this time. */
const KEPT_MS = DAY_MS;

/** The end of the process waits this long for messages that are on their way. */
const CLOSE_MS = 3_000;

interface Queued {
  readonly id: number;
  readonly channel: ContactKind | 'sms';
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly tries: number;
}

/** Messages are written in the transaction of their event and sent after it: none outlives a rollback. */
export class Messages {
  readonly #deps: MessageDeps;
  readonly #stop: () => void;
  #carrying: Promise<void> | undefined;

  constructor(deps: MessageDeps) {
    this.#deps = deps;
    this.#stop = deps.clock.every(ROUND_MS, () => void this.carry());
  }

  /** Whether messages of this kind stay on this machine, to be read in the practice outbox. */
  isLocal(kind: ContactKind): boolean {
    return !this.#deps.transport.has(kind);
  }

  /** What a code is for, in a language's words. */
  purpose(language: Language, purpose: CodePurpose): string {
    return (this.#deps.words[language] ?? this.#deps.words[DEFAULT_LANGUAGE]).purposes[purpose];
  }

  /** How a language names the sides of a position. */
  sides(language: Language): Readonly<Record<PositionSide, string>> {
    return (this.#deps.words[language] ?? this.#deps.words[DEFAULT_LANGUAGE]).sides;
  }

  /** Queues a message in the transaction of its event. @param fields fill the placeholders of the text. */
  async write(
    tx: Queries,
    to: Recipient | undefined,
    key: MessageKey,
    at: number,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    // A guest cannot be reached.
    if (!to) return;
    const words = this.#deps.words[to.language] ?? this.#deps.words[DEFAULT_LANGUAGE];
    const own = words[key];
    const text = filled(own.text, fields);
    const framed =
      to.kind === 'phone' || !to.antiPhishing
        ? text
        : `${text}\n\n${filled(words.frame.text, { word: to.antiPhishing })}`;
    await tx.query(
      `insert into message (channel, recipient, subject, text, state, next_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      [
        to.kind === 'phone' ? 'sms' : 'email',
        to.address,
        filled(own.subject, fields),
        framed,
        this.isLocal(to.kind) ? 'kept' : 'queued',
        at,
      ],
    );
  }

  /** Carries out what is due, or joins the round that does. A message that fails is tried again, later each time. */
  carry(): Promise<void> {
    this.#carrying ??= this.#carryDue().finally(() => {
      this.#carrying = undefined;
    });
    return this.#carrying;
  }

  async #carryDue(): Promise<void> {
    const { db, clock, log } = this.#deps;
    try {
      // A sender claims its messages first: another sender on the same database skips them.
      const due = await db.query<Queued>(
        `update message set next_at = $2 where id in (
           select id from message where state = 'queued' and next_at <= $1 order by next_at limit ${AT_ONCE}
           for update skip locked)
         returning id, channel, recipient, subject, text, tries`,
        [clock.now(), clock.now() + CARRIED_MS],
      );
      await Promise.all(due.map((message) => this.#carryOne(message)));
      await db.query("delete from message where state in ('sent', 'kept') and created_at < $1", [
        clock.now() - KEPT_MS,
      ]);
    } catch (error) {
      log('messages', { error: String(error) });
    }
  }

  async #carryOne({ id, channel, recipient, subject, text, tries }: Queued): Promise<void> {
    const { db, clock, transport, log } = this.#deps;
    try {
      if (channel === 'sms') await transport.sendSms(recipient, text);
      else await transport.sendMail(recipient, subject, text);
      await db.query("update message set state = 'sent' where id = $1", [id]);
    } catch (error) {
      const isLast = tries + 1 >= MOST_TRIES;
      log('message not sent', { id, tries: tries + 1, error: String(error) });
      await db.query('update message set state = $2, tries = tries + 1, next_at = $3 where id = $1', [
        id,
        isLast ? 'failed' : 'queued',
        clock.now() + 2 ** tries * 2_000,
      ]);
    }
  }

  /** The newest messages that stayed here. */
  async kept(): Promise<{ id: number; to: string; subject: string; text: string; at: number }[]> {
    const rows = await this.#deps.db.query<{
      id: number;
      to: string;
      subject: string;
      text: string;
      at: number;
    }>(
      `select id, recipient as to, subject, text, created_at as at from message where state = 'kept'
       order by id desc limit 30`,
    );
    return [...rows];
  }

  /**
   * Begins no other round. Resolves when the one that is under way has written down what it sent, so that nothing of it is
   * sent again after the next start; of a service that is silent for longer, that is not known either way.
   */
  async close(): Promise<void> {
    this.#stop();
    const carrying = this.#carrying;
    if (!carrying) return;
    await new Promise<void>((resolve) => {
      const stop = this.#deps.clock.after(CLOSE_MS, resolve);
      void carrying.finally(() => {
        stop();
        resolve();
      });
    });
  }
}

const filled = (text: string, fields: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => fields[name] ?? '');
