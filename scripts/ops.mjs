import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

const bundle = join(root, 'dist/server/ops.js');
if (!existsSync(bundle)) {
  console.error('Start the exchange once with npm start: that builds these commands.');
  process.exit(1);
}
spawn(process.execPath, [bundle, ...process.argv.slice(2)], { stdio: 'inherit' }).on('exit', (code) =>
  process.exit(code ?? 1),
);
