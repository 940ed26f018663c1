import type { Calls, RequestOf, ResponseOf } from '../../domain/contract/index.ts';
import { CALL_TIMEOUT_MS } from '../../domain/contract/index.ts';
import type { Language, Refusal, Result } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import type { LateState, MoneyCall, Submitted } from '../protocol.ts';
import type { ExtraCaller } from './caller.ts';
import type { JournalEntry, JournalLine, JournalStore } from './journal.ts';

export interface SubmitterDeps {
  readonly clock: Clock;
  readonly store: JournalStore;
  readonly newKey: () => string;
  /** Asks as the logged-in user now. */
  readonly call: ExtraCaller;
  /** The uid of the logged-in user, once it is known. */
  readonly owner: () => string | undefined;
  /** Runs work that no other worker of this origin does at the same time; skips it while one does. */
  readonly exclusively: (name: string, work: () => Promise<void>) => Promise<void>;
}

/** Refusals that say nothing of whether the call has acted. */
const UNSURE: readonly Refusal['code'][] = ['networkDown', 'timedOut', 'unexpected', 'unavailable'];
/** The login that requested it is over. */
const NOT_SENT = { state: 'refused', error: { code: 401, message: '' } } as const;
const AGAIN_MS = 2_000;
/** What is written down could not be read in time. */
const READ_AGAIN_MS = 10_000;
/** How long a late outcome is shown. */
const TOLD_MS = 8_000;
/** After this time no worker can still be waiting for an answer. */
const OLD_MS = CALL_TIMEOUT_MS + 10_000;
const TIMES_KEPT = 100;

/** Money-moving calls: written down, sent once, and looked up until their outcome is known. */
export class Submitter {
  readonly #deps: SubmitterDeps;
  /** Calls whose end is not known, or became known late. */
  readonly #published = new Map<string, JournalLine>();
  /** Keys of calls in no doubt: this worker waits for their answer, or knows how they ended. */
  readonly #known = new Set<string>();
  #version = 0;
  /** Rises with each login: what began before it is somebody else's. */
  #turn = 0;
  #stopAgain: (() => void) | undefined;

  constructor(deps: SubmitterDeps) {
    this.#deps = deps;
  }

  /** How long the newest answers took from their calls' entries, ms, the newest last. */
  acknowledged: readonly number[] = [];

  /** Whether a call that is lost now is still known after a reload. */
  isLasting = true;

  /** Whether what an earlier life of this worker has left is among `published`. */
  hasLooked = false;

  /** Rises with each change of `published` and `isLasting`. */
  get version(): number {
    return this.#version;
  }
  get published(): readonly JournalLine[] {
    return [...this.#published.values()];
  }

  /** @param language of the page that submits: refusals are worded in it. */
  async submit<N extends MoneyCall>(
    call: N,
    request: RequestOf<Calls[N]>,
    language: Language,
  ): Promise<Submitted<N>> {
    const turn = this.#turn;
    const owner = await this.#ownerNow(language);
    if (!owner.ok) return { state: 'refused', error: owner.error };
    const { clock, store, newKey } = this.#deps;
    const entry: JournalEntry = { key: newKey(), owner: owner.data, call, request, at: clock.now() };
    const { key } = entry;
    this.#known.add(key);
    let ended: Submitted<N> = { state: 'unknown', key };
    await this.#deps.exclusively(key, async () => {
      await store.put(entry);
      this.#look();
      // In the name of who requested it, or not at all.
      ended = turn === this.#turn ? await this.#send(entry, request, language) : NOT_SENT;
    });
    if (ended.state === 'unknown') {
      this.#known.delete(key);
      if (turn !== this.#turn) return ended;
      this.#publish(entry, 'unknown');
      void this.reconcile();
    } else {
      this.acknowledged = [...this.acknowledged, clock.now() - entry.at].slice(-TIMES_KEPT);
      await store.remove(key);
    }
    return ended;
  }

  #look(): void {
    const isLasting = this.#deps.store.isLasting();
    if (isLasting === this.isLasting) return;
    this.isLasting = isLasting;
    this.#version += 1;
  }

  async #send<N extends MoneyCall>(
    { call, key }: JournalEntry,
    request: RequestOf<Calls[N]>,
    language: Language,
  ): Promise<Submitted<N>> {
    const result: Result<ResponseOf<Calls[N]>> = await this.#deps.call(call as N, request, { key, language });
    if (result.ok) return { state: 'settled', data: result.data };
    if (UNSURE.includes(result.error.code)) return { state: 'unknown', key };
    return { state: 'refused', error: result.error };
  }

  /** Who is logged in: without knowing it, nothing is sent whose outcome could not be looked up. */
  async #ownerNow(language: Language): Promise<Result<string>> {
    const known = this.#deps.owner();
    if (known !== undefined) return { ok: true, data: known };
    const response = await this.#deps.call('account.balances', {}, { language });
    return response.ok ? { ok: true, data: response.data.uid } : response;
  }

  /**
   * Asks the exchange what became of calls in doubt, those of an earlier life of this worker included. Whatever the
   * exchange does not know by then never acts: asking makes its key void.
   */
  async reconcile(): Promise<void> {
    this.#stopAgain?.();
    const turn = this.#turn;
    const owner = this.#deps.owner();
    if (owner === undefined) return;
    const entries = (await this.#deps.store.all()).filter(
      (entry) => entry.owner === owner && !this.#known.has(entry.key),
    );
    await this.#publishLeft(entries, turn);
    for (const entry of entries) {
      const isLost = this.#published.has(entry.key) || entry.at < this.#deps.clock.now() - OLD_MS;
      if (isLost) await this.#ask(entry, turn);
      else await this.#deps.exclusively(entry.key, () => this.#ask(entry, turn));
    }
    const isLeft = this.published.some(({ state }) => state === 'unknown');
    if (isLeft || (await this.#deps.store.all()).some((entry) => entry.owner === owner))
      this.#lookAgain(AGAIN_MS);
    else if (!this.#deps.store.isLasting()) this.#lookAgain(READ_AGAIN_MS);
  }

  #lookAgain(ms: number): void {
    this.#stopAgain?.();
    this.#stopAgain = this.#deps.clock.after(ms, () => void this.reconcile());
  }

  /** All at once, before the first is looked up: until then a page could send the same again. */
  async #publishLeft(entries: readonly JournalEntry[], turn: number): Promise<void> {
    if (this.hasLooked) return;
    // What another worker is waiting for is in no doubt.
    for (const entry of entries)
      await this.#deps.exclusively(entry.key, async () => {
        if (turn === this.#turn) this.#publish(entry, 'unknown');
      });
    if (turn !== this.#turn) return;
    this.hasLooked = true;
    this.#version += 1;
  }

  async #ask(entry: JournalEntry, turn: number): Promise<void> {
    // Another look-up, which was faster, may know it by now.
    if (turn !== this.#turn || this.#known.has(entry.key)) return;
    this.#publish(entry, 'unknown');
    const answer = await this.#deps.call('account.commands', { keys: [entry.key] });
    // Of another user's keys the exchange knows nothing, which is no outcome.
    if (!answer.ok || turn !== this.#turn) return;
    const isDone = answer.data.commands.some(({ key, done }) => key === entry.key && done);
    this.#known.add(entry.key);
    this.#publish(entry, isDone ? 'settled' : 'absent');
    await this.#deps.store.remove(entry.key);
    this.#deps.clock.after(TOLD_MS, () => {
      this.#published.delete(entry.key);
      this.#version += 1;
    });
  }

  #publish({ key, call }: JournalEntry, state: LateState): void {
    if (this.#published.get(key)?.state === state) return;
    this.#published.set(key, { key, call, state });
    this.#version += 1;
  }

  /** Somebody else is logged in: what was shown is not theirs. */
  forget(): void {
    this.#stopAgain?.();
    this.#turn += 1;
    this.hasLooked = false;
    this.#published.clear();
    this.#version += 1;
  }

  close(): void {
    this.#stopAgain?.();
  }
}

/** Web Locks where the browser has them and gives them to this page; else nobody else is known of. */
export function exclusively(locks: Pick<LockManager, 'request'> | undefined): SubmitterDeps['exclusively'] {
  return (name, work) => {
    let begun: Promise<void> | undefined;
    const given = (lock: Lock | null) => {
      if (lock) begun = work();
      return begun;
    };
    return (
      locks
        ?.request(`tidemark-command-${name}`, { ifAvailable: true }, given)
        // Refused with the page's storage: that keeps nobody's money from being moved.
        .catch(() => begun ?? work()) ?? work()
    );
  };
}
