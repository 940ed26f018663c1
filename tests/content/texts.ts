import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../domain/index.ts';

const root = join(import.meta.dirname, '../../content');

/** Kinds that are written here; each has a folder for each text. */
const kinds = ['help', 'documents'] as const;

/** `help/convert` and so on. */
export const slugs: readonly string[] = kinds.flatMap((kind) =>
  readdirSync(join(root, kind)).map((slug) => `${kind}/${slug}`),
);

export const isWritten = (slug: string, language: Language): boolean =>
  existsSync(join(root, slug, `${language}.md`));

/** A text as it stands in its file. */
export interface Text {
  readonly source: string;
  /** Front matter; quoted values without their quotes. */
  readonly front: Readonly<Record<string, string>>;
  readonly body: string;
}

/** @throws when a file has no front matter of plain lines. */
export function textOf(slug: string, language: Language): Text {
  const source = readFileSync(join(root, slug, `${language}.md`), 'utf8');
  const found = /^---\n((?:[a-z]+: .+\n)+)---\n([\s\S]+)$/.exec(source);
  if (!found) throw new Error(`${slug}/${language}.md has no front matter`);
  const [, front = '', body = ''] = found;
  const lines = front.trimEnd().split('\n');
  return { source, body, front: Object.fromEntries(lines.map(fieldOf)) };
}

function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(': ');
  const value = line.slice(colon + 2);
  return [line.slice(0, colon), value.startsWith('"') ? String(JSON.parse(value)) : value];
}

/** Facts of a text, each as often as it stands there. */
export const factsIn = ({ source }: Text): readonly string[] =>
  [...source.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = '']) => name).sort();

/** Where its links lead, each as often as it stands there. */
export const linksIn = ({ body }: Text): readonly string[] =>
  [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, to = '']) => to).sort();

/** Its lines as what they are: headings by level, rows by columns, items, all else a paragraph. */
export const shapeOf = ({ body }: Text): readonly string[] =>
  body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      if (line.startsWith('|')) return `row of ${line.split('|').length - 2}`;
      return /^(#+|-|\d+\.) /.exec(line)?.[1] ?? 'paragraph';
    });

export const readme = (): string => readFileSync(join(root, 'README.md'), 'utf8');
