import { Marked } from 'marked';
import sanitize from 'sanitize-html';
import { linkKind, proseTags } from '../../../domain/index.ts';
import { ContentError, firstLine } from './frontMatter.ts';

const marked = new Marked({ gfm: true, async: false });

/** Deeper elements are taken out; no text that users read is built so. */
const DEPTH = 12;

const RULES: sanitize.IOptions = {
  allowedTags: [...proseTags],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  nestingLimit: DEPTH,
  transformTags: {
    // The page's own heading is the first of its level.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    // A link that leads nowhere good stays as the words that it was.
    a: (_, { href = '' }) =>
      linkKind(href) ? { tagName: 'a', attribs: { href } } : { tagName: 'span', attribs: {} },
  },
};

/**
 * Markdown as HTML of a few elements, without scripts, styles, pictures, frames, or links to anywhere but routes of
 * the page and https.
 * @throws {ContentError} when it cannot be read at all.
 */
export function htmlOf(markdown: string): string {
  try {
    return sanitize(marked.parse(markdown, { async: false }), RULES).trim();
  } catch (error) {
    throw new ContentError(`its text cannot be read: ${firstLine(error)}`);
  }
}
