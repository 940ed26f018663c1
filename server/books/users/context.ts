import type { CodeAbout } from '../../../domain/contract/index.ts';
import type { Dec, Language } from '../../../domain/index.ts';
import type { CommandDeps } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import type { Sealer } from '../../base/sealer.ts';
import type { PasswordHasher, Vault } from '../../base/secrets.ts';
import type { Limits } from './limits.ts';
import type { Messages } from './messages.ts';
import type { PasskeyPlace } from './passkeyChecks.ts';
import type { Origin, SessionUser, Tickets } from './sessions.ts';
import type { UploadStore } from './uploads/store.ts';

/** What a code confirms, and the words of its message. */
export interface Confirmed {
  readonly about: string;
  readonly fields: { readonly amount: string; readonly to: string };
}

/** What accounts are made from. */
export interface AccountDeps extends CommandDeps {
  /** The venue's name, where it is displayed beside a user's data. */
  readonly venueName: string;
  readonly messages: Messages;
  readonly hasher: PasswordHasher;
  readonly vault: Vault;
  /** Keeps identity documents unreadable. */
  readonly sealer: Sealer;
  readonly limits: Limits;
  readonly tickets: Tickets;
  /** The domain for which users' passkeys are valid. */
  readonly passkeys: PasskeyPlace;
  /** Whether a country has this number (`+` and digits). */
  readonly isPhone: (number: string) => boolean;
  /** Practice: accounts begin with play money. */
  readonly isPlay: boolean;
  /** Where pictures are kept; the database when undefined. */
  readonly uploads?: UploadStore;
  /**
   * What a withdrawal's code confirms.
   * @throws {RuleError} `chainUnknown`, what is wrong with the address, `notFound` for a card that is not theirs.
   */
  readonly confirmedBy: (db: Queries, userId: number, request: CodeAbout) => Promise<Confirmed>;
  /**
   * What a user can take out of the futures account now: not what positions and orders need. The account is locked.
   * Without, all that is not held.
   */
  readonly futuresFree?: (tx: Queries, userId: number) => Promise<Dec>;
}

/** A call's user, origin and language. */
export interface Caller extends Origin {
  readonly language: Language;
  /** Always present on calls that require a session; on others when there is one. */
  readonly user?: SessionUser;
  /** Hash of the temporary token: checked on calls that take one, on those for anyone as it came. */
  readonly temporary?: Uint8Array;
  /** On calls that move money. */
  readonly key?: string;
  /** Who is charged for long work: a user, or an address. */
  readonly who?: string;
  /** Aborted when the caller waits no longer. */
  readonly gone?: AbortSignal;
  /** On calls that take a file. */
  readonly file?: Blob;
}

/** A caller with a session. */
export type UserCaller = Caller & { readonly user: SessionUser };
