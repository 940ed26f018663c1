import type { Socket } from '../../feeds/index.ts';
import type { Publish } from './fakeDepth.ts';
import { bars, publishBook, publishCandle, publishTrades } from './fakeDepth.ts';
import { GeneratedMarket, listVolume, PROBE_CHANGE, pace, probeTime } from './generator.ts';

const STEP_MS = 10;
/** Updates are made beforehand, for so long, and published over and over. */
const PREPARED_SECONDS = 4;

/** How busy the generated channels are: updates a second of all tickers, and of one market's book and trades each. */
interface Load {
  readonly count: number;
  readonly perSecond: number;
  readonly depthPerSecond: number;
  readonly candles: number;
}

const CANDLES_A_SECOND = 10;

/** Publishes text that is JSON already. */
type PublishText = (t: 'snap' | 'delta', d: string) => void;

/**
 * Answers calls and sends frames as the exchange does, as the bytes that a socket would bring. A network costs the
 * worker nothing but their arrival, so that the texts of updates are made before they are measured.
 */
export class FakeExchange {
  readonly #market: GeneratedMarket;
  readonly #load: Load;
  /** Of each channel that is published. */
  readonly #seqs = new Map<string, number>();
  readonly #stops = new Map<string, () => void>();

  constructor(load: Load) {
    this.#load = load;
    this.#market = new GeneratedMarket(load.count);
  }

  async answer(path: string): Promise<unknown> {
    return { code: 200, message: '', data: this.#dataOf(path), requestId: 'bench' };
  }

  connect(): Socket {
    const socket: Socket = {
      readyState: 1,
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      close: () => undefined,
      send: (text) => {
        const command: { op?: string; ch?: readonly string[] } = JSON.parse(text);
        if (command.op === 'sub')
          for (const channel of command.ch ?? []) setTimeout(() => this.#start(socket, channel), 0);
      },
    };
    setTimeout(() => {
      socket.onopen?.();
      socket.onmessage?.({ data: JSON.stringify({ t: 'hello', now: Date.now(), origin: 'simulated' }) });
    }, 0);
    return socket;
  }

  #dataOf(path: string): unknown {
    if (path.endsWith('market/list')) return { version: 'bench', markets: this.#markets() };
    if (path.endsWith('market/candles')) return { candles: bars(this.#load.candles), more: false };
    return { lines: [] };
  }

  /** A channel restarts with each subscription. */
  #start(socket: Socket, channel: string): void {
    this.#stops.get(channel)?.();
    const publishText: PublishText = (t, d) => this.#send(socket, channel, t, d);
    const publish: Publish = (t, d) => publishText(t, JSON.stringify(d));
    this.#stops.set(channel, this.#publish(channel, publish, publishText));
  }

  #publish(channel: string, publish: Publish, publishText: PublishText): () => void {
    const { depthPerSecond } = this.#load;
    if (channel === 'tick') return this.#publishTickers(publish, publishText);
    if (channel.startsWith('book:')) return publishBook(publish, depthPerSecond);
    if (channel.startsWith('trade:')) return publishTrades(publish, depthPerSecond);
    return channel.startsWith('cndl:') ? publishCandle(publish, CANDLES_A_SECOND) : () => undefined;
  }

  #publishTickers(publish: Publish, publishText: PublishText): () => void {
    const { perSecond } = this.#load;
    // Row 0 holds the moment at which it was made, so it is made when it is published.
    const other = () => Math.max(1, this.#market.pick());
    const prepared = Array.from({ length: perSecond * PREPARED_SECONDS }, () =>
      JSON.stringify(this.#tick(other())),
    );
    const all = Array.from({ length: this.#market.count }, (_, row) => this.#row(row));
    publish('snap', all);
    let at = 0;
    return pace(perSecond, STEP_MS, (due) => {
      const rows = [JSON.stringify(this.#row(0))];
      for (let i = 1; i < due; i++) rows.push(prepared[at++ % prepared.length] ?? '');
      publishText('delta', `[${rows.join()}]`);
    });
  }

  /** @param d its JSON. */
  #send(socket: Socket, ch: string, t: 'snap' | 'delta', d: string): void {
    const s = this.#seqs.get(ch) ?? 0;
    this.#seqs.set(ch, s + 1);
    const head = JSON.stringify({ t, ch, e: 'bench', s, ts: Date.now() });
    socket.onmessage?.({ data: `${head.slice(0, -1)},"d":${d}}` });
  }

  #tick(row: number): string[] {
    this.#market.tick(row);
    return this.#row(row);
  }

  /** Row 0 carries the moment of its making as its price: nine digits, two of them after the point. */
  #row(row: number): string[] {
    const text = (column: number) => this.#market.at(row, column).toFixed(8);
    const volume = listVolume(this.#market, row).toFixed(0);
    if (row === 0) {
      const price = probeTime() / 100;
      const open = (price / (1 + PROBE_CHANGE / 100)).toFixed(6);
      return ['PROBE-USDT', price.toFixed(2), open, volume, price.toFixed(2), '1'];
    }
    return [`C${row}-USDT`, text(0), (this.#market.open[row] ?? 1).toFixed(8), volume, text(4), text(5)];
  }

  #markets(): unknown[] {
    return Array.from({ length: this.#market.count }, (_, row) => {
      const base = row === 0 ? 'PROBE' : `C${row}`;
      // Row 0 is the market whose book and chart are looked at.
      const steps =
        row === 0
          ? { tick: '0.01', lot: '0.0001', minQuantity: '0.0001', minTotal: '1' }
          : { tick: '0.00000001', lot: '1', minQuantity: '1', minTotal: '1' };
      const rest = {
        kind: 'spot',
        asset: 'crypto',
        quote: 'USDT',
        iconId: null,
        status: 'open',
        cycle: false,
        listedAt: 0,
        origin: 'simulated',
      };
      return { id: `${base}-USDT`, name: `${base}/USDT`, base, ...steps, ...rest };
    });
  }
}
