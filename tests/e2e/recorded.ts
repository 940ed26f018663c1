import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuiltExchange } from './builtExchange.ts';
import { startBuilt } from './builtExchange.ts';

/** When the recordings of these tests begin, ms UTC. */
const START_MS = 1_723_161_253_000;

/** The frames of one second of a recording; `at` in ms UTC. */
export type Second = (second: number, at: number) => readonly object[];

/**
 * Writes a recording in the documented format and starts the built exchange on it.
 * @param file of the folder of raw frames. @param seconds longer than the tests take: a recording restarts.
 */
export async function playRecording(file: string, seconds: number, frames: Second): Promise<BuiltExchange> {
  const folder = await mkdtemp(join(tmpdir(), 'tm-recorded-'));
  const lines = Array.from({ length: seconds + 1 }, (_, second) => {
    const at = START_MS + second * 1_000;
    return frames(second, at).map((frame) => `${at}000000 ${JSON.stringify(frame)}`);
  }).flat();
  await mkdir(join(folder, 'binance/raw-ws-2024'), { recursive: true });
  await writeFile(join(folder, 'binance/raw-ws-2024', file), gzipSync(`${lines.join('\n')}\n`));
  const exchange = await startBuilt({ MARKET: 'replay', MARKET_DATA: folder });
  return {
    ...exchange,
    end: async () => {
      await exchange.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One trade as the venue streams it. */
export const tradeFrame = (symbol: string, id: number, price: string, at: number) => ({
  stream: `${symbol.toLowerCase()}@trade`,
  data: { e: 'trade', E: at, s: symbol, t: id, p: price, q: '0.01', T: at, m: false, M: true },
});
