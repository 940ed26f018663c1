import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The built exchange in a process of its own, in memory and on a free port. */
export interface MovedExchange {
  readonly base: string;
  /** Tells its clock where to be, as `movedClock.mjs` reads it, and waits until it is there. */
  move(to: number | { readonly passedMs: number }): Promise<void>;
  end(): Promise<void>;
}

/** Starts an exchange whose clock a test moves. @param settings as variables. */
export async function startMoved(settings: Readonly<Record<string, string>>): Promise<MovedExchange> {
  const exchange: ChildProcess = spawn(
    process.execPath,
    ['--import', './tests/e2e/movedClock.mjs', 'dist/server/main.js'],
    {
      env: { ...process.env, PORT: '0', DATA_DIR: 'memory', TRUST_PROXY: '1', ...settings },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const base = await new Promise<string>((resolve) => {
    exchange.stdout?.on('data', (chunk) => {
      const [address] = /http:\/\/[\d.]+:\d+/.exec(String(chunk)) ?? [];
      if (address) resolve(address);
    });
  });
  return {
    base,
    async move(to) {
      exchange.send(to);
      await once(exchange, 'message');
    },
    async end() {
      exchange.kill('SIGTERM');
      if (exchange.exitCode === null) await once(exchange, 'exit');
    },
  };
}
