import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain/index.ts';
import { languages } from '../../domain/index.ts';
import { isWritten, slugs, textOf } from './texts.ts';

const root = join(import.meta.dirname, '../../locales');

function* leaves(value: object, path: string): Generator<readonly [key: string, text: string]> {
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry === 'string') yield [`${path}.${key}`, entry];
    else yield* leaves(entry, `${path}.${key}`);
  }
}

/** All words of the screens in a language, by their keys. */
function wordsOf(language: Language): ReadonlyMap<string, string> {
  const files = readdirSync(join(root, language));
  return new Map(
    files.flatMap((file) => [
      ...leaves(JSON.parse(readFileSync(join(root, language, file), 'utf8')) as object, file),
    ]),
  );
}

/** Without its full stop, as a quotation within a sentence drops it. */
const bare = (text: string): string => text.replace(/[.。…]+$/u, '').replace(/\p{Z}/gu, ' ');
const lower = (text: string): string => bare(text).toLowerCase();

const keysOf = new Map<string, string[]>();
for (const [key, text] of wordsOf('en_us')) keysOf.set(bare(text), [...(keysOf.get(bare(text)) ?? []), key]);

/** What an English text quotes of the screens: messages and the words on buttons. */
function quotedIn(slug: string): readonly string[] {
  const { body } = textOf(slug, 'en_us');
  const cells = body
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => line.split('|').map((cell) => cell.trim()));
  const inQuotes = [...body.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text);
  return [...new Set([...inQuotes, ...cells.filter((cell) => cell.includes(' '))])].filter((text) =>
    keysOf.has(bare(text)),
  );
}

const quoting = slugs.filter((slug) => quotedIn(slug).length > 0);
const written = languages
  .filter((language) => language !== 'en_us')
  .flatMap((language) =>
    quoting.filter((slug) => isWritten(slug, language)).map((slug) => [slug, language] as const),
  );

describe('words of the screens', () => {
  it('are quoted by texts', () => {
    expect(quoting).toContain('help/take-profit-stop-loss');
  });

  it.each(written)('%s quotes them in %s as they stand there', (slug, language) => {
    const [own, body] = [wordsOf(language), lower(textOf(slug, language).body)];
    const missing = quotedIn(slug).filter((text) => {
      const translations = (keysOf.get(bare(text)) ?? []).map((key) => own.get(key) ?? key);
      return !translations.some((each) => body.includes(lower(each)));
    });
    expect(missing).toEqual([]);
  });
});
