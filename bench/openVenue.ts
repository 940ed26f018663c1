import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Socket, VenueAdapter, VenueDeps, VenueOptions } from '../feeds/index.ts';

/** Goes over frames; the number of items that it read from them. */
export type Pass = (texts: readonly string[]) => number;

/** Frames, and the ways over them that are measured in turn. */
export interface FrameCase {
  readonly name: string;
  readonly texts: readonly string[];
  /** Parsed and normalised. */
  readonly normalised: Pass;
  /** Parsed, and the items counted: the least that anybody can do. */
  readonly parsed: Pass;
  /** What explains a ratio that is short of what is wanted, by its side: `json`, a peer's name, or `events`. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** Those of a venue. */
export interface VenueCase extends FrameCase {
  readonly venue: string;
  readonly kind: 'book' | 'trade' | 'tickers' | 'marks';
  /** From a socket's text to the adapter's events, books kept up. A pass of its own each time. */
  readonly adapter: () => Promise<Pass>;
  /** What the venue's peers need before the first frame. */
  readonly snapshot?: unknown;
  /** How long the venue took to say it, ms; of recordings. */
  readonly spanMs?: number;
}

/** How a venue that only a bench knows answers. */
export interface BenchVenue {
  readonly adapter: VenueAdapter;
  readonly options?: VenueOptions;
  readonly answer: (url: string, body?: string) => unknown;
  /** What its socket says to a command. */
  readonly obey: (text: string) => readonly unknown[];
}

/** Lines of a recording; none, and a word about it, where it is absent. */
export function recordedLines(file: string): readonly string[] {
  const path = join(process.env['MARKET_DATA'] ?? '../shared/data', file);
  if (existsSync(path)) return gunzipSync(readFileSync(path)).toString().split('\n');
  console.log(`normalise: no recording ${path}, what it measures is left out`);
  return [];
}

/** A text by itself, as a socket brings it, and no part of a larger one. */
export const ownText = (text: string): string => Buffer.from(text).toString();

/** The sum over frames. */
export const counted =
  (each: (text: string) => number): Pass =>
  (texts) =>
    texts.reduce((sum, text) => sum + each(text), 0);

/** An adapter whose sockets say what a bench says, with a channel open: from texts to the number of items published. */
export async function openVenue(
  { adapter, options, answer, obey }: BenchVenue,
  channel: string,
): Promise<Pass> {
  let socket: Socket | undefined;
  const commands: string[] = [];
  const deps: VenueDeps = {
    clock: {
      now: () => 0,
      monotonic: () => 0,
      after: (ms, run) => {
        if (ms === 0) queueMicrotask(run);
        return () => undefined;
      },
    },
    random: () => 0.5,
    createSocket: () => {
      socket = {
        readyState: 1,
        send: (text) => commands.push(text),
        close: () => undefined,
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
      };
      return socket;
    },
    ask: async ({ url, body }) => ({ status: 200, header: () => undefined, body: answer(url, body) }),
  };
  const venue = adapter.connect(deps, options);
  let items = 0;
  venue.events$.subscribe((event) => {
    if (event.kind === 'tickers' && !event.snapshot) items += event.rows.length;
    if (event.kind === 'venueMarks') items += event.rows.length;
    if (event.kind === 'trades') items += event.trades.length;
    if (event.kind === 'book') items += 1;
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  venue.open(channel);
  await turn();
  socket?.onopen?.();
  // What the first words ask for is answered within a turn.
  for (const text of commands)
    for (const message of obey(text)) socket?.onmessage?.({ data: JSON.stringify(message) });
  await turn();
  return (texts) => {
    items = 0;
    for (const data of texts) socket?.onmessage?.({ data });
    return items;
  };
}
