import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root, sourcesBelow, treeOf } from './support/tree.ts';

/** Each source with the sources that it imports, types and what is loaded later too. */
function importsBelow(folders: readonly string[], base = root): Map<string, readonly string[]> {
  const files = new Set(folders.flatMap((folder) => sourcesBelow(folder, base, /\.(tsx?|m?js|css)$/)));
  const importsOf = (file: string): readonly string[] =>
    [...readFileSync(join(base, file), 'utf8').matchAll(/(?:\bfrom|\bimport)[\s(]*'(\.[^']+)'/g)]
      .map(([, path = '']) => join(dirname(file), path))
      .filter((path) => files.has(path));
  return new Map([...files].map((file) => [file, importsOf(file)]));
}

/** Groups of two and more that reach each other. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    order.set(node, order.size);
    lowest.set(node, order.get(node) ?? 0);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      const reached = order.has(next)
        ? open.includes(next)
          ? (order.get(next) ?? 0)
          : order.size
        : visit(next);
      lowest.set(node, Math.min(lowest.get(node) ?? 0, reached));
    }
    const low = lowest.get(node) ?? 0;
    if (low === order.get(node)) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1) circles.push(group.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

it('finds circles', () => {
  const graph = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: [] };
  expect(circlesOf(new Map(Object.entries(graph)))).toEqual([['a', 'b', 'c']]);
});

it.each([
  ["import type { B } from './x2.ts';", "export type { A } from './x1.ts';"],
  ["export const load = () => import('./x2.ts');", "import { type A } from './x1.ts';"],
])('takes files for a circle that say %s and %s', (one, other) => {
  const folder = treeOf([
    ['workers/x1.ts', one],
    ['workers/x2.ts', other],
    ['src/y1.ts', "import '../workers/x1.ts';"],
  ]);
  const circles = circlesOf(importsBelow(['src', 'workers'], folder));
  rmSync(folder, { recursive: true });
  expect(circles).toEqual([['workers/x1.ts', 'workers/x2.ts']]);
});

it('has no circle of files in the whole tree, of types neither', () => {
  const tree = ['domain', 'feeds', 'workers', 'src', 'server', 'tests', 'bench', 'scripts', 'build'];
  const imports = importsBelow(tree);
  expect(imports.size).toBeGreaterThan(1_000);
  expect(circlesOf(imports)).toEqual([]);
});

it('has no two folders of the server that import each other', () => {
  const imports = importsBelow(['server']);
  const folders = new Map<string, string[]>();
  for (const [file, paths] of imports)
    folders.set(dirname(file), [
      ...(folders.get(dirname(file)) ?? []),
      ...paths.map((path) => dirname(path)),
    ]);
  const mutual = [...folders].flatMap(([folder, others]) =>
    [...new Set(others)]
      .filter((other) => folder < other && folders.get(other)?.includes(folder))
      .map((other) => [folder, other]),
  );
  expect(mutual).toEqual([]);
});
