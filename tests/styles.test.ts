import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => join('src', path));
const read = (path: string): string => readFileSync(path, 'utf8');

/** Names of the classes that a style declares. */
function declaredIn(path: string): Set<string> {
  const selectors = read(path)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/[^;{}]*;/g, '');
  return new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name ?? ''));
}

/** Where the shared looks are declared, and what joins them: `look('row small')`. */
const LOOKS = ['layout', 'words', 'grounds'].map((name) => `src/ui/${name}.module.css`);
const JOINER = 'src/ui/look.ts';
const sources = files.filter((each) => /\.tsx?$/.test(each) && each !== JOINER);

const isIn = (path: string, name: string): boolean =>
  declaredIn(path).has(name) || (path === LOOKS[0] && !LOOKS.some((each) => declaredIn(each).has(name)));

/** Names of the classes that components take of each style; of one whose names are reckoned, nothing is known. */
function takenByStyle(): ReadonlyMap<string, Set<string> | undefined> {
  const looks = sources.flatMap((path) =>
    [...read(path).matchAll(/\blook\(\s*'([^']+)'/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const taken = new Map<string, Set<string> | undefined>(
    LOOKS.map((path) => [path, new Set(looks.filter((name) => isIn(path, name)))]),
  );
  for (const path of sources) {
    const text = read(path);
    for (const [, local = '', from = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const style = normalize(join(dirname(path), from));
      const names = [...text.matchAll(new RegExp(`\\b${local}\\['([\\w-]+)'\\]`, 'g'))];
      const before = taken.has(style) ? taken.get(style) : new Set<string>();
      const isReckoned = new RegExp(`\\b${local}\\[[^']`).test(text);
      taken.set(
        style,
        isReckoned || !before ? undefined : new Set([...before, ...names.map(([, name = '']) => name)]),
      );
    }
  }
  return taken;
}

it('has no rule for a class that nobody takes, and takes no class without a rule', () => {
  const taken = takenByStyle();
  const wrong = files
    .filter((path) => path.endsWith('.module.css'))
    .flatMap((path) => {
      if (taken.has(path) && taken.get(path) === undefined) return [];
      const [declared, names] = [declaredIn(path), taken.get(path) ?? new Set<string>()];
      return [
        ...[...declared].filter((name) => !names.has(name)).map((name) => `${path}: nobody takes ${name}`),
        ...[...names].filter((name) => !declared.has(name)).map((name) => `${path}: there is no ${name}`),
      ];
    });
  expect(wrong).toEqual([]);
});

it('names shared looks in place, so that the test above sees them', () => {
  const joining = sources.filter((path) => /import \{ look \} from/.test(read(path)));
  const hidden = joining.flatMap((path) =>
    [...read(path).matchAll(/\blook\(\s*[^'\s)][^)\n]*/g)].map(([call]) => `${path}: ${call}`),
  );
  expect(hidden).toEqual([]);
});

it('names no style that does not exist', () => {
  const missing = files
    .filter((each) => /\.tsx?$/.test(each))
    .flatMap((path) =>
      [...read(path).matchAll(/from '([^']+\.module\.css)'/g)]
        .map(([, from = '']) => normalize(join(dirname(path), from)))
        .filter((style) => !files.includes(style))
        .map((style) => `${path}: ${style}`),
    );
  expect(missing).toEqual([]);
});

it('keeps all style sheets within their lines: what a screen needs is a primitive or a shared look first', () => {
  const MOST_LINES = 6_000;
  const lines = files
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => read(path).trimEnd().split('\n'));
  expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
});

it('has no button and no choice of a screen that is not drawn by ui', () => {
  const own = sources
    .filter((path) => /^src\/(screens|app)\//.test(path))
    .flatMap((path) => [...read(path).matchAll(/<(?:button|select)\b/g)].map(([tag]) => `${path}: ${tag}`));
  expect(own).toEqual([]);
});

it('colours a network that is late, in the style that its component takes', () => {
  const [component, style] = ['src/screens/wallet/Networks.tsx', 'src/screens/wallet/OwnAddress.module.css'];
  expect(read(component)).toContain(`from './${style.split('/').at(-1)}'`);
  expect(read(component)).toMatch(/styles\['networks'\][\s\S]*data-late=\{isLate/);
  expect(read(style)).toMatch(/\.networks \[data-late\] small \{\s*color: var\(--warn\);/);
});
