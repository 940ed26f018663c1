import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const port = Number(process.env['E2E_PORT'] ?? 8490);
/** A folder of its own for each run: accounts begin anew. Tests run in processes of their own, and find it here too. */
const dataDir = process.env['E2E_DATA_DIR'] ?? join(tmpdir(), `tidemark-e2e-${process.pid}`);
process.env['E2E_DATA_DIR'] = dataDir;
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
  timeout: 60_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  // Most of a test is waiting: for blocks, for settlements, for ages to pass.
  workers: 2,
  // What passes only the second time is named at the end: it is a defect to find, but no reason to stop a landing.
  retries: 1,
  outputDir: 'test-results',
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
    command: 'node dist/server/main.js',
    url: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: String(port), SEED: '7', LOG_LEVEL: 'warn', DATA_DIR: dataDir, TRUST_PROXY: '1' },
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
