import type { Market } from '../../../domain/index.ts';
import type { Socket, VenueAdapter, VenueDeps, VenueOptions } from '../../../feeds/index.ts';
import { eventFrame, isDepthSnapshot } from '../../../feeds/index.ts';
import { SettingError } from '../../base/config.ts';
import { writeTapeEntry } from '../market/tapeIndex.ts';
import { TapeWriter } from './tapeWriter.ts';

export interface RecorderOptions {
  readonly adapter: VenueAdapter;
  readonly deps: VenueDeps;
  readonly hosts: VenueOptions['hosts'];
  /** The venue's symbol or the market's id, in any case: `BTCUSDT`, `BTC-USDT-PERP`. */
  readonly symbol: string;
  readonly folder: string;
  /** Length of a file's text, bytes. */
  readonly mostBytes: number;
}

export interface Recording {
  readonly market: Market;
  /** Frames so far. */
  count(): number;
  /** Resolves when nothing more can be written, which `close` rejects with. */
  readonly failed: Promise<void>;
  /** Ends it; resolves with the names of the files. */
  close(): Promise<readonly string[]>;
}

/**
 * Records the book and the trades of one market. Of Binance the venue's own frames are kept, with the snapshots between
 * them; of the others what their adapters made of theirs.
 * @throws {SettingError} for a market that the venue does not have. @throws {VenueError}
 */
export async function record(options: RecorderOptions): Promise<Recording> {
  const { adapter, deps, hosts, symbol, folder, mostBytes } = options;
  let write: (frame: string) => void = () => undefined;
  const isRaw = adapter.name === 'binance';
  const venue = adapter.connect(isRaw ? tapped(deps, (frame) => write(frame)) : deps, hosts ? { hosts } : {});
  const market = (await venue.markets()).find(({ id }) => plain(id) === plain(symbol));
  if (!market) {
    venue.close();
    throw new SettingError(`${adapter.name} has no market ${symbol}.`);
  }
  const recordedAt = deps.clock.now();
  const files: string[] = [];
  const name = `${adapter.name}_${market.id.toLowerCase()}_${new Date(recordedAt).toISOString().replace(/\D/g, '').slice(0, 14)}`;
  let fail: () => void = () => undefined;
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const tape = new TapeWriter({
    folder,
    name,
    mostBytes,
    failed: () => fail(),
    async done(file) {
      files.push(file);
      const entry = { venue: adapter.name, symbol: `${market.base}${market.quote}`, recordedAt, files };
      await writeTapeEntry(folder, { ...entry, market: { ...market, origin: 'recorded', recordedAt } });
    },
  });
  let count = 0;
  write = (frame) => {
    count += 1;
    tape.write(deps.clock.now(), frame);
  };
  const reading = venue.events$.subscribe((event) => {
    const frame = isRaw ? undefined : eventFrame(event);
    if (frame) write(JSON.stringify(frame));
  });
  const leaves = [`book:${market.id}`, `trade:${market.id}`].map((channel) => venue.open(channel));
  return {
    market,
    count: () => count,
    failed,
    async close() {
      for (const leave of leaves) leave();
      reading.unsubscribe();
      venue.close();
      await tape.close();
      return files;
    },
  };
}

const plain = (symbol: string): string => symbol.toUpperCase().replace(/-/g, '');

/** The same surroundings, with a word of every frame that a socket says and of every book that is answered. */
function tapped(deps: VenueDeps, onFrame: (frame: string) => void): VenueDeps {
  return {
    ...deps,
    createSocket: (url) => tappedSocket(deps.createSocket(url), onFrame),
    async ask(request) {
      const answer = await deps.ask(request);
      if (isDepthSnapshot(answer.body)) onFrame(JSON.stringify(answer.body));
      return answer;
    },
  };
}

function tappedSocket(socket: Socket, onFrame: (frame: string) => void): Socket {
  return {
    get readyState() {
      return socket.readyState;
    },
    send: (text) => socket.send(text),
    close: (code, reason) => socket.close(code, reason),
    set onopen(run: Socket['onopen']) {
      socket.onopen = run;
    },
    set onclose(run: Socket['onclose']) {
      socket.onclose = run;
    },
    set onerror(run: Socket['onerror']) {
      socket.onerror = run;
    },
    set onmessage(run: Socket['onmessage']) {
      socket.onmessage = (event) => {
        if (typeof event.data === 'string') onFrame(event.data);
        run?.(event);
      };
    },
  };
}
