import type {
  Socket,
  Venue,
  VenueAdapter,
  VenueAnswer,
  VenueDeps,
  VenueEvent,
  VenueOptions,
  VenueRequest,
} from '../../feeds/index.ts';
import { FakeClock } from './fakeClock.ts';

/** A venue's socket that does what a test says. */
export class VenueSocket implements Socket {
  readyState = 0;
  readonly url: string;
  readonly sent: string[] = [];
  isClosed = false;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  onerror: Socket['onerror'] = null;
  readonly #answer: (text: string, socket: VenueSocket) => void;

  constructor(url: string, answer: (text: string, socket: VenueSocket) => void) {
    this.url = url;
    this.#answer = answer;
  }
  send(text: string): void {
    this.sent.push(text);
    this.#answer(text, this);
  }
  close(): void {
    this.isClosed = true;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  deliver(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: '' });
  }
}

export const answer = (
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): VenueAnswer => ({ status, body, header: (name) => headers[name] });

const STEPS = 10;

/** The world around a venue: time, its sockets, and its answers to questions. */
export class VenueWire {
  readonly clock: FakeClock;
  readonly sockets: VenueSocket[] = [];
  readonly requested: VenueRequest[] = [];
  readonly events: VenueEvent[] = [];
  /** How a socket answers what is said on it. */
  onSent: (text: string, socket: VenueSocket) => void = () => undefined;
  /** How questions are answered; it may reject or never answer. */
  onRequest: (request: VenueRequest) => VenueAnswer | Promise<VenueAnswer> = () =>
    Promise.reject(new Error('offline'));
  random = 0.5;
  /** Whether sockets open by themselves. */
  opens = false;

  constructor(now?: number) {
    this.clock = new FakeClock(now);
  }

  get deps(): VenueDeps {
    return {
      clock: this.clock,
      random: () => this.random,
      createSocket: (url) => {
        const socket = new VenueSocket(url, (text, own) => this.onSent(text, own));
        this.sockets.push(socket);
        if (this.opens) this.clock.after(1, () => socket.open());
        return socket;
      },
      ask: async (request) => {
        this.requested.push(request);
        return this.onRequest(request);
      },
    };
  }

  /** The venue in this world, its events kept. */
  connect(adapter: VenueAdapter, options?: VenueOptions): Venue {
    const venue = adapter.connect(this.deps, options);
    venue.events$.subscribe((event) => this.events.push(event));
    return venue;
  }

  /** Lets time pass in steps, between which every promise settles, however long its chain. */
  async pass(ms: number): Promise<void> {
    for (let i = 0; i < STEPS; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      await this.clock.advance(ms / STEPS);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** The newest socket whose address holds a text. */
  socket(part = ''): VenueSocket {
    const found = this.sockets.findLast(({ url }) => url.includes(part));
    if (!found) throw new Error(`no socket to ${part}`);
    return found;
  }

  of<K extends VenueEvent['kind']>(kind: K): Extract<VenueEvent, { kind: K }>[] {
    return this.events.filter((event): event is Extract<VenueEvent, { kind: K }> => event.kind === kind);
  }
}
