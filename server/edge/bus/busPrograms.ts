import * as v from 'valibot';
import type { Bus } from '../../base/bus.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { CompatSockets, OpenedSocket, SocketOut, SocketTarget } from '../compat/index.ts';
import { parsedJson } from './engineWord.ts';
import { bytesOf, decodeFrame, textOf } from './frames.ts';
import { ProgramHead } from './programRelay.ts';
import type { Requester } from './requester.ts';
import type { Subjects } from './subjects.ts';

/** A program connects again, as at any restart. */
const RESTART = 1012;
const DEADLINE_MS = 5_000;
/** How often the engine learns which sockets are here. */
const KEEP_MS = 2_000;

interface Here {
  readonly out: SocketOut;
  /** Number of the newest frame from the engine. */
  n: number;
}

export interface BusProgramsDeps {
  readonly bus: Bus;
  readonly requester: Requester;
  readonly clock: Pick<ServerClock, 'every'>;
  readonly subjects: Subjects;
}

/** Programs' sockets at a gateway: what they say goes to the engine, and what it says to them. */
export class BusPrograms implements CompatSockets {
  readonly #deps: BusProgramsDeps;
  readonly #here = new Map<string, Here>();
  readonly #stops: (() => void)[];
  #count = 0;

  constructor(deps: BusProgramsDeps) {
    this.#deps = deps;
    const { bus, requester, clock, subjects } = deps;
    this.#stops = [
      bus.subscribe(subjects.programs(requester.gateway), (bytes) => this.#take(bytes)),
      clock.every(KEEP_MS, () => void this.#keep()),
    ];
  }

  open(target: SocketTarget, address: string, out: SocketOut): OpenedSocket {
    this.#count += 1;
    const id = `${this.#deps.requester.gateway}-${this.#count}`;
    this.#here.set(id, { out, n: 0 });
    // What the program says at once goes out behind this: the bus keeps the order of one sender.
    this.#ask('programOpen', { id, target, address }, id);
    return {
      receive: (text) => this.#ask('programSay', { id }, id, bytesOf(text)),
      closed: () => {
        if (this.#here.delete(id)) this.#ask('programEnd', { id });
      },
    };
  }

  /** The engine is away or another one: its streams have ended. */
  endAll(): void {
    for (const id of [...this.#here.keys()]) this.#end(id, RESTART, 'service restart');
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.endAll();
  }

  /** @param id of the socket that ends when the question is not answered. */
  #ask(kind: string, data: unknown, id?: string, body?: Uint8Array): void {
    const question = { kind, data, deadline: DEADLINE_MS, ...(body ? { body } : {}) };
    this.#deps.requester.ask(question).catch(() => {
      if (id !== undefined) this.#end(id, RESTART, 'not available');
    });
  }

  #take(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes);
    const head = v.safeParse(ProgramHead, frame?.head);
    const here = head.success ? this.#here.get(head.output.id) : undefined;
    if (!frame || !head.success || !here) return;
    const { id, n, close } = head.output;
    here.n += 1;
    if (n !== here.n) this.#end(id, RESTART, 'a message was lost');
    else if (close) this.#end(id, close.code, close.reason);
    else here.out.send(textOf(frame.body));
  }

  #end(id: string, code: number, reason: string): void {
    const here = this.#here.get(id);
    if (!here) return;
    this.#here.delete(id);
    here.out.close(code, reason);
    this.#ask('programEnd', { id });
  }

  async #keep(): Promise<void> {
    const ids = [...this.#here.keys()];
    const body = bytesOf(JSON.stringify(ids));
    try {
      const answer = await this.#deps.requester.ask({ kind: 'programs', body, deadline: DEADLINE_MS });
      const missing = parsedJson(textOf(answer.body));
      for (const id of Array.isArray(missing) ? missing : [])
        this.#end(String(id), RESTART, 'service restart');
    } catch {
      // Requested again at the next turn; an engine that is away ends them all.
    }
  }
}
