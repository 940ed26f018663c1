import { install } from './install.mjs';

install();
const { bin, run } = await import('./run.mjs');
const { build } = await import('./build.mjs');
const { needBrowser } = await import('./browser.mjs');

const executable = needBrowser();
if (!executable) {
  console.error('The tour needs Chromium: install it, or name it in CHROMIUM_PATH.');
  process.exit(1);
}
await build();
const env = { CHROMIUM_PATH: executable };
const { code } = await run(bin('playwright'), ['test', '--config=tests/tour/playwright.config.ts'], { env });
if (code === 0) console.log('Open tour/*.html. TOUR_LANGUAGES and TOUR_DIR choose languages and place.');
process.exit(code);
