import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root, sourcesBelow } from './support/tree.ts';

const IMPORTED = /import\s+\{([^}]*)\}\s+from\s+'(\.[^']+)'/g;

/** Names that plain JavaScript imports from our own files, which no compiler looks up, and that are not there. */
function missing(file: string): string[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(IMPORTED)].flatMap(
    ([, names = '', path = '']) => {
      const place = join(root, dirname(file), path);
      const text = existsSync(place) ? readFileSync(place, 'utf8') : '';
      return names
        .split(',')
        .map((name) => name.trim().split(' as ')[0] ?? '')
        .filter((name) => name !== '' && !isExported(name, text))
        .map((name) => `${file}: ${name} of ${path}`);
    },
  );
}

const isExported = (name: string, text: string): boolean =>
  new RegExp(
    `export (async )?(function\\*?|const|let|class) ${name}\\b|export (type )?\\{[^}]*\\b${name}\\b|export \\*`,
  ).test(text);

it('scripts and benches import what there is', () => {
  const files = ['bench', 'scripts', 'build'].flatMap((folder) => sourcesBelow(folder, root, /\.m?js$/));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(missing)).toEqual([]);
});
