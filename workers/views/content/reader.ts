import * as v from 'valibot';
import { calls } from '../../../domain/contract/calls.ts';
import type { CallName, Calls, RequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import { Moment } from '../../../domain/contract/index.ts';
import type { Refusal } from '../../../domain/index.ts';
import type { ViewDeps } from '../view.ts';
import { Asked } from '../wallet/asked.ts';

export type ContentName = Extract<CallName, `content.${string}` | 'common.loadBanner'>;

interface Kept<T> {
  /** By this device's clock, when the answer came, ms UTC. */
  readonly at: number;
  readonly data: T;
}
/** What a reader has in hand. */
interface Reading<T> {
  readonly data?: T;
  readonly failed?: Refusal;
  readonly age?: string;
}

/** The question, and where to look without a network when it was never asked. */
export interface Question<N extends ContentName> {
  readonly name: N;
  readonly request: RequestOf<Calls[N]>;
  readonly orElse?: () => Promise<Kept<ResponseOf<Calls[N]>> | undefined>;
}

const keyOf = (language: string, name: ContentName, request: object): string =>
  `content ${language} ${name} ${JSON.stringify(request)}`;

/** The newest answer of an earlier visit; what is damaged counts as none. */
export async function keptAnswer<N extends ContentName>(
  { keep, words }: Pick<ViewDeps, 'keep' | 'words'>,
  name: N,
  request: RequestOf<Calls[N]>,
): Promise<Kept<ResponseOf<Calls[N]>> | undefined> {
  const found = await keep.get(keyOf(words().language, name, request));
  const parsed = v.safeParse(v.object({ at: Moment, data: calls[name].response }), found);
  return parsed.success ? (parsed.output as Kept<ResponseOf<Calls[N]>>) : undefined;
}

/** Without these there is no network, as opposed to an exchange that says no. */
const isCut = (failed: Refusal): boolean => failed.code === 'networkDown' || failed.code === 'timedOut';

/**
 * Asks for content in the reader's language, and keeps each answer for times without a network. What was kept is
 * there at once; while the exchange cannot be reached it is shown with its age.
 */
export class Reader<N extends ContentName> {
  readonly #deps: ViewDeps;
  readonly #question: () => Question<N>;
  readonly #asked: Asked<ResponseOf<Calls[N]>>;
  #subject = '';
  #kept: Kept<ResponseOf<Calls[N]>> | undefined;
  #keptVersion = 0;

  constructor(deps: ViewDeps, question: () => Question<N>) {
    this.#deps = deps;
    this.#question = question;
    this.#asked = new Asked(() => this.#ask(), deps.clock);
  }

  /** Another text when there is something else to show. */
  get version(): string {
    return `${this.#subject} ${this.#asked.version} ${this.#keptVersion}`;
  }

  /** Asks when the question, the language or the turn is another one. */
  follow(turn: number): void {
    const { name, request } = this.#question();
    const subject = keyOf(this.#deps.words().language, name, request);
    if (subject !== this.#subject) {
      this.#subject = subject;
      this.#kept = undefined;
      this.#asked.restart();
      void this.#restore(subject);
    }
    this.#asked.follow(`${subject} ${turn}`);
  }

  get reading(): Reading<ResponseOf<Calls[N]>> {
    const { data, failed, at } = this.#asked;
    if (!failed) {
      const shown = data ?? this.#kept?.data;
      return shown ? { data: shown } : {};
    }
    const kept = data ? { at, data } : this.#kept;
    if (!kept || !isCut(failed)) return { failed };
    return {
      failed,
      data: kept.data,
      age: this.#deps.words().age(Math.max(0, this.#deps.clock.now() - kept.at)),
    };
  }

  close(): void {
    this.#asked.close();
    this.#subject = '';
  }

  async #ask() {
    const { name, request } = this.#question();
    const key = keyOf(this.#deps.words().language, name, request);
    const result = await this.#deps.call(name, request);
    if (result.ok) void this.#deps.keep.set(key, { at: this.#deps.clock.now(), data: result.data });
    return result;
  }

  async #restore(subject: string): Promise<void> {
    const { name, request, orElse } = this.#question();
    const kept = (await keptAnswer(this.#deps, name, request)) ?? (await orElse?.());
    if (subject !== this.#subject || !kept) return;
    this.#kept = kept;
    this.#keptVersion += 1;
  }
}
