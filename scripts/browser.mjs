import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installPackage } from './packages.mjs';
import { bin } from './run.mjs';

/** Chromium without windows: the same engine at three fifths of the processor time. Debian's and Playwright's name. */
export const SHELL = 'chromium-headless-shell';
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

/** The first of these programs that is on this machine, or undefined. CHROMIUM_PATH wins. */
function find(names, places = []) {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places].find(
    isExecutable,
  );
}

/** A whole Chromium, or undefined. */
export const findBrowser = () => find(NAMES, [...PLACES, chromium.executablePath()].filter(existsSync));

/** A Chromium for tests, the one without windows before all others, or undefined. */
export const findShell = () => find([SHELL]) ?? findBrowser();

/** Finds a whole Chromium or installs one: by the system's packages when allowed, else by Playwright. */
export function needBrowser() {
  const found = findBrowser();
  if (found) return found;
  console.log('No Chromium found: installing one…');
  installPackage('chromium');
  if (!findBrowser()) spawnSync(bin('playwright'), ['install', 'chromium'], { stdio: 'ignore' });
  return findBrowser();
}
