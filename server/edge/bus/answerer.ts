import * as v from 'valibot';
import { RuleError } from '../../../domain/index.ts';
import type { Bus } from '../../base/bus.ts';
import type { ServerClock } from '../../base/clock.ts';
import { Assembly } from './assembly.ts';
import { decodeFrame, encodeFrame, partsOf } from './frames.ts';
import type { Answer } from './requester.ts';
import { Head } from './requester.ts';
import type { Subjects } from './subjects.ts';

/** A complete request. */
export interface BusRequest {
  readonly gateway: string;
  readonly data: unknown;
  readonly body: Uint8Array;
  /** Aborted when the requester waits no longer. */
  readonly gone: AbortSignal;
}
export type Answering = (request: BusRequest) => Promise<Partial<Answer>>;

interface Open {
  readonly gateway: string;
  readonly kind: string;
  readonly data: unknown;
}

/** Requests whose last part has not arrived. */
const MOST_OPEN = 1_000;

export interface AnswererDeps {
  readonly bus: Bus;
  readonly clock: Pick<ServerClock, 'now' | 'after'>;
  readonly subjects: Subjects;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** Answers what gateways ask, each kind of question by its own function. */
export class Answerer {
  readonly #deps: AnswererDeps;
  readonly #kinds: Readonly<Record<string, Answering>>;
  readonly #assembly: Assembly;
  readonly #open = new Map<string, Open>();
  readonly #working = new Map<string, AbortController>();
  readonly #stop: () => void;
  /** Called when the last one that was taken is answered. */
  #emptied: () => void = () => undefined;

  constructor(deps: AnswererDeps, kinds: Readonly<Record<string, Answering>>) {
    this.#deps = deps;
    this.#kinds = kinds;
    this.#assembly = new Assembly(deps.clock);
    this.#stop = deps.bus.subscribe(deps.subjects.ask, (bytes) => this.#take(bytes));
  }

  /**
   * Takes nothing more, and answers what it has taken. @param ms for which it is waited for.
   * @returns whether all of it is answered: who has no answer then may be sure that nothing was done.
   */
  async finish(ms: number): Promise<boolean> {
    this.#stop();
    if (this.#working.size > 0)
      await new Promise<void>((resolve) => {
        const stopWaiting = this.#deps.clock.after(ms, resolve);
        this.#emptied = () => {
          stopWaiting();
          resolve();
        };
      });
    const isDone = this.#working.size === 0;
    this.close();
    return isDone;
  }

  close(): void {
    this.#stop();
    for (const controller of this.#working.values()) controller.abort();
  }

  #take(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes);
    const parsed = v.safeParse(Head, frame?.head);
    if (!frame || !parsed.success) return;
    const { id, part, last, from, kind, data, gone } = parsed.output;
    if (gone) {
      this.#open.delete(id);
      this.#working.get(id)?.abort();
      return;
    }
    if (part === 0 && from !== undefined && kind !== undefined) {
      this.#open.set(id, { gateway: from, kind, data });
      // Those that have lost a part never end.
      const [oldest] = this.#open.keys();
      if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest);
    }
    const whole = this.#assembly.add({ id, part, isLast: last }, frame.body);
    if (!last) return;
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (whole && open) void this.#answer(id, open, whole);
  }

  async #answer(id: string, { gateway, kind, data }: Open, body: Uint8Array): Promise<void> {
    const controller = new AbortController();
    this.#working.set(id, controller);
    try {
      const answering = this.#kinds[kind];
      if (!answering) throw new RuleError('pathUnknown');
      const answer = await answering({ gateway, data, body, gone: controller.signal });
      this.#send(gateway, id, answer);
    } catch (error) {
      if (!(error instanceof RuleError)) this.#deps.log('bus', { kind, error: String(error) });
      const code = error instanceof RuleError ? error.code : 'unexpected';
      this.#publish(gateway, { id, part: 0, last: true, error: code });
    } finally {
      this.#working.delete(id);
      if (this.#working.size === 0) this.#emptied();
    }
  }

  #send(gateway: string, id: string, { data, body = new Uint8Array() }: Partial<Answer>): void {
    const parts = partsOf(body, this.#deps.bus.mostBytes);
    for (const [part, bytes] of parts.entries()) {
      const head = { id, part, last: part === parts.length - 1, ...(part === 0 ? { data } : {}) };
      this.#publish(gateway, head, bytes);
    }
  }

  #publish(gateway: string, head: Head, body?: Uint8Array): void {
    const { bus, subjects } = this.#deps;
    bus.publish(subjects.answers(gateway), encodeFrame(head, body));
  }
}
