import { inflateRawSync } from 'node:zlib';
import type { Market } from '../../domain/index.ts';
import type { Clock, FeedEvent, Inflate, MarketFeed } from '../../feeds/index.ts';
import { createTidemarkFeed, privateReading } from '../../feeds/index.ts';
import { StreamConnection } from '../../server/edge/realtime/connection.ts';
import { Hub } from '../../server/edge/realtime/hub.ts';
import { pack } from '../../server/host/net/pack.ts';
import { FakeClock } from './fakeClock.ts';
import { FakeSocket } from './fakeSocket.ts';
import { FakeSource } from './fakeSource.ts';

interface Sent {
  readonly t: string;
  readonly ch?: string;
  readonly e: string;
  readonly s: number;
  readonly ts: number;
}

/** Unpacks within the turn, so that tests own the time. */
export const inflateAtOnce: Inflate = async (packed, before) => {
  const bytes = inflateRawSync(packed, before ? { dictionary: before } : {});
  return { bytes, text: bytes.toString() };
};

/** The bytes alone, as a browser reports them. */
export const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** A client of ours on an exchange of ours, over a socket that loses nothing. */
export class Line {
  readonly clock: FakeClock;
  readonly source: FakeSource;
  #epochs = 0;
  readonly hub: Hub;
  readonly sent: Sent[] = [];
  /** What the client said. */
  readonly received: object[] = [];
  readonly events: FeedEvent[] = [];
  readonly feed: MarketFeed;
  #turn = 0;
  /** Bytes a second that come through to the client, and up to how many ms later than that. */
  #rate = Number.POSITIVE_INFINITY;
  #jitterMs = 0;
  /** Whether what is sent is lost. */
  isDeaf = false;
  /** When all that was sent has arrived, the clock's monotonic ms. */
  #freeAt = 0;
  #arrivedAt = 0;
  readonly #way: { readonly at: number; readonly arrive: () => void }[] = [];
  #jitters = 0;

  /** Bytes of packed frames so far. */
  packedBytes = 0;
  readonly #isPacked: boolean;

  /** @param clientClock of the client alone. @param markets two when left out. */
  constructor(
    clock = new FakeClock(),
    clientClock: Clock = clock,
    markets?: readonly Market[],
    isPacked = false,
  ) {
    this.clock = clock;
    this.#isPacked = isPacked;
    this.source = new FakeSource(clock, markets);
    this.hub = new Hub({ source: this.source, clock, newEpoch: () => `e${++this.#epochs}`, pack });
    this.feed = createTidemarkFeed({
      fetchReading: async () => privateReading,
      clock: clientClock,
      random: () => 0.5,
      socketUrl: 'ws://x/ws?v=1',
      post: () => Promise.reject(new Error('no network')),
      createSocket: () => this.#open(),
      inflate: isPacked ? inflateAtOnce : undefined,
    });
    this.feed.events$.subscribe((event) => this.events.push(event));
  }

  /** From here on so many bytes a second come through, each message up to so many ms late, in their order. */
  thin(rate: number, jitterMs: number): void {
    this.#rate = rate;
    this.#jitterMs = jitterMs;
  }

  /** What was sent of a channel, snapshots and deltas. */
  of = (channel: string, t = 'delta') => this.sent.filter((each) => each.t === t && each.ch === channel);

  /** Every part of the market moves, each time to another state. */
  move(): void {
    const turn = ++this.#turn;
    this.source.tick('AAA-USDT', `${10 + (turn % 7)}`);
    this.source.setBook('AAA-USDT', {
      bids: [[`9.${10 + (turn % 60)}`, `${turn}`]],
      asks: [[`10.${10 + (turn % 60)}`, `${turn}`]],
    });
    this.source.trade('AAA-USDT', '10');
  }

  /** The market moves every 50 ms for so long. */
  async run(ms: number): Promise<void> {
    for (let at = 0; at < ms; at += 50) {
      this.move();
      await this.clock.advance(50);
    }
  }

  /** When a text has arrived; none overtakes another. */
  #arrivalOf(text: string | Uint8Array): number {
    const jitterMs = (this.#jitterMs * (this.#jitters++ % 7)) / 7;
    this.#freeAt = Math.max(this.#freeAt, this.clock.monotonic()) + (text.length * 1_000) / this.#rate;
    this.#arrivedAt = Math.max(this.#arrivedAt, this.#freeAt + jitterMs);
    return Math.ceil(this.#arrivedAt);
  }

  /** Brings what is on its way, one after the other. */
  #bring(): void {
    const [first] = this.#way;
    if (!first) return;
    this.clock.after(Math.max(0, first.at - this.clock.monotonic()), () => {
      first.arrive();
      this.#way.shift();
      this.#bring();
    });
  }

  #open(): FakeSocket {
    const socket = new FakeSocket();
    const transport = {
      send: (text: string | Uint8Array) => {
        if (typeof text === 'string') this.sent.push(JSON.parse(text));
        else this.packedBytes += text.length;
        if (this.isDeaf) return;
        const data = typeof text === 'string' ? text : bufferOf(text);
        const at = this.#arrivalOf(text);
        if (at <= this.clock.monotonic()) socket.deliver(data);
        else this.#way.push({ at, arrive: () => socket.deliver(data) }) === 1 && this.#bring();
      },
      close: (code: number) => socket.drop(code),
      bufferedAmount: () => 0,
    };
    this.clock.after(0, () => {
      const connection = new StreamConnection(this.hub, transport, this.clock, {
        id: 'c',
        isPacked: this.#isPacked,
      });
      socket.send = (text) => {
        this.received.push(JSON.parse(text));
        connection.receive(text);
      };
      socket.close = () => connection.closed();
      socket.open();
    });
    return socket;
  }
}
