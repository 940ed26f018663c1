import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The built exchange in a process of its own, on a free port. */
export interface BuiltExchange {
  readonly base: string;
  /** Where it keeps its data. */
  readonly folder: string;
  /** Moves its wall clock to so many ms after the machine's. */
  move(toMs: number): Promise<void>;
  /** Lets so much time pass for it, as if it had been waited for. */
  pass(ms: number): Promise<void>;
  /** Lets its time run as many times as fast from here on. */
  pace(rate: number): Promise<void>;
  /** Ends it in peace where its data are kept; else at once, and its data go too. */
  end(): Promise<void>;
  /** Ends it at once: nothing of it is needed any more. */
  discard(): Promise<void>;
}

/** Starts an exchange whose clocks a test moves. @param settings as variables. @param kept a folder that stays. */
export async function startBuilt(
  settings: Readonly<Record<string, string>>,
  kept?: string,
): Promise<BuiltExchange> {
  // A folder begins as the empty database of the build, one in memory has to be made each time.
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'tm-exchange-')));
  const exchange = spawn(
    process.execPath,
    // A test asks the database too little for what compiling it a second time, better, costs.
    ['--liftoff-only', '--import', './tests/e2e/movedClock.mjs', 'dist/server/main.js'],
    {
      env: { ...process.env, PORT: '0', DATA_DIR: folder, TRUST_PROXY: '1', LOG_LEVEL: 'warn', ...settings },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const base = await new Promise<string>((resolve, reject) => {
    exchange.once('exit', () => reject(new Error('the exchange did not start')));
    exchange.stdout?.on('data', (chunk) => {
      const [address] = /http:\/\/[\d.]+:\d+/.exec(String(chunk)) ?? [];
      if (address) resolve(address);
    });
  });
  const command = async (words: number | object) => {
    exchange.send(words);
    await once(exchange, 'message');
  };
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    exchange.kill(signal);
    if (exchange.exitCode === null && exchange.signalCode === null) await once(exchange, 'exit');
  };
  let passedMs = 0;
  return {
    base,
    folder,
    discard: () => stop('SIGKILL'),
    move: command,
    pass: (ms) => command({ passedMs: (passedMs += ms) }),
    pace: (rate) => command({ rate }),
    async end() {
      await stop(kept === undefined ? 'SIGKILL' : 'SIGTERM');
      if (kept === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
