import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startOf } from './shell.mjs';

/** What the page's modules touch while they load and render once: a browser in which nothing happens. */
Object.assign(globalThis, {
  navigator: { languages: [] },
  document: { visibilityState: 'hidden', documentElement: {}, querySelector: () => null },
  window: { matchMedia: () => ({ matches: false }), location: { search: '' } },
  Worker: class {
    addEventListener() {}
    postMessage() {}
  },
});

/**
 * Writes the page as a new visitor of the home screen gets it, once for each language: with the screen's own markup,
 * which stands until the scripts have come, and with its words named in the head. Scripts make way for the style.
 */
async function prerender(client, bundle) {
  const { firstSights } = await import(pathToFileURL(bundle).href);
  const entries = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'));
  if (!startOf(entries)) throw new Error('the first screen has no chunk');
  const page = await readFile(join(client, 'index.html'), 'utf8');
  // The worker's script is requested by the page's, a round trip later: here it is on its way already.
  const worker = (await readdir(join(client, 'assets'))).find((name) => /^market\.worker-.*\.js$/.test(name));
  await mkdir(join(client, 'start'), { recursive: true });
  for (const { language, tag, markup } of await firstSights()) {
    if (/\sstyle="/.test(markup))
      throw new Error('the page allows no inline style: give the element a class');
    const { file } = entries[`src/i18n/words/first/${language}.ts`];
    const head = [
      '<script src="/start.js"></script>',
      `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
      `<link rel="prefetch" href="/assets/${worker}">`,
    ].join('\n    ');
    const text = page
      .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
      .replace('<html lang="en">', `<html lang="${tag}" data-words="${language}">`)
      .replace('<link rel="icon"', `${head}\n    <link rel="icon"`)
      .replace('<div id="root"></div>', `<div id="root"></div>\n    <div id="start">${markup}</div>`);
    await writeFile(join(client, 'start', `${language}.html`), text);
  }
}

const [client, bundle] = process.argv.slice(2);
await prerender(client, bundle);
