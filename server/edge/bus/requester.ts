import * as v from 'valibot';
import { isRefusalCode, RuleError } from '../../../domain/index.ts';
import type { Bus } from '../../base/bus.ts';
import type { ServerClock } from '../../base/clock.ts';
import { Assembly } from './assembly.ts';
import { decodeFrame, encodeFrame, partsOf } from './frames.ts';
import type { Subjects } from './subjects.ts';

/** The head of a request or response, before its bytes. */
export const Head = v.object({
  id: v.string(),
  part: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  last: v.boolean(),
  /** Where to send the response, and the kind of request; in the first part of a request. */
  from: v.optional(v.string()),
  kind: v.optional(v.string()),
  /** The requester waits no longer. */
  gone: v.optional(v.boolean()),
  /** The refusal, in place of an answer. */
  error: v.optional(v.string()),
  data: v.optional(v.unknown()),
});
export type Head = v.InferOutput<typeof Head>;

export interface Answer {
  readonly data: unknown;
  readonly body: Uint8Array;
}

/** No response arrived: whether the command was executed is unknown. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export interface Question {
  readonly kind: string;
  readonly data?: unknown;
  readonly body?: Uint8Array;
  /** ms. */
  readonly deadline: number;
  /** Whether the next engine is given it where this one ends before it has taken it. */
  readonly isKept?: boolean;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly done: (answer: Answer) => void;
  readonly failed: (error: Error) => void;
  /** Sends it; undefined for what is of no use to another engine. */
  readonly again: (() => void) | undefined;
  data: unknown;
}

/** Sends requests to the engine. One whose request or response is lost fails by its deadline. */
export class Requester {
  readonly #bus: Bus;
  readonly #clock: Pick<ServerClock, 'now' | 'after'>;
  readonly #subjects: Subjects;
  readonly #waiting = new Map<string, Waiting>();
  readonly #assembly: Assembly;
  readonly #stop: () => void;
  /** The engine has ended, and has taken nothing that has no answer. */
  #hasLeft = false;
  /** The sender of these requests; unique per process. */
  readonly gateway: string;
  #count = 0;
  /** Called with how long each question took, ms, and whether it was answered. */
  ended: (kind: string, ms: number, isAnswered: boolean) => void = () => undefined;

  constructor(
    bus: Bus,
    clock: Pick<ServerClock, 'now' | 'after'>,
    { subjects, gateway }: { readonly subjects: Subjects; readonly gateway: string },
  ) {
    this.#bus = bus;
    this.#clock = clock;
    this.#subjects = subjects;
    this.gateway = gateway;
    this.#assembly = new Assembly(clock);
    this.#stop = bus.subscribe(subjects.answers(gateway), (bytes) => this.#take(bytes));
  }

  /** How many questions have no answer yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** @throws {NoAnswerError} @throws {RuleError} what the engine refuses it with. */
  ask({ kind, data, body = new Uint8Array(), deadline, signal, isKept }: Question): Promise<Answer> {
    this.#count += 1;
    const id = `${this.gateway}-${this.#count}`;
    const send = () => this.#send(id, { from: this.gateway, kind, data }, body);
    const since = this.#clock.now();
    return new Promise<Answer>((resolve, reject) => {
      const stopWaiting = this.#clock.after(deadline, () => waiting.failed(new NoAnswerError('deadline')));
      const hangUp = (): void => {
        this.#publish({ id, part: 0, last: true, gone: true });
        waiting.failed(new NoAnswerError('gone'));
      };
      const end = (): void => {
        stopWaiting();
        signal?.removeEventListener('abort', hangUp);
        this.#waiting.delete(id);
      };
      const waiting: Waiting = {
        done: (answer) => {
          end();
          this.ended(kind, Math.max(0, this.#clock.now() - since), true);
          resolve(answer);
        },
        failed: (error) => {
          end();
          this.ended(kind, Math.max(0, this.#clock.now() - since), false);
          reject(error);
        },
        again: isKept ? send : undefined,
        data: undefined,
      };
      this.#waiting.set(id, waiting);
      signal?.addEventListener('abort', hangUp, { once: true });
      if (!this.#hasLeft || !waiting.again) send();
    });
  }

  /** The engine has ended as it should: what has no answer from it, it has not taken. */
  keep(): void {
    this.#hasLeft = true;
  }

  /** Another engine is here. It is given what the one before has not taken, where that is known; all else fails. */
  goOn(): void {
    const hasLeft = this.#hasLeft;
    this.#hasLeft = false;
    for (const { again, failed } of [...this.#waiting.values()]) {
      if (hasLeft && again) again();
      else failed(new NoAnswerError('engine away'));
    }
  }

  /** Gives up all that waits: the engine is away. */
  failAll(): void {
    this.#hasLeft = false;
    this.goOn();
  }

  close(): void {
    this.#stop();
    this.failAll();
  }

  #send(id: string, question: Pick<Head, 'from' | 'kind' | 'data'>, body: Uint8Array): void {
    const parts = partsOf(body, this.#bus.mostBytes);
    for (const [part, bytes] of parts.entries()) {
      const first = part === 0 ? question : {};
      this.#publish({ id, part, last: part === parts.length - 1, ...first }, bytes);
    }
  }

  #publish(head: Head, body?: Uint8Array): void {
    this.#bus.publish(this.#subjects.ask, encodeFrame(head, body));
  }

  #take(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes);
    const head = v.safeParse(Head, frame?.head);
    const waiting = head.success ? this.#waiting.get(head.output.id) : undefined;
    if (!frame || !head.success || !waiting) return;
    const { id, part, last, error, data } = head.output;
    if (error !== undefined) {
      waiting.failed(new RuleError(isRefusalCode(error) ? error : 'unexpected'));
      return;
    }
    if (part === 0) waiting.data = data;
    const whole = this.#assembly.add({ id, part, isLast: last }, frame.body);
    if (whole) waiting.done({ data: waiting.data, body: whole });
  }
}
