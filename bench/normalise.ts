import type { Clock, Socket } from '../feeds/index.ts';
import { createTidemarkFeed, privateReading } from '../feeds/index.ts';
import type { FrameCase, Pass } from './openVenue.ts';
import { venueCases } from './venues.ts';

export { symbolRow, symbols } from './venues.ts';

const clock: Clock = { now: () => 0, monotonic: () => 0, after: () => () => undefined };

/** A tick snapshot of so many markets, as the exchange sends it. */
function tickSnapshot(count: number, seq: number): string {
  const d = Array.from({ length: count }, (_, i) => [
    `C${i}-USDT`,
    ((i + 1) * 1.2345678).toFixed(6),
    `${i + 1}`,
    `${i * 1000}.25`,
    `${(i + 1) * 2}`,
    `${i + 1}`,
  ]);
  return JSON.stringify({ t: 'snap', ch: 'tick', e: 'bench', s: seq, ts: 1_700_000_000_000, d });
}

/** From a socket's text to the rows that the worker keeps: parsed, judged, each amount through the text gate. */
const tickRows: Pass = (texts) => {
  const socket: Socket = {
    readyState: 1,
    send: () => undefined,
    close: () => undefined,
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  };
  const feed = createTidemarkFeed({
    fetchReading: async () => privateReading,
    clock,
    random: () => 0.5,
    socketUrl: '',
    post: () => Promise.reject(new Error('offline')),
    createSocket: () => socket,
  });
  feed.channel$('tick').subscribe();
  socket.onopen?.();
  let rows = 0;
  feed.events$.subscribe((event) => {
    if (event.kind === 'tickers') rows += event.rows.length;
  });
  for (const text of texts) socket.onmessage?.({ data: text });
  feed.close();
  return rows;
};
const parsedRows: Pass = (texts) => texts.reduce((sum, text) => sum + JSON.parse(text).d.length, 0);

const FRAMES = 60;
const frames = (make: (number: number) => string) => Array.from({ length: FRAMES }, (_, i) => make(i + 1));

/** What is measured, with its frames made beforehand. */
export const cases: readonly FrameCase[] = [
  {
    name: 'tidemark, frames of 2,000 tick rows',
    texts: frames((seq) => tickSnapshot(2_000, seq)),
    normalised: tickRows,
    parsed: parsedRows,
  },
  ...venueCases,
];
