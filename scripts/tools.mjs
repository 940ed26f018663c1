import { findBrowser, findShell, needBrowser, SHELL } from './browser.mjs';
import { hasNats } from './nats.mjs';
import { installPackages } from './packages.mjs';

/**
 * Installs what tests need of the system and is not there, where that is allowed: a bus for tests of several processes
 * and a browser. Without a bus its tests are skipped with a word.
 * @param isWhole whether the browser has windows, as users' have. @returns its program; undefined without one.
 */
export async function prepareTools({ isWhole }) {
  const find = isWhole ? findBrowser : findShell;
  const missing = [...(hasNats() ? [] : ['nats-server']), ...(find() ? [] : [isWhole ? 'chromium' : SHELL])];
  if (missing.length > 0) console.log(`Installing what tests need of the system: ${missing.join(', ')}…`);
  await installPackages(missing);
  if (!hasNats()) console.log('There is no nats-server to be had: tests of gateways are skipped.');
  return find() ?? needBrowser();
}
