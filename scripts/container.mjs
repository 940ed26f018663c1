import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, sep } from 'node:path';
import { root as rootFolder } from './sources.mjs';

const root = rootFolder.replace(/\/$/, '');

/** What a built exchange has beside its packages: what the last stage of the Dockerfile takes, but for `node_modules`. */
export const PARTS = [
  'package.json',
  'dist',
  'brand',
  'locales',
  'content',
  'server/base/db/schema',
  'scripts/ops.mjs',
  'scripts/bundle.mjs',
  'scripts/sources.mjs',
];
/** Parts of packages that Node never reads: types, maps, sources, and forms for other loaders where the package has both. */
const UNREAD =
  /\.(?:[cm]?ts|tsx|map|md|markdown|flow)$|\/(?:_cjs|_types|__tests__|\.github)\/|\/@electric-sql\/pglite\/dist\/.*(?:\.cjs|\.tar\.gz)$/;
const KEPT = /(?:^|\/)(?:licen[cs]e|notice|copying)[^/]*$/i;

/** Names of packages that a script imports: `@a/b` of `@a/b/c`. */
export function packagesIn(text) {
  const names = [
    ...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["']([^"'.\s][^"'\s]*)["']/g),
  ].map(([, from]) => from);
  return new Set(
    names
      .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name) && /^[@a-z]/.test(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  );
}

/** Packages that the bundles of a folder import by themselves. */
export function importedBy(folder) {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return new Set(texts.flatMap((text) => [...packagesIn(text)]));
}

/** Where Node finds a package that one in `from` asks for; undefined for an optional one that is not installed. */
function foundFrom(from, name) {
  for (let place = from; place.length >= root.length; place = join(place, '..')) {
    const found = join(place, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
  }
  return undefined;
}

/** Folders of packages with all that they depend on. */
export function closureOf(names) {
  const found = new Set();
  const waiting = [...names].map((name) => [root, name, false]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, name, isOptional] = next;
    const folder = foundFrom(from, name);
    if (!folder && !isOptional) throw new Error(`${name}, which ${from} needs, is not installed`);
    if (!folder || found.has(folder)) continue;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    for (const each of Object.keys(dependencies)) waiting.push([folder, each, each in optionalDependencies]);
    for (const each of Object.keys(optionalDependencies)) waiting.push([folder, each, true]);
  }
  return found;
}

/**
 * What a container is made of, by npm, without what is left outside. CycloneDX, as JSON. Npm's own `--omit=dev` would
 * leave out what tools need as well.
 */
export function billOf(folders) {
  const all = JSON.parse(
    execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }),
  );
  const kept = new Set(
    [...folders].map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return `${name}@${version}`;
    }),
  );
  const own = all.metadata.component['bom-ref'];
  const components = all.components.filter((each) => kept.has(each['bom-ref']));
  const listed = new Set(components.map((each) => each['bom-ref']));
  const unlisted = [...kept].filter((each) => !listed.has(each));
  if (unlisted.length > 0) throw new Error(`the bill of materials misses ${unlisted.join(', ')}`);
  const refs = new Set([own, ...components.map((each) => each['bom-ref'])]);
  return {
    ...all,
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  };
}

/** Lays out what a container holds: the built exchange and the packages that it loads, with a bill of materials. */
export function layOut(target) {
  rmSync(target, { recursive: true, force: true });
  for (const part of PARTS) {
    mkdirSync(join(target, part, '..'), { recursive: true });
    cpSync(join(root, part), join(target, part), { recursive: true, filter: isPart });
  }
  const folders = closureOf(importedBy(join(root, 'dist/server')));
  for (const folder of folders) {
    const place = folder.slice(root.length + 1);
    cpSync(folder, join(target, place), {
      recursive: true,
      // What lies deeper is a package of its own, which is taken where it is needed.
      filter: (path) =>
        !path.slice(folder.length).includes(`${sep}node_modules`) && (KEPT.test(path) || !UNREAD.test(path)),
    });
  }
  writeFileSync(join(target, 'sbom.cyclonedx.json'), `${JSON.stringify(billOf(folders), null, 2)}\n`);
  return [...folders].map((folder) => folder.slice(join(root, 'node_modules').length + 1)).sort();
}

/** Of `dist`, what only building and developing need. */
const isPart = (path) => !/\/dist\/(?:prerender|static|dev|client\.next|empty\.next)(?:\/|$)/.test(path);

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [, , target] = process.argv;
  if (!target) throw new Error('name the folder that the container is laid out in');
  console.log(`${layOut(target).length} packages`);
}
