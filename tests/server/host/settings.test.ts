import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Names of all variables that are read. */
const names = [...readFileSync('server/base/config.ts', 'utf8').matchAll(/\benv, '([A-Z][A-Z_0-9]+)'/g)].map(
  ([, name = '']) => name,
);

it.each(['docs/settings.md', '.env.example'])('%s lists every setting', (file) => {
  const text = readFileSync(file, 'utf8');
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});
