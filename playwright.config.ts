import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** A port that nobody listens at. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/*
 * A port and a folder of its own for each run, so that runs side by side leave each other alone, and accounts begin
 * anew. Tests run in processes of their own, and find both here too.
 */
const port = Number((process.env['E2E_PORT'] ||= String(await freePort())));
const outputDir = join(import.meta.dirname, 'test-results', String(port));
if (!process.env['E2E_DATA_DIR']) {
  const folder = join(tmpdir(), `tidemark-e2e-${process.pid}`);
  process.env['E2E_DATA_DIR'] = folder;
  process.on('exit', (code) => {
    rmSync(folder, { recursive: true, force: true });
    if (code === 0) rmSync(outputDir, { recursive: true, force: true });
  });
}
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const executablePath = process.env['CHROMIUM_PATH'];

/** A real browser on the real build and the real exchange; a fixed seed makes the market the same each time. */
export default defineConfig({
  testDir: 'tests/e2e',
  // An exchange that starts on a busy machine takes a minute of its own.
  timeout: 180_000,
  ...(process.env['TEST_LONG'] === '1' ? {} : { grepInvert: /@long/ }),
  // Six who register at once on two busy cores take 13 s.
  expect: { timeout: 30_000 },
  // Files whose tests share an exchange of their own say so.
  fullyParallel: true,
  // One more than there are cores: a test often waits for the exchange's clock or for a line that is cut.
  workers: Number(process.env['PW_WORKERS']) || Math.min(4, availableParallelism() + 1),
  // What passes only the second time is named at the end: it is a defect to find, but no reason to stop a landing.
  retries: 1,
  // What it showed then is kept.
  failOnFlakyTests: true,
  outputDir,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    hasTouch: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    // What a service worker asks for, a test cannot stand in for; those of the shell allow theirs.
    serviceWorkers: 'block',
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
  },
  webServer: {
    // A run asks the database too little for what compiling it a second time, better, costs.
    command: 'node --liftoff-only dist/server/main.js',
    cwd: import.meta.dirname,
    url: `http://127.0.0.1:${port}/readyz`,
    env: {
      PORT: String(port),
      SEED: '7',
      LOG_LEVEL: 'warn',
      DATA_DIR: process.env['E2E_DATA_DIR'],
      TRUST_PROXY: '1',
    },
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
