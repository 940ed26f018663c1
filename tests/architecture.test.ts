import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, sourcesBelow, treeOf } from './support/tree.ts';

const MAX_LINES = 300;

const refused: [file: string, line: string][] = [
  ['domain/x1.ts', "export { x } from '../feeds/index.ts';"],
  ['domain/x2.ts', "export { Subject } from 'rxjs';"],
  ['domain/x3.ts', "export { readFileSync } from 'node:fs';"],
  ['feeds/link/x1.ts', "export { x } from '../../workers/api.ts';"],
  ['feeds/link/x2.ts', "export { D } from '../../domain/decimal.ts';"],
  ['feeds/link/x3.ts', 'export const stop = a$.subscribe(() => b$.subscribe(done));'],
  ['workers/views/x1.ts', "export { x } from '../../src/state/cells.ts';"],
  ['workers/views/x2.ts', "export { x } from '../../feeds/link/link.ts';"],
  ['workers/views/x3.ts', "export const price = parseFloat('1');"],
  ['workers/views/x4.ts', "export const price = Number('1');"],
  ['src/screens/trade/x1.ts', "export { x } from '../orders/Orders.tsx';"],
  ['src/screens/trade/x2.ts', "export const load = () => import('../orders/Orders.tsx');"],
  ['src/screens/trade/x3.ts', "export { default } from '../orders/Orders.module.css';"],
  ['src/screens/dev/perf/x1.ts', "export { x } from '../../orders/Orders.tsx';"],
  ['src/ui/form/x1.ts', "export { x } from '../../screens/orders/Orders.tsx';"],
  ['src/state/x1.ts', "export { x } from '../screens/orders/Orders.tsx';"],
  ['workers/views/x5.ts', 'export const open = prices$.subscribe(show);'],
  ['workers/views/x6.ts', 'export const stop = clock.after(10, look);'],
  ['workers/streams/x1.ts', 'export const open = a$.subscribe(show);'],
  ['workers/streams/x2.ts', 'export const moved = new Subject<void>();'],
  ['workers/streams/x3.ts', 'export const stop = setTimeout(look, 10);'],
  ['src/screens/x1.ts', "export { x } from '../../server/main.ts';"],
  ['src/screens/x2.ts', "export { x } from '../../feeds/index.ts';"],
  ['src/screens/x3.ts', "export { x } from '../../workers/views/list.ts';"],
  ['src/screens/x4.ts', "export { default } from 'decimal.js';"],
  ['src/screens/x5.ts', "export const answer = fetch('/api');"],
  ['src/screens/x6.ts', "export const socket = new WebSocket('/ws');"],
  ['server/market/x1.ts', "export { x } from '../../src/main.tsx';"],
  ['server/market/x2.ts', "export { readFileSync } from 'node:fs';"],
  ['server/market/x3.ts', "export const price = new Decimal('1');"],
  ['server/edge/realtime/x1.ts', "export { WebSocketServer } from 'ws';"],
  ['server/base/db/x1.ts', "export type { x } from '../../books/ledger/ledger.ts';"],
  ['server/books/ledger/x1.ts', "export { x } from '../../market/source.ts';"],
  ['server/market/x4.ts', "import type { x } from '../matching/quotes.ts';"],
  ['server/matching/x1.ts', "export { x } from '../products/spot/order.ts';"],
  ['server/products/spot/x1.ts', "export { x } from '../../edge/http/app.ts';"],
  ['server/products/spot/x2.ts', "export type { x } from '../perpetual/history.ts';"],
  ['server/products/wallet/deposits/x1.ts', "export { x } from '../../spot/order.ts';"],
  ['server/products/wallet/deposits/scan/x1.ts', "export { x } from '../../../spot/order.ts';"],
  // A folder that no list names is a product too.
  ['server/products/spot/x3.ts', "export { x } from '../lending/loan.ts';"],
  ['server/products/lending/x1.ts', "export { x } from '../spot/order.ts';"],
  ['server/products/lending/x2.ts', "export const paid = { fee: '0', ...given };"],
  ['server/edge/http/x1.ts', "export { x } from '../../products/spot/order.ts';"],
];
const accepted: [file: string, line: string][] = [
  ['src/screens/trade/y1.ts', "export { x } from '../../ui/Button.tsx';"],
  ['src/screens/y1.ts', "export type { View } from '../../workers/api.ts';"],
  ['workers/session/y1.ts', 'export const open = prices$.subscribe(show);'],
  ['feeds/link/y1.ts', "export { judge } from '../../domain/index.ts';"],
  ['server/host/y1.ts', "export { readFileSync } from 'node:fs';"],
  ['server/products/wallet/deposits/y1.ts', "export { x } from '../chains/watcher.ts';"],
  ['server/products/spot/y1.ts', "export { x } from '../../matching/orderBook.ts';"],
  ['server/products/spot/y2.ts', "export type { x } from '../product.ts';"],
  ['server/products/lending/rates/y1.ts', "export { x } from '../../../matching/orderBook.ts';"],
  ['server/products/lending/rates/y2.ts', "export { x } from '../store.ts';"],
];

it('a screen takes no style of another screen', () => {
  const composed = sourcesBelow('src')
    .filter((file) => file.endsWith('.css'))
    .filter((file) => /(@import|composes:[^;]*from)/.test(readFileSync(join(root, file), 'utf8')));
  expect(composed).toEqual([]);
});

/** Lints all lines in a copy of the tree's shape; yields what is said of each file. */
function lintAll(lines: readonly [file: string, line: string][]): Map<string, string[]> {
  const folder = treeOf(lines);
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'));
  cpSync(join(root, 'lint'), join(folder, 'lint'), { recursive: true });
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none'];
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  const findings = new Map<string, string[]>();
  for (const { category, location } of JSON.parse(stdout).diagnostics) {
    findings.set(location.path, [...(findings.get(location.path) ?? []), category]);
  }
  return findings;
}

describe('the import table and the money rules are fences', () => {
  const findings = lintAll([...refused, ...accepted]);
  const FENCES = /noRestrictedImports|noNodejsModules|noRestrictedGlobals|plugin/;

  it.each(refused)('refuses in %s: %s', (file) => {
    expect(findings.get(file)?.join(' ')).toMatch(FENCES);
  });
  it.each(accepted)('accepts in %s: %s', (file) => {
    expect(findings.get(file) ?? []).toEqual([]);
  });
});

it.each([
  ['ARCHITECTURE.md', ''],
  ['CONTRIBUTING.md', ''],
  ['SECURITY.md', ''],
  ['docs/invariants.md', ''],
  ['server/README.md', 'server'],
])('names in %s only files that exist', (document, base) => {
  const named = [...readFileSync(join(root, document), 'utf8').matchAll(/`([a-z]\w*\/[\w./-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) =>
      /^(server|workers|feeds|src|domain|base|books|market|matching|products|edge|host)\//.test(path),
    );
  expect(named.length).toBeGreaterThan(3);
  const missing = named.filter(
    (path) => !existsSync(join(root, path)) && !existsSync(join(root, base, path)),
  );
  expect(missing).toEqual([]);
});

it('names in the decision records only files that exist, and lists every record', () => {
  const folder = join(root, 'docs/decisions');
  const records = readdirSync(folder).filter((file) => file !== 'README.md');
  const named = records.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/`([a-z]\w*\/[\w./-]*\.\w+)`/g)].map(
      ([, path = '']) => path,
    ),
  );
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const listed = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\((\d{4}-[\w-]+\.md)\)/g)];
  expect(listed.map(([, file]) => file)).toEqual(records.sort());
});

it.each([
  ['ARCHITECTURE.md', "A price's way", 9],
  ['server/README.md', '## The way of an order', 25],
])('%s lists the files of %s, at most %i', (document, heading, most) => {
  const text = readFileSync(join(root, document), 'utf8');
  const steps = text
    .slice(text.indexOf(heading))
    .split(/\n\n(?!\d)/, 2)
    .join('\n');
  const files = new Set([...steps.matchAll(/`([\w/]+\.tsx?)`/g)].map(([, file]) => file));
  expect(files.size).toBeGreaterThan(4);
  expect(files.size).toBeLessThanOrEqual(most);
});

/** Own declarations of lengths that `domain/interval.ts` has. */
const OWN_LENGTH = /^\s*(export )?const (SECOND|MINUTE|HOUR|DAY|WEEK)_MS\b/m;

it('declares the lengths of time once, in domain/interval.ts', () => {
  expect('const DAY_MS = 86_400_000;').toMatch(OWN_LENGTH);
  const own = ['domain', 'feeds', 'workers', 'src', 'server', 'tests', 'bench']
    .flatMap((folder) => sourcesBelow(folder))
    .filter((file) => OWN_LENGTH.test(readFileSync(join(root, file), 'utf8')));
  expect(own).toEqual([join('domain', 'interval.ts')]);
});

const FUNCTIONS = join(root, 'server/base/db/schema/functions');
const DECLARED = /create or replace function (\w+)\(/g;

it('calls what the database computes with its arguments by name', () => {
  const names = readdirSync(FUNCTIONS).flatMap((file) =>
    [...readFileSync(join(FUNCTIONS, file), 'utf8').matchAll(DECLARED)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(30);
  const byPlace = new RegExp(`\\b(${names.join('|')})\\(\\$\\d`);
  expect('select ledger_release($1, $2)').toMatch(byPlace);
  const wrong = sourcesBelow('server').filter((file) => byPlace.test(readFileSync(join(root, file), 'utf8')));
  expect(wrong).toEqual([]);
});

/** An export with the docstring right above it, if there is one. */
const EXPORT =
  /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^export (?:abstract |async )?(?:const|function|class|interface|type|enum) \w/gm;

/** How many exports of a source have a docstring, and how many there are. */
function documentedIn(text: string): readonly [documented: number, exported: number] {
  const found = [...text.matchAll(EXPORT)];
  return [found.filter(([, docstring]) => docstring !== undefined).length, found.length];
}

it('has a docstring on four of five exports of domain', () => {
  const missing = '/** Own. */\nconst x = 1;\nexport const a = x;\n/* Plain. */\nexport type B = 1;\n';
  expect(documentedIn(missing)).toEqual([0, 2]);
  expect(documentedIn('/**\n * Quote.\n */\nexport function a() {}\n')).toEqual([1, 1]);
  const counts = sourcesBelow('domain')
    .filter((file) => !file.endsWith('index.ts'))
    .map((file) => documentedIn(readFileSync(join(root, file), 'utf8')));
  const documented = counts.reduce((sum, [count]) => sum + count, 0);
  const exported = counts.reduce((sum, [, count]) => sum + count, 0);
  expect(exported).toBeGreaterThan(1_000);
  expect(documented / exported).toBeGreaterThanOrEqual(0.8);
});

it(`keeps every source under ${MAX_LINES} lines`, () => {
  const long = ['domain', 'feeds', 'workers', 'src', 'server']
    .flatMap((folder) => sourcesBelow(folder))
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > MAX_LINES);
  expect(long).toEqual([]);
});

it('keeps every screen free of suppressed types', () => {
  const marked = ['domain', 'feeds', 'workers', 'src', 'server']
    .flatMap((folder) => sourcesBelow(folder))
    .filter((file) => /@ts-(ignore|nocheck|expect-error)/.test(readFileSync(join(root, file), 'utf8')));
  expect(marked).toEqual([]);
});
