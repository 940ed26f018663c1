import type { ProseTag } from '../../../domain/index.ts';
import { linkKind, proseTags } from '../../../domain/index.ts';
import type { ProseNode } from '../../protocol.ts';

const TAGS: ReadonlySet<string> = new Set(proseTags);
const EMPTY: ReadonlySet<string> = new Set(['hr', 'br']);
/** Elements between whose children white space means nothing. */
const FRAMES: ReadonlySet<string> = new Set(['ul', 'ol', 'blockquote', 'table', 'thead', 'tbody', 'tr']);
/** What lies deeper is shown as if it stood here: no text is built so. */
const DEPTH = 16;

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"]*")*)\s*\/?>|[^<]+|</g;
const HREF = /\shref="([^"]*)"/;
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decoded = (text: string): string => text.replace(/&(amp|lt|gt|quot);/g, (_, name) => SIGNS[name] ?? '');

interface Open {
  readonly tag: ProseTag | undefined;
  readonly of: ProseNode[];
}

/**
 * An article's HTML as a tree of known elements. Whatever else is in it is shown as the text that it is, or left out:
 * nothing that comes from the network becomes markup of the page.
 */
export function proseOf(html: string): readonly ProseNode[] {
  const root: Open = { tag: undefined, of: [] };
  const open: Open[] = [root];
  for (const [token, slash, tag, attributes = ''] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    if (tag === undefined) addText(parent, token);
    else if (!TAGS.has(tag)) continue;
    else if (slash) close(open, tag);
    else {
      const node = elementOf(tag as ProseTag, attributes);
      parent.of.push(node);
      if (!EMPTY.has(tag) && open.length < DEPTH) open.push({ tag: node.tag, of: node.of });
    }
  }
  return root.of;
}

function addText({ tag, of }: Open, token: string): void {
  const isFrame = tag === undefined || FRAMES.has(tag);
  if (!isFrame || token.trim() !== '') of.push(decoded(token));
}

function close(open: Open[], tag: string): void {
  const place = open.findLastIndex((each) => each.tag === tag);
  if (place > 0) open.length = place;
}

function elementOf(tag: ProseTag, attributes: string) {
  const of: ProseNode[] = [];
  return tag === 'a' ? { tag, of, ...linkOf(decoded(HREF.exec(attributes)?.[1] ?? '')) } : { tag, of };
}

/** Where a link leads; one that leads nowhere good keeps its words alone. */
export function linkOf(address: string): { to?: string; href?: string } {
  const kind = linkKind(address);
  if (kind === undefined) return {};
  return kind === 'route' ? { to: address } : { href: address };
}

/** All words of it, for searching. */
export function textOf(nodes: readonly ProseNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : `${textOf(node.of)} `)).join('');
}
