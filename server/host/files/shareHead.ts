import type { Context } from 'hono';
import type { Language, Market } from '../../../domain/index.ts';
import { languages, languageTag, startLanguage } from '../../../domain/index.ts';
import type { Settings } from '../../base/settings.ts';

/** Below `public/`, 1200 by 630. */
const PICTURE = '/share.png';
const PICTURE_SIZE = { width: 1_200, height: 630 };

type Words = Readonly<Record<'home' | 'coin' | 'invite', Readonly<Record<'title' | 'text', string>>>>;
/** Words by language, as `locales/<language>/share.json` holds them. */
export type ShareWords = Readonly<Record<Language, Words>>;

interface ShareDeps {
  readonly words: ShareWords;
  /** What the venue is called, as messengers show it. */
  readonly venueName: string;
  readonly markets: () => readonly Market[];
  readonly settings: Pick<Settings, 'publicUrl'>;
}

/** What follows links reads no scripts: what a page is about stands in its head. */
export interface PageHead {
  readonly language: Language;
  /** Of the page without who invites, so that few are kept. */
  readonly html: string;
}

/** The language of a link or the browser; a language that the user has chosen is known to the page alone. */
export function requestedLanguage(c: Context): Language {
  const accepted = (c.req.header('accept-language') ?? '').split(',');
  // Browsers list what they prefer first, in the order of which the page itself goes.
  const preferred = [c.req.query('lang') ?? '', ...accepted].map((tag) => tag.replace(/;.*/, '').trim());
  return startLanguage(null, preferred);
}

/** @returns what stands in the head of a page. */
export function shareHeads({ words, venueName, markets, settings }: ShareDeps): (c: Context) => PageHead {
  return (c) => {
    const language = requestedLanguage(c);
    const { path } = c.req;
    const base = (settings.publicUrl ?? `http://${c.req.header('host') ?? 'localhost'}`).replace(/\/$/, '');
    const market = marketOf(path, markets);
    const isInvited = c.req.query('code') !== undefined;
    const part = market ? 'coin' : isInvited ? 'invite' : 'home';
    const names = { name: market ? nameOf(market) : '' };
    const { title, text } = words[language][part];
    const isShared = market !== undefined || (PUBLIC.has(path) && !isInvited);
    const html = [
      ...described(venueName, filled(title, names), filled(text, names)),
      ...pictured(base),
      `<meta property="og:locale" content="${languageTag(language).replace('-', '_')}" />`,
      ...(isShared ? placed(`${base}${path === '/' ? '/home' : path}`, c.req.query('lang')) : []),
    ].join('\n    ');
    return { language, html };
  };
}

/** Pages that are the same for everybody. */
const PUBLIC: ReadonlySet<string> = new Set([
  '/',
  '/home',
  '/market',
  '/mine/helpCenter',
  '/aboutUs',
  '/download',
]);

function marketOf(path: string, markets: () => readonly Market[]): Market | undefined {
  const id = /^\/coinDetail\/([A-Za-z0-9-]{1,40})$/.exec(path)?.[1];
  return id === undefined ? undefined : markets().find((market) => market.id === id);
}

/** A perpetual is called like the pair of its spot market. */
const nameOf = ({ name, kind }: Market): string => (kind === 'perpetual' ? `${name} Perp` : name);

const filled = (text: string, names: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => names[name] ?? '');

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => MARKS[mark] ?? mark);

function described(venueName: string, title: string, text: string): string[] {
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(text)}" />`,
    '<meta property="og:type" content="website" />',
    `<meta property="og:site_name" content="${escaped(venueName)}" />`,
    `<meta property="og:title" content="${escaped(title)}" />`,
    `<meta property="og:description" content="${escaped(text)}" />`,
  ];
}

function pictured(base: string): string[] {
  return [
    `<meta property="og:image" content="${escaped(base)}${PICTURE}" />`,
    `<meta property="og:image:width" content="${PICTURE_SIZE.width}" />`,
    `<meta property="og:image:height" content="${PICTURE_SIZE.height}" />`,
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

/** Its own address, and that of the same page in each language. @param lang as the address has it. */
function placed(address: string, lang: string | undefined): string[] {
  const own = languages.find((language) => languageTag(language) === lang);
  const url = escaped(address);
  const inLanguage = (language: Language): string => `${url}?lang=${languageTag(language)}`;
  return [
    `<link rel="canonical" href="${own ? inLanguage(own) : url}" />`,
    `<meta property="og:url" content="${own ? inLanguage(own) : url}" />`,
    ...languages.map(
      (each) => `<link rel="alternate" hreflang="${languageTag(each)}" href="${inLanguage(each)}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${url}" />`,
  ];
}
