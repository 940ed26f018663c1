import type { StreamCount } from '../protocol.ts';

/** A message says early what it is: its channel, or its own kind. */
const LOOKED_AT = 80;
const CHANNEL = /"ch":"(\w+)/;
const KIND = /"t":"(\w+)"/;

/** Counts what comes over a socket, by kind of channel. */
export class StreamCounter {
  readonly #counts = new Map<string, { messages: number; bytes: number }>();

  add(text: string): void {
    const head = text.slice(0, LOOKED_AT);
    const name = (CHANNEL.exec(head) ?? KIND.exec(head))?.[1] ?? 'other';
    const known = this.#counts.get(name) ?? { messages: 0, bytes: 0 };
    known.messages += 1;
    known.bytes += text.length;
    this.#counts.set(name, known);
  }

  /** What has come since the last call; kinds that were seen before stay, with nothing. */
  take(): readonly StreamCount[] {
    const counts = [...this.#counts].map(([name, count]) => ({ name, ...count }));
    for (const name of this.#counts.keys()) this.#counts.set(name, { messages: 0, bytes: 0 });
    return counts;
  }
}
