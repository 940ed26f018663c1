import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

const bundles = new Map<string, Promise<string>>();

/** TypeScript as one plain file that Node runs, made once for this process; packages stay where they are. */
export function bundle(entry: string): Promise<string> {
  const made = bundles.get(entry) ?? bundled(entry);
  bundles.set(entry, made);
  return made;
}

async function bundled(entry: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'tm-bundle-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: join(root, entry),
      outDir,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
  symlinkSync(join(root, 'node_modules'), join(outDir, 'node_modules'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  return join(outDir, 'child.mjs');
}

/** A process of its own, whose lines are read as they come. */
export interface Child {
  readonly pid: number;
  readonly lines: readonly string[];
  /** What it said on its error stream. */
  said(): string;
  /** Waits for so many lines, or for the end. */
  until(lines: number): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM. */
  stop(): Promise<void>;
  readonly ended: Promise<number | null>;
}

/** @param under a program with its options that starts the process, such as `unshare --pid --fork`. */
export function startChild(file: string, args: readonly string[], under: readonly string[] = []): Child {
  const [program = '', ...rest] = [...under, process.execPath, file, ...args];
  const child: ChildProcess = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const lines: string[] = [];
  let error = '';
  let received: () => void = () => undefined;
  let isEnded = false;
  child.stderr?.on('data', (chunk) => {
    error += chunk;
  });
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      received();
    });
  const ended = once(child, 'close').then(([code]) => {
    isEnded = true;
    received();
    return code as number | null;
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    lines,
    said: () => error,
    async until(count) {
      while (lines.length < count && !isEnded)
        await new Promise<void>((resolve) => {
          received = resolve;
        });
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    ended,
  };
}
