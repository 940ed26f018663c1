import type { ContentKind, Language } from '../../../domain/index.ts';
import {
  contentKinds,
  DEFAULT_LANGUAGE,
  isLanguage,
  languageTag,
  numberStyleOf,
  SLUG,
} from '../../../domain/index.ts';
import type { Facts } from './facts.ts';
import type { FrontMatter } from './frontMatter.ts';
import { ContentError, splitFrontMatter } from './frontMatter.ts';
import { htmlOf } from './markdown.ts';

/** Larger files are no article. Characters. */
export const MOST_CHARACTERS = 64 * 1024;

/** What a file says, in one language. */
export interface Written extends FrontMatter {
  readonly html: string;
}

export interface Place {
  readonly kind: ContentKind;
  readonly slug: string;
  readonly language: Language;
}

/**
 * Where a file of the folder belongs: `help/two-step/de.md`. Undefined for files that are no content.
 * @throws {ContentError} for one that looks like content and is misnamed, so that nobody wonders where it stays.
 */
export function placeOf(path: string): Place | undefined {
  const [first, slug = '', file = '', ...more] = path.split('/');
  const kind = contentKinds.find((each) => each === first);
  if (!kind || !path.endsWith('.md')) return undefined;
  const language = file.slice(0, -'.md'.length);
  if (more.length > 0 || !SLUG.test(slug) || !isLanguage(language))
    throw new ContentError(`it must be named ${kind}/<name>/<language>.md`);
  return { kind, slug, language };
}

/**
 * Reads one file: front matter, facts, text.
 * @throws {ContentError} saying what is wrong with it.
 */
export function readArticle(text: string, { kind, language }: Place, facts: Facts): Written {
  if (text.length > MOST_CHARACTERS)
    throw new ContentError(`it is longer than ${MOST_CHARACTERS} characters`);
  const filled = withFacts(text, language, facts);
  const { body, ...front } = splitFrontMatter(filled, language === DEFAULT_LANGUAGE);
  if (kind === 'help' && front.rules?.category === null)
    throw new ContentError('a help article needs a category');
  if (kind === 'banners' && front.rules?.to === '')
    throw new ContentError('a banner needs `to`: where it leads');
  return { ...front, html: htmlOf(body) };
}

/** Numbers that settings and rules decide, in the signs of the language. */
function withFacts(text: string, language: Language, facts: Facts): string {
  const style = numberStyleOf(languageTag(language));
  return text.replace(/\{\{([^{}]{0,80})\}\}/g, (_, inner: string) => {
    const fact = facts.get(inner.trim());
    if (!fact) throw new ContentError(`there is no fact {{${inner}}}`);
    return fact(style);
  });
}
