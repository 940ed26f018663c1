import type { Bus } from '../../server/base/bus.ts';

/** A bus within this process, which loses what a test wants to be lost. */
export class MemoryBus {
  readonly #subscribers = new Map<string, Set<(data: Uint8Array) => void>>();
  /** Messages that were published, by subject. */
  readonly published = new Map<string, number>();
  /** Whether a message is lost on its way. */
  isLost: (subject: string, text: string) => boolean = () => false;

  /** One process's connection. */
  connect(mostBytes = 1_048_576): Bus {
    const stops: (() => void)[] = [];
    return {
      isConnected: true,
      returns: 0,
      mostBytes,
      publish: (subject, data) => {
        if (data.length > mostBytes) throw new Error('too long for the bus');
        this.published.set(subject, (this.published.get(subject) ?? 0) + 1);
        if (this.isLost(subject, new TextDecoder().decode(data))) return;
        const copy = data.slice();
        setImmediate(() => {
          for (const take of this.#subscribers.get(subject) ?? []) take(copy);
        });
      },
      subscribe: (subject, take) => {
        const subscribers = this.#subscribers.get(subject) ?? new Set();
        this.#subscribers.set(subject, subscribers.add(take));
        const stop = (): void => void subscribers.delete(take);
        stops.push(stop);
        return stop;
      },
      close: async () => {
        for (const stop of stops) stop();
      },
    };
  }
}
