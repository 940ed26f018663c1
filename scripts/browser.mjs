import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installPackage } from './packages.mjs';
import { bin } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A Chromium on this machine, or undefined. CHROMIUM_PATH wins. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES];
  const own = chromium.executablePath();
  return candidates.find(isExecutable) ?? (existsSync(own) ? own : undefined);
}

/** Finds a Chromium or installs one: by the system's packages when allowed, else by Playwright. */
export function needBrowser() {
  const found = findBrowser();
  if (found) return found;
  console.log('No Chromium found: installing one for the browser tests…');
  installPackage('chromium');
  if (!findBrowser()) spawnSync(bin('playwright'), ['install', 'chromium'], { stdio: 'ignore' });
  return findBrowser();
}
