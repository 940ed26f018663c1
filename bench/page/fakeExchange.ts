import type { Socket } from '../../feeds/index.ts';
import { GeneratedMarket, listVolume, PROBE_CHANGE, pace, probeTime } from './generator.ts';

const STEP_MS = 10;

/** Answers calls and sends frames as the exchange does, as the bytes that a socket would bring. */
export class FakeExchange {
  readonly #market: GeneratedMarket;
  readonly #perSecond: number;
  #seq = 0;

  constructor(count: number, perSecond: number) {
    this.#market = new GeneratedMarket(count);
    this.#perSecond = perSecond;
  }

  async answer(path: string): Promise<unknown> {
    const data = path.endsWith('market/list')
      ? { version: 'bench', markets: this.#markets() }
      : { lines: [] };
    return { code: 200, message: '', data, requestId: 'bench' };
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
        if (text.includes('"sub"')) this.#start(socket);
      },
    };
    setTimeout(() => socket.onopen?.(), 0);
    return socket;
  }

  #start(socket: Socket): void {
    const all = Array.from({ length: this.#market.count }, (_, row) => this.#row(row));
    this.#send(socket, 'snap', all);
    pace(this.#perSecond, STEP_MS, (due) => {
      const rows = [this.#tick(0)];
      for (let i = 1; i < due; i++) rows.push(this.#tick(this.#market.pick()));
      this.#send(socket, 'delta', rows);
    });
  }

  #send(socket: Socket, t: 'snap' | 'delta', d: unknown): void {
    const text = JSON.stringify({ t, ch: 'tick', e: 'bench', s: this.#seq, ts: Date.now(), d });
    this.#seq += 1;
    socket.onmessage?.({ data: text });
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
      const steps = { tick: '0.00000001', lot: '1', minQuantity: '1', minTotal: '1' };
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
