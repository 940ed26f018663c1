import * as v from 'valibot';
import { RuleError } from '../../../domain/index.ts';
import type { Bus } from '../../base/bus.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { CompatSockets, OpenedSocket } from '../compat/index.ts';
import type { Answering } from './answerer.ts';
import { parsedJson } from './engineWord.ts';
import { bytesOf, encodeFrame, textOf } from './frames.ts';
import type { Subjects } from './subjects.ts';

const Target = v.variant('is', [
  v.object({ is: v.literal('api') }),
  v.object({
    is: v.literal('streams'),
    kind: v.picklist(['spot', 'futures']),
    isCombined: v.boolean(),
    names: v.array(v.string()),
  }),
]);
const Opening = v.object({ id: v.string(), target: Target, address: v.string() });
const ProgramRef = v.object({ id: v.string() });
const Ids = v.array(v.string());

/** What the engine sends to a program's socket at a gateway; the text is the frame's body. */
export const ProgramHead = v.object({
  id: v.string(),
  /** +1 a frame and socket. */
  n: v.number(),
  /** The socket ends, and why. */
  close: v.optional(v.object({ code: v.number(), reason: v.string() })),
});
export type ProgramHead = v.InferOutput<typeof ProgramHead>;

/** Silence of a gateway, ms, after which its sockets count as closed. */
const GONE_MS = 6_000;
const CHECK_MS = 2_000;

interface Open {
  readonly gateway: string;
  readonly socket: OpenedSocket;
}

export interface ProgramRelayDeps {
  readonly bus: Bus;
  readonly clock: Pick<ServerClock, 'now' | 'every'>;
  readonly subjects: Subjects;
  readonly sockets: CompatSockets;
}

/** The engine's side of programs' sockets at gateways: each has its own streams, and is answered here. */
export class ProgramRelay {
  readonly #deps: ProgramRelayDeps;
  readonly #open = new Map<string, Open>();
  /** When a gateway last said which sockets it has. */
  readonly #received = new Map<string, number>();
  readonly #stop: () => void;

  constructor(deps: ProgramRelayDeps) {
    this.#deps = deps;
    this.#stop = deps.clock.every(CHECK_MS, () => this.#check());
  }

  /** Answers by kind of question. */
  readonly kinds: Readonly<Record<string, Answering>> = {
    programOpen: async ({ gateway, data }) => {
      const { id, target, address } = v.parse(Opening, data);
      this.#received.set(gateway, this.#deps.clock.now());
      this.#open.set(id, { gateway, socket: this.#opened(gateway, id, target, address) });
      return {};
    },
    programSay: async ({ data, body }) => {
      const open = this.#open.get(v.parse(ProgramRef, data).id);
      if (!open) throw new RuleError('channelUnknown');
      open.socket.receive(textOf(body));
      return {};
    },
    programEnd: async ({ data }) => {
      this.#end(v.parse(ProgramRef, data).id);
      return {};
    },
    /** The sockets that a gateway has. Responds with those that are not open here. */
    programs: async ({ gateway, body }) => {
      const ids = new Set(v.parse(Ids, parsedJson(textOf(body))));
      this.#received.set(gateway, this.#deps.clock.now());
      for (const [id, open] of this.#open) if (open.gateway === gateway && !ids.has(id)) this.#end(id);
      return { body: bytesOf(JSON.stringify([...ids].filter((id) => !this.#open.has(id)))) };
    },
  };

  close(): void {
    this.#stop();
    for (const id of [...this.#open.keys()]) this.#end(id);
  }

  #opened(gateway: string, id: string, target: v.InferOutput<typeof Target>, address: string): OpenedSocket {
    const { bus, subjects, sockets } = this.#deps;
    let n = 0;
    const send = (head: Omit<ProgramHead, 'id' | 'n'>, text = ''): void => {
      n += 1;
      const frame = encodeFrame({ id, n, ...head }, bytesOf(text));
      // One that is too long is a hole in the numbers, by which the gateway ends the socket.
      if (frame.length <= bus.mostBytes) bus.publish(subjects.programs(gateway), frame);
    };
    return sockets.open(target, address, {
      send: (text) => send({}, text),
      close: (code, reason) => {
        send({ close: { code, reason } });
        this.#end(id);
      },
    });
  }

  #end(id: string): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    open?.socket.closed();
  }

  #check(): void {
    const now = this.#deps.clock.now();
    for (const [gateway, at] of this.#received) {
      // A clock that was set back makes nobody older.
      if (now < at) this.#received.set(gateway, now);
      if (now - at < GONE_MS) continue;
      this.#received.delete(gateway);
      for (const [id, open] of this.#open) if (open.gateway === gateway) this.#end(id);
    }
  }
}
