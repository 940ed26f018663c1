import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SHIPPED = [
  'brand',
  'build',
  'content',
  'domain',
  'feeds',
  'index.html',
  'locales',
  'public',
  'scripts',
  'server',
  'src',
  'workers',
];
const { name } = JSON.parse(readFileSync('brand/brand.json', 'utf8')) as { readonly name: string };

it('has its own name in one place, which a venue puts its own in', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...SHIPPED], {
    encoding: 'utf8',
  }).split('\n');
  const naming = files.filter(
    (file) =>
      /\.(ts|tsx|mjs|js|css|html|json|md|svg|sql|webmanifest|txt)$/.test(file) &&
      new RegExp(`\\b${name}\\b`).test(readFileSync(file, 'utf8')),
  );
  expect(naming).toEqual(['brand/brand.json']);
});
