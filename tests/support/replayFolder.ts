import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const START_NS = 1_723_161_253_000_000_000n;

/** A recording of one's own in the documented format: a few seconds of BTCUSDT, written here by hand. */
export async function replayFolder(): Promise<{ folder: string; frames: readonly string[] }> {
  const stream = (name: string, data: object) => JSON.stringify({ stream: name, data });
  const diff = (U: number, u: number, b: string[][], a: string[][]) =>
    stream('btcusdt@depth@100ms', { e: 'depthUpdate', E: 1_723_161_253_000, s: 'BTCUSDT', U, u, b, a });
  const trade = (t: number, p: string, m: boolean) =>
    stream('btcusdt@trade', {
      e: 'trade',
      E: 1,
      s: 'BTCUSDT',
      t,
      p,
      q: '0.01000000',
      T: 1_723_161_253_000 + t * 100,
      m,
      M: true,
    });
  const frames = [
    diff(90, 95, [['61000.00000000', '9.00000000']], []),
    JSON.stringify({
      lastUpdateId: 100,
      bids: [
        ['61800.10000000', '1.00000000'],
        ['61800.00000000', '2.00000000'],
      ],
      asks: [
        ['61800.20000000', '1.50000000'],
        ['61801.00000000', '0.30000000'],
      ],
    }),
    trade(1, '61800.10000000', true),
    diff(101, 104, [['61800.10000000', '0.00000000']], [['61800.50000000', '4.00000000']]),
    '<html>502 Bad Gateway</html>',
    trade(2, '61800.20000000', false),
    trade(2, '61800.20000000', false),
    diff(
      105,
      105,
      [
        ['61800.15000000', '0.70000000'],
        ['1.00000000', '0.00000000'],
      ],
      [],
    ),
    stream('btcusdt@bookTicker', { u: 105, s: 'BTCUSDT', b: '61800.15', B: '0.7', a: '61800.2', A: '1.5' }),
  ];
  const folder = await mkdtemp(join(tmpdir(), 'replay-'));
  const raw = join(folder, 'binance/raw-ws-2024');
  await mkdir(raw, { recursive: true });
  const lines = frames.map((frame, i) => `${START_NS + BigInt(i) * 100_000_000n} ${frame}`);
  await writeFile(join(raw, 'spot_btcusdt_20240808.gz'), gzipSync(`${lines.join('\n')}\n`));
  return { folder, frames };
}
