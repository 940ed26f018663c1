import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install } from './install.mjs';

install();
const { build, createServer } = await import('vite');
const root = new URL('..', import.meta.url).pathname;
const exchangePort = process.env.PORT ?? '8080';
const pagePort = Number(process.env.DEV_PORT ?? 5173);

let exchange;
function restart() {
  exchange?.kill('SIGTERM');
  const env = { ...process.env, PORT: exchangePort, TIDEMARK_ROOT: root };
  exchange = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/dev/main.js')], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
}

process.env.OUT_DIR = 'dist/dev';
const watcher = await build({
  configFile: join(root, 'build/server.config.ts'),
  logLevel: 'warn',
  build: { watch: {}, sourcemap: true },
});
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') restart();
});

const target = `http://127.0.0.1:${exchangePort}`;
const page = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: {
    port: pagePort,
    proxy: {
      '/api': target,
      '/compat': target,
      '/docs': target,
      '/udf': target,
      '/ws': { target, ws: true },
    },
  },
});
await page.listen();
page.printUrls();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    exchange?.kill('SIGTERM');
    await Promise.allSettled([page.close(), watcher.close()]);
    process.exit(0);
  });
}
