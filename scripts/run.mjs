import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const root = new URL('..', import.meta.url).pathname;
export const bin = (name) => join(root, 'node_modules/.bin', name);

/** Runs a command to its end; yields its exit code and what it printed. */
export function run(command, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (chunk) => {
      output += chunk;
      if (!quiet) process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a step quietly, prints one line, and all that it said when it failed. */
export async function step(name, work) {
  const started = performance.now();
  const { code, output } = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)`);
  if (code !== 0) console.log(output);
  return code === 0;
}
