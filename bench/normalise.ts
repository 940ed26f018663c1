import type { Socket } from '../feeds/index.ts';
import { createTidemarkFeed } from '../feeds/index.ts';

/** A tick snapshot of so many markets, as the exchange sends it. */
function snapshotText(count: number, seq: number): string {
  const d = Array.from({ length: count }, (_, i) => [
    `C${i}-USDT`,
    `${(i + 1) * 1.2345678}`,
    `${i + 1}`,
    `${i * 1000}.25`,
    `${(i + 1) * 2}`,
    `${i + 1}`,
  ]);
  return JSON.stringify({ t: 'snap', ch: 'tick', e: 'bench', s: seq, ts: 1_700_000_000_000, d });
}

/** Rows a second through the product's feed, and through JSON.parse alone, on the same bytes. */
export function measureOnce(count: number, rounds: number): { ours: number; limit: number } {
  const texts = Array.from({ length: rounds }, (_, i) => snapshotText(count, i + 1));
  let socket: Socket | undefined;
  const feed = createTidemarkFeed({
    clock: { now: () => 0, monotonic: () => 0, after: () => () => undefined },
    random: () => 0.5,
    socketUrl: '',
    post: () => Promise.reject(new Error('offline')),
    createSocket: () => {
      socket = {
        readyState: 1,
        send: () => undefined,
        close: () => undefined,
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
      };
      return socket;
    },
  });
  feed.open('tick');
  socket?.onopen?.();
  let rows = 0;
  feed.events$.subscribe((event) => {
    if (event.kind === 'tickers') rows += event.rows.length;
  });
  const started = performance.now();
  for (const text of texts) socket?.onmessage?.({ data: text });
  const ours = rows / (performance.now() - started);
  feed.close();
  const again = performance.now();
  let parsed = 0;
  for (const text of texts) parsed += JSON.parse(text).d.length;
  const limit = parsed / (performance.now() - again);
  if (rows !== parsed) throw new Error('rows were lost');
  return { ours: 1_000 * ours, limit: 1_000 * limit };
}
