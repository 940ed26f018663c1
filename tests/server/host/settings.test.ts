import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingsFrom } from '../../../server/base/config.ts';

/** Names of all variables that are read. */
const names = [...readFileSync('server/base/config.ts', 'utf8').matchAll(/\benv, '([A-Z][A-Z_0-9]+)'/g)].map(
  ([, name = '']) => name,
);

it.each(['docs/settings.md', '.env.example'])('%s lists every setting', (file) => {
  const text = readFileSync(file, 'utf8');
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

it('a server keeps a log of orders unless it is turned off, and nothing else does', () => {
  const DATABASE_URL = 'postgres://somebody@somewhere/database';
  expect(settingsFrom({ DATABASE_URL }).orderLog).toBe(true);
  expect(settingsFrom({ DATABASE_URL, ORDER_LOG: 'off' }).orderLog).toBe(false);
  expect(settingsFrom({}).orderLog).toBe(false);
  expect(() => settingsFrom({ ORDER_LOG: 'on' })).toThrow('ORDER_LOG=on needs DATABASE_URL');
});
