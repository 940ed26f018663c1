import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { shellFiles } from './shell.mjs';
import { root, sourceDigest } from './sources.mjs';

const dist = join(root, 'dist');
const stampFile = join(dist, 'build.json');
/** Builds whose assets are kept, so that a tab opened before a deploy still finds its chunks. */
const KEPT_BUILDS = 2;

/** What was built last, or undefined. */
export async function lastBuild() {
  return JSON.parse(await readFile(stampFile, 'utf8').catch(() => 'null')) ?? undefined;
}

function node(args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')} failed`))));
  });
}

export function vite(config, env) {
  return node(
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', config, '--logLevel', 'warn'],
    env,
  );
}

export async function compress(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(js|css|html|svg|json|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file);
      if (text.length < 1024) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
    }),
  );
}

/** Copies the assets of the builds still kept beside the new ones; names carry hashes, so none collide. */
async function storeOldAssets(next, builds) {
  for (const file of new Set(builds.flatMap((build) => build.assets))) {
    await cp(join(dist, 'client/assets', file), join(next, 'assets', file), { force: false }).catch(
      () => undefined,
    );
  }
}

/** The exchange, and the empty database that it begins as: a copy takes a part of the seconds that making one takes. */
async function buildServer() {
  await vite('build/server.config.ts', { OUT_DIR: 'dist/server' });
  const next = join(dist, 'empty.next');
  await rm(next, { recursive: true, force: true });
  await node([join(dist, 'server/empty.js'), next]);
  await rm(join(dist, 'empty'), { recursive: true, force: true });
  await rename(next, join(dist, 'empty'));
}

/** The reference of the API, from the document that the exchange itself publishes. */
async function writeReference(folder) {
  const { referencePage } = await import(pathToFileURL(join(dist, 'server/reference.js')).href);
  const { name } = JSON.parse(await readFile(join(root, 'brand/brand.json'), 'utf8'));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'docs/index.html'), referencePage(version, name));
}

/** Builds page, worker and server into dist/, unless what is there was made from the same sources. */
export async function build({ force = false } = {}) {
  const id = sourceDigest();
  const previous = await lastBuild();
  if (!force && previous?.id === id) return { id, built: false };
  const next = join(dist, 'client.next');
  await mkdir(dist, { recursive: true });
  await Promise.all([
    vite('vite.config.ts', { BUILD_ID: id, OUT_DIR: 'dist/client.next' }),
    buildServer(),
    vite('build/prerender.config.ts', { BUILD_ID: id, OUT_DIR: 'dist/prerender' }),
  ]);
  await node(['scripts/prerender.mjs', next, join(dist, 'prerender/firstSights.js')], {
    NODE_ENV: 'production',
  });
  await writeReference(next);
  await vite('build/service.config.ts', {
    OUT_DIR: 'dist/client.next',
    SHELL_FILES: JSON.stringify(await shellFiles(next)),
  });
  await compress(next);
  const own = { id, assets: await readdir(join(next, 'assets')) };
  const kept = (previous?.builds ?? []).filter((build) => build.id !== id).slice(0, KEPT_BUILDS - 1);
  await storeOldAssets(next, kept);
  await rm(join(dist, 'client'), { recursive: true, force: true });
  await rename(next, join(dist, 'client'));
  await writeFile(stampFile, JSON.stringify({ id, builds: [own, ...kept] }));
  return { id, built: true };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { id, built } = await build({ force: process.argv.includes('--force') });
  console.log(built ? `built ${id}` : `already built ${id}`);
}
