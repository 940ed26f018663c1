import { spawn } from 'node:child_process';
import { install } from './install.mjs';
import { NODE_FLAGS } from './nodeFlags.mjs';

install();
// Imported after the installation: a first start has no packages to import from before it.
const { build } = await import('./build.mjs');
const { built } = await build().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
if (built) console.log('Built the page and the exchange.');

const root = new URL('..', import.meta.url).pathname;
const server = spawn(process.execPath, [...NODE_FLAGS, 'dist/server/main.js'], {
  cwd: root,
  stdio: 'inherit',
  // Anyone who looks at this terminal waits for an address, not for a line a call.
  env: { LOG_LEVEL: 'warn', ...process.env },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
