import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

/** Runs a command of the built exchange with this process's arguments, and ends as it ends. */
export function runBundle(name) {
  const bundle = join(root, 'dist/server', name);
  if (!existsSync(bundle)) {
    console.error('Start the exchange once with npm start: that builds these commands.');
    process.exit(1);
  }
  const child = spawn(process.execPath, [bundle, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal signals both; the command ends in its own time.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
