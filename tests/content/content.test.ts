import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain/index.ts';
import { routes } from '../../src/app/routes.ts';
import { factsIn, isWritten, linksIn, readme, shapeOf, slugs, textOf } from './texts.ts';

/** Languages in which everything is written. */
const COMPLETE: readonly Language[] = ['en_us', 'zh_hk', 'zh_cn', 'de', 'fr', 'jp', 'kr', 'tr'];
const MOST_BYTES = 12_000;
const OTHERS = COMPLETE.filter((language) => language !== 'en_us');
const each = COMPLETE.flatMap((language) => slugs.map((slug) => [slug, language] as const));
const translated = OTHERS.flatMap((language) => slugs.map((slug) => [slug, language] as const));

const categories = ['start', 'trading', 'futures', 'cycle', 'wallet', 'account', 'storage', 'team'];

describe('texts', () => {
  it('are as many as were promised', () => {
    expect(slugs.filter((slug) => slug.startsWith('help/')).length).toBeGreaterThanOrEqual(20);
    expect(slugs.filter((slug) => slug.startsWith('documents/')).map((slug) => slug.slice(10))).toEqual(
      expect.arrayContaining(['agreement', 'privacy', 'risk', 'fees', 'about', 'storage']),
    );
  });

  it.each(each)('%s is written in %s, with title and summary', (slug, language) => {
    expect(isWritten(slug, language)).toBe(true);
    const { front } = textOf(slug, language);
    for (const name of ['title', 'summary']) expect(front[name]?.trim()).toMatch(/^\S.{3,160}$/);
  });

  it.each(each)('%s holds no HTML in %s, and is short enough', (slug, language) => {
    const { source, body } = textOf(slug, language);
    expect(body).not.toMatch(/<\/?[a-z!]|&[a-z]+;|!\[/i);
    expect(body).not.toMatch(/^# /m);
    // An item that begins with a number or a dash of its own is a list within a list.
    expect(body).not.toMatch(/^(?:-|\d+\.) (?:[-+*]|\d+\.) /m);
    expect(Buffer.byteLength(source)).toBeLessThanOrEqual(MOST_BYTES);
  });

  it.each(slugs)('%s links to what exists', (slug) => {
    for (const to of linksIn(textOf(slug, 'en_us'))) {
      if (to.startsWith('https://')) continue;
      const found = routes.some(({ path }) => matchPath(path, to));
      const document = /^\/documentDetail\/(.+)$/.exec(to)?.[1];
      expect([to, found && (document === undefined || slugs.includes(`documents/${document}`))]).toEqual([
        to,
        true,
      ]);
    }
  });

  it.each(slugs)('%s says in English what rules for all languages', (slug) => {
    const { front } = textOf(slug, 'en_us');
    expect(front['order']).toMatch(/^\d{1,4}$/);
    expect(front['published']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    if (slug.startsWith('help/')) expect(categories).toContain(front['category']);
  });

  it.each(translated)('%s says in %s nothing that rules for others', (slug, language) => {
    expect(Object.keys(textOf(slug, language).front)).toEqual(['title', 'summary']);
  });

  it.each(translated)('%s has in %s the facts, links and shape of the English text', (slug, language) => {
    const [english, own] = [textOf(slug, 'en_us'), textOf(slug, language)];
    expect(factsIn(own)).toEqual(factsIn(english));
    expect(linksIn(own)).toEqual(linksIn(english));
    expect(shapeOf(own)).toEqual(shapeOf(english));
  });
});

describe('the list of facts', () => {
  it('names what texts use, and nothing else', () => {
    const rows = readme()
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const listed = rows.flatMap((row) => {
      const [, names = ''] = row.split('|');
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    });
    const used = new Set(slugs.flatMap((slug) => factsIn(textOf(slug, 'en_us'))));
    expect([...listed].sort()).toEqual([...used].sort());
  });
});
