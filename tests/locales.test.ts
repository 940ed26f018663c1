import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages, languageTag, refusalCodes } from '../domain/index.ts';

const root = join(import.meta.dirname, '..');
const PLURAL = /_(zero|one|two|few|many|other)$/;
type Words = Record<string, string>;

function flat(value: object, path = ''): Words {
  const words: Words = {};
  for (const [key, entry] of Object.entries(value)) {
    const own = path === '' ? key : `${path}.${key}`;
    if (typeof entry === 'string') words[own] = entry;
    else Object.assign(words, flat(entry, own));
  }
  return words;
}
function read(language: string): Words {
  const words: Words = {};
  for (const file of readdirSync(join(root, 'locales', language))) {
    const own = flat(JSON.parse(readFileSync(join(root, 'locales', language, file), 'utf8')));
    for (const [key, text] of Object.entries(own)) words[`${file.replace('.json', '')}:${key}`] = text;
  }
  return words;
}
const english = read('en_us');
const base = (key: string) => key.replace(PLURAL, '');
const bases = (words: Words) => new Set(Object.keys(words).map(base));
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

/** Keys that the page names: `t('ns:key')`, `t('key')` with the namespace of its useTranslation, and titles of routes. */
function usedKeys(): Set<string> {
  const used = new Set<string>(refusalCodes.map((code) => `errors:${code}`));
  used.add('errors:loginExpired');
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(root, 'src', file), 'utf8');
    for (const part of text.split(/(?=useTranslation\()/)) {
      const namespace = /^useTranslation\(\[?\s*'(\w+)'/.exec(part)?.[1] ?? 'app';
      for (const [, key = ''] of part.matchAll(/\bt\(\s*'([\w.:]+)'/g))
        used.add(key.includes(':') ? key : `${namespace}:${key}`);
    }
    for (const [, key] of text.matchAll(/title: '(title\.\w+)'/g)) used.add(`app:${key}`);
  }
  return used;
}

/** Texts that are the same in English: names, units and words that the language has taken over. */
const SAME = new Set([
  'Spot',
  'Futures',
  'Options',
  'Perp',
  'Name',
  'live',
  'Trader',
  'Market',
  'Volume',
  'Trades',
  'MA',
  'MA{{length}}',
  'O',
  'H',
  'L',
  'C',
  'V',
  'S',
  '1m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '1D',
  '1W',
  '24h',
  'Version {{build}}',
  'E-mail',
  'Spread',
  'Transfer',
  'Document',
  'Cycle',
  'Perpetual',
  'BTC',
  '1W',
]);

describe.each(languages.filter((language) => language !== 'en_us'))('%s', (language) => {
  const words = read(language);
  it('has every key, and no other', () => {
    expect([...bases(words)].sort()).toEqual([...bases(english)].sort());
  });
  it('is translated', () => {
    const same = Object.entries(words).filter(
      ([key, text]) => text === (english[key] ?? english[`${base(key)}_other`]) && !SAME.has(text),
    );
    expect(same).toEqual([]);
  });
  it('has the same blanks to fill', () => {
    for (const [key, text] of Object.entries(words)) {
      expect([key, holes(text)]).toEqual([key, holes(english[key] ?? english[`${base(key)}_other`] ?? '')]);
    }
  });
});

describe.each(languages)('%s', (language) => {
  const words = read(language);
  it('has no empty or ragged text', () => {
    expect(Object.entries(words).filter(([, text]) => text.trim() !== text || text === '')).toEqual([]);
  });
  it('has each plural that its rules know', () => {
    const categories = new Intl.PluralRules(languageTag(language)).resolvedOptions().pluralCategories;
    const plurals = new Set(
      Object.keys(words)
        .filter((key) => PLURAL.test(key))
        .map(base),
    );
    for (const key of plurals)
      for (const category of categories) expect(Object.keys(words)).toContain(`${key}_${category}`);
  });
});

it('has a word for every key that the page names', () => {
  expect([...usedKeys()].filter((key) => !bases(english).has(key))).toEqual([]);
});
it('has no word that nothing names', () => {
  const used = usedKeys();
  expect([...bases(english)].filter((key) => !used.has(key))).toEqual([]);
});
