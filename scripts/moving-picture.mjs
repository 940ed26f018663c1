import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { needBrowser } from './browser.mjs';

/*
 * The README's picture, made of the running product: `npm start`, then `npm run picture -- [FILE]`.
 * EXCHANGE names another address than the one of `npm start`.
 */
const [file = 'docs/tidemark.webp'] = process.argv.slice(2);
const exchange = process.env.EXCHANGE ?? 'http://127.0.0.1:8080';

/** What is shown: where to, and for how many pictures. */
const SCENES = [
  { address: '/home', frames: 12 },
  { address: '/coinDetail/BTC-USDT', frames: 14 },
  { address: '/trade?kind=perpetual&market=BTC-USDT-PERP', frames: 14 },
  { address: '/cycle', frames: 14 },
];
const SCREEN = { width: 390, height: 844 };
/** Between two pictures, as they are taken and as they are shown, ms. */
const STEP_MS = 250;
const WIDTH = 300;
/** How long a scene settles before its first picture, ms. */
const SETTLE_MS = 3_000;

const browser = await chromium.launch({ executablePath: needBrowser() });
const context = await browser.newContext({
  viewport: SCREEN,
  deviceScaleFactor: 1.5,
  colorScheme: 'dark',
  locale: 'en-US',
  baseURL: exchange,
});
const page = await context.newPage();
const frames = [];
for (const { address, frames: count } of SCENES) {
  await page.goto(address);
  await page.getByRole('main').waitFor();
  await page.waitForTimeout(SETTLE_MS);
  for (let i = 0; i < count; i++) {
    const picture = await page.screenshot();
    frames.push(await sharp(picture).resize(WIDTH).png().toBuffer());
    await page.waitForTimeout(STEP_MS);
  }
  // One tap begins: what follows is seen by somebody who has play money.
  const begin = page.getByRole('button', { name: 'Practice with play money' });
  if (await begin.isVisible()) {
    await begin.click();
    await begin.waitFor({ state: 'hidden' });
  }
}
await browser.close();

mkdirSync(dirname(file), { recursive: true });
await sharp(frames, { join: { animated: true } })
  .webp({ quality: 60, effort: 5, loop: 0, delay: frames.map(() => STEP_MS), mixed: true })
  .toFile(file);
console.log(`${file}: ${frames.length} pictures, ${Math.round(statSync(file).size / 1_000)} kB`);
