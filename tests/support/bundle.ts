import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { inject } from 'vitest';

const root = join(import.meta.dirname, '../..');

const bundles = new Map<string, Promise<string>>();

/** TypeScript as one plain file that Node runs, made once for a whole run of tests; packages stay where they are. */
export function bundle(entry: string): Promise<string> {
  const made = bundles.get(entry) ?? bundled(entry);
  bundles.set(entry, made);
  return made;
}

/** Whichever process is the first to need a bundle makes it, and the others wait. */
async function bundled(entry: string): Promise<string> {
  const outDir = join(inject('bundles'), entry.replaceAll(/\W+/g, '-'));
  const [ready, failed] = [`${outDir}.ready`, `${outDir}.failed`];
  if (!isFirst(outDir)) {
    while (!existsSync(ready)) {
      if (existsSync(failed)) throw new Error(`another process could not bundle ${entry}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return join(outDir, 'child.mjs');
  }
  await buildInto(outDir, entry).catch((error: unknown) => {
    writeFileSync(failed, '');
    throw error;
  });
  writeFileSync(ready, '');
  return join(outDir, 'child.mjs');
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function buildInto(outDir: string, entry: string): Promise<void> {
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
}

/** A process of its own, whose lines are read as they come. */
export interface Child {
  readonly pid: number;
  readonly lines: readonly string[];
  /** What it said on its error stream. */
  errorOutput(): string;
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
    errorOutput: () => error,
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
