/** What the exchange publishes. Each stands in a folder of its own, a file for each language. */
export const contentKinds = ['help', 'documents', 'notices', 'banners'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** Subjects of help articles, in the order in which the help centre shows them. */
export const helpCategories = [
  'start',
  'trading',
  'futures',
  'cycle',
  'wallet',
  'account',
  'storage',
  'team',
] as const;
export type HelpCategory = (typeof helpCategories)[number];

/** Documents that every exchange of this product has; an operator may add others. */
export const documentCodes = ['agreement', 'privacy', 'risk', 'fees', 'about'] as const;
export type DocumentCode = (typeof documentCodes)[number];

/** Elements that a text may have: the exchange lets no others through, and the page builds no others. */
export const proseTags = [
  'h2',
  'h3',
  'h4',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'del',
  'code',
  'pre',
  'blockquote',
  'hr',
  'br',
  'a',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;
export type ProseTag = (typeof proseTags)[number];

/** Names of articles: lower-case words and digits, joined by hyphens, at most 60 characters. */
export const SLUG = /^(?=.{1,60}$)[a-z0-9]+(-[a-z0-9]+)*$/;

const OWN_ROUTE = /^\/(?![/\\])[A-Za-z0-9\-._~/?=&%#:]{0,200}$/;
const OUTSIDE =
  /^https:\/\/[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250})(?::\d{1,5})?(?:[/?#][^\s"'<>\\^`{|}]{0,500})?$/;

/**
 * Where a link of an article may lead: `route` within the product, `outside` by https; undefined for all else.
 * An address with a name before its host counts as none: it shows one place and leads to another.
 */
export function linkKind(address: string): 'route' | 'outside' | undefined {
  if (OWN_ROUTE.test(address)) return 'route';
  return OUTSIDE.test(address) ? 'outside' : undefined;
}
