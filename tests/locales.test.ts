import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codePurposes } from '../domain/contract/index.ts';
import type { Language } from '../domain/index.ts';
import {
  boundedCodes,
  D,
  languages,
  languageTag,
  numberStyleOf,
  playGrants,
  positionSides,
  refusalCodes,
  styleDigits,
} from '../domain/index.ts';
import { messageKeys } from '../server/books/users/messages.ts';

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

/** What the page is written in. */
const sources = () =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, 'src', file), 'utf8'));

/** Keys of refusals and messages, and those that the page names: `t('ns:key')`, `t('key')` with the namespace of its useTranslation, and titles of routes. */
function usedKeys(): Set<string> {
  const used = new Set<string>(refusalCodes.map((code) => `errors:${code}`));
  for (const code of boundedCodes) used.add(`errors:${code}_bound`);
  used.add('errors:loginExpired');
  used.add('messages:frame.text');
  for (const page of ['home', 'coin', 'invite'])
    for (const part of ['title', 'text']) used.add(`share:${page}.${part}`);
  for (const purpose of codePurposes) used.add(`messages:purposes.${purpose}`);
  for (const side of positionSides) used.add(`messages:sides.${side}`);
  for (const key of messageKeys) for (const part of ['subject', 'text']) used.add(`messages:${key}.${part}`);
  for (const text of sources()) {
    for (const part of text.split(/(?=useTranslation\()/)) {
      const namespace = /^useTranslation\(\[?\s*'(\w+)'/.exec(part)?.[1] ?? 'app';
      for (const [, key = ''] of part.matchAll(/\bt\(\s*'([\w.:]+)'/g))
        used.add(key.includes(':') ? key : `${namespace}:${key}`);
    }
    for (const [, key] of text.matchAll(/,\s*'(title\.\w+)'/g)) used.add(`app:${key}`);
  }
  return used;
}

/** Texts that are rightly the same in English, and why. */
/** What no language has a word of its own for. */
const EVERYWHERE = { OCO: 'the trade’s own word' };
/** Traders say these in Latin letters where they write in them. */
const ON_TICKETS = {
  'TP/SL': 'the trade’s own word',
  TP: 'the trade’s own word',
  SL: 'the trade’s own word',
};
const SAME: Partial<Record<Language, Readonly<Record<string, string>>>> = {
  kr: { '{{name}}: {{number}}': 'the same punctuation' },
  jp: { '24h %': 'as venues write it' },
  de: {
    ...ON_TICKETS,
    Cross: 'the trade’s own word',
    Margin: 'the trade’s own word',
    Bid: 'the trade’s own word',
    Ask: 'the trade’s own word',
    Funding: 'the trade’s own word',
    Normal: 'the same word',
    'Parabolic SAR': 'the trade’s own word',
    Passkeys: 'a loan word, as phones name them',
    Mark: 'what the mark price is called in German too, where there is little room',
    Orders: 'the trade’s own word',
    '{{name}}: {{number}}': 'the same punctuation',
    live: 'a loan word',
    Liquidation: 'the same word',
    Name: 'the same word',
    Long: 'the trade’s own word',
    Short: 'the trade’s own word',
    Spot: 'the trade’s own word',
    Futures: 'the trade’s own word',
    Perpetual: 'the trade’s own word',
    Perp: 'its short form',
    Trades: 'the trade’s own word',
    Spread: 'the trade’s own word',
    Limit: 'the trade’s own word',
    Maker: 'the trade’s own word',
    Taker: 'the trade’s own word',
    Status: 'the same word',
    O: 'Open, as charts are labelled',
    H: 'Hoch',
    V: 'Volumen',
    '1m': 'as charts write it',
    '5m': 'as charts write it',
    '15m': 'as charts write it',
    '30m': 'as charts write it',
    '1h': 'as charts write it',
    '2h': 'as charts write it',
    '1W': 'Woche',
    '3m': 'as charts write it',
    '4h': 'as charts write it',
    '6h': 'as charts write it',
    '12h': 'as charts write it',
    '1M': 'Monat',
    '30 s': 'as charts write it',
    '60 s': 'as charts write it',
    '2 m': 'as charts write it',
    '5 m': 'as charts write it',
    '10 m': 'as charts write it',
    '30 m': 'as charts write it',
    '1 h': 'as charts write it',
    'Version {{build}}': 'the same word',
    Vibration: 'the same word',
    Filter: 'the same word',
  },
  fr: {
    ...ON_TICKETS,
    Bid: 'the trade’s own word',
    Ask: 'the trade’s own word',
    Funding: 'the trade’s own word',
    Maximum: 'the same word',
    Liquidations: 'the same word',
    Notifications: 'the same word',
    long: 'the trade’s own word',
    short: 'the trade’s own word',
    Conversion: 'the same word',
    Confirmations: 'the same word',
    Transaction: 'the same word',
    Options: 'the same word',
    Liquidation: 'the same word',
    Document: 'the same word',
    Crypto: 'the same word',
    Profit: 'the same word',
    '30 s': 'as charts write it',
    '60 s': 'as charts write it',
    '2 m': 'as charts write it',
    '5 m': 'as charts write it',
    '10 m': 'as charts write it',
    '30 m': 'as charts write it',
    '1 h': 'as charts write it',
    Volume: 'the same word',
    Cycle: 'the same word',
    Long: 'the trade’s own word',
    Short: 'the trade’s own word',
    Spot: 'the trade’s own word',
    Futures: 'the trade’s own word',
    Perp: 'short for perpétuel',
    Maker: 'the trade’s own word',
    Taker: 'the trade’s own word',
    O: 'ouverture',
    H: 'haut',
    C: 'clôture',
    V: 'volume',
    'Version {{build}}': 'the same word',
  },
  tr: {
    Risk: 'the same word',
    ...ON_TICKETS,
    Funding: 'the trade’s own word',
    Long: 'the trade’s own word',
    Short: 'the trade’s own word',
    '{{name}}: {{number}}': 'the same punctuation',
    long: 'the trade’s own word',
    short: 'the trade’s own word',
    Transfer: 'the same word',
    Spot: 'the trade’s own word',
    Perp: 'the trade’s own short form',
    Limit: 'the trade’s own word',
  },
};

describe.each(languages.filter((language) => language !== 'en_us'))('%s', (language) => {
  const words = read(language);
  it('has every key, and no other', () => {
    expect([...bases(words)].sort()).toEqual([...bases(english)].sort());
  });
  it('is translated, but for what is rightly the same', () => {
    const same = Object.entries(words)
      .filter(([key, text]) => text === (english[key] ?? english[`${base(key)}_other`]))
      .map(([, text]) => text);
    expect([...new Set(same)].sort()).toEqual(Object.keys({ ...SAME[language], ...EVERYWHERE }).sort());
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
  it('writes blanks in one way', () => {
    const odd = Object.entries(words).filter(([, text]) => /[{}]/.test(text.replace(/\{\{\w+\}\}/g, '')));
    expect(odd).toEqual([]);
  });
  it('has each plural that its rules know, and no other', () => {
    const rules = new Intl.PluralRules(languageTag(language)).resolvedOptions().pluralCategories;
    const plurals = Object.keys(words).filter((key) => PLURAL.test(key));
    for (const key of new Set(plurals.map(base))) {
      const own = plurals.filter((each) => base(each) === key);
      expect(own.sort()).toEqual(rules.map((category) => `${key}_${category}`).sort());
    }
  });
});

it('has a word for every key that the page names', () => {
  expect([...usedKeys()].filter((key) => !bases(english).has(key))).toEqual([]);
});
it('finds every key by reading: keys are written out, but for the titles of routes', () => {
  const computed = sources().flatMap((text) =>
    [...text.matchAll(/\bt\(\s*([^'\s)][^)]*)/g)].map(([, key]) => key),
  );
  expect(computed).toEqual(['route.title']);
});
it('has no word that nothing names', () => {
  const used = usedKeys();
  expect([...bases(english)].filter((key) => !used.has(key))).toEqual([]);
});

it.each(languages)('promises a newcomer in %s just what practice begins with', (language) => {
  const sums = [...new Set(playGrants.map(({ asset }) => asset))].map((asset) => {
    const grants = playGrants.filter((grant) => grant.asset === asset);
    const sum = D.sum(...grants.map(({ amount }) => amount)).toFixed();
    return `${styleDigits(sum, numberStyleOf(languageTag(language)))} ${asset}`;
  });
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  const promised = plain(read(language)['market:begin.text'] ?? '').match(/\d[\d., ]* [A-Z]{3,}/g);
  expect(promised).toEqual(sums.map(plain));
});
