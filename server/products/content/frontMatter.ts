import * as v from 'valibot';
import { matter } from 'vfile-matter';
import type { HelpCategory } from '../../../domain/index.ts';
import { helpCategories, linkKind } from '../../../domain/index.ts';

/** Why a file of the content cannot be used: one plain line for its author. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}

/** What the English file says for all languages of an article. */
export interface Rules {
  readonly category: HelpCategory | null;
  readonly order: number;
  readonly pinned: boolean;
  /** ms UTC. */
  readonly publishedAt: number;
  readonly updatedAt: number | null;
  /** Of banners: where it leads, and its picture. */
  readonly to: string;
  readonly picture: string | null;
  /** With which money the exchange must run for it to be true; null: with any. */
  readonly only: 'play' | 'real' | null;
}

export interface FrontMatter {
  readonly title: string;
  readonly summary: string;
  /** Of English files; undefined in all others. */
  readonly rules: Rules | undefined;
}

const words = {
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
  summary: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300)),
};
/** Whether a text such as 2026-11-21 is a day of the calendar. */
const isDay = (text: string): boolean => {
  const at = Date.parse(text);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
};
const UtcMoment = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/,
    'must be a date or a moment in UTC, as 2026-11-21T09:00:00Z',
  ),
  // The engine takes 30 February for 2 March.
  v.check((text) => isDay(text.slice(0, 10)), 'is no moment of the calendar'),
  v.transform((text): number => Date.parse(text)),
  v.check((at: number) => Number.isFinite(at), 'is no moment of the calendar'),
);
const Translated = v.strictObject(words);
const English = v.strictObject({
  ...words,
  category: v.exactOptional(v.picklist(helpCategories)),
  order: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999)), 0),
  pinned: v.exactOptional(v.boolean(), false),
  published: UtcMoment,
  updated: v.exactOptional(UtcMoment),
  only: v.exactOptional(v.picklist(['play', 'real'])),
  to: v.exactOptional(
    v.pipe(
      v.string(),
      v.check((text) => linkKind(text) !== undefined, 'must be a route of the page or an https address'),
    ),
  ),
  picture: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^\/[a-z0-9-]+(\/[a-z0-9-]+)*\.(svg|png|webp)$/, 'must be a picture of the page'),
    ),
  ),
});

/** Aliases of YAML can grow without end, and no front matter needs one. */
const YAML = { schema: 'core', maxAliasCount: 0 } as const;

type MatterFile = Parameters<typeof matter>[0];

/**
 * The front matter of a file and the text below it.
 * @throws {ContentError} naming the first field that is missing, wrong or unknown.
 */
export function splitFrontMatter(text: string, isEnglish: boolean): FrontMatter & { readonly body: string } {
  const file = { value: text, data: {} as { matter?: unknown }, toString: () => text };
  try {
    // The library reads and writes no more of a file than this.
    matter(file as unknown as MatterFile, { strip: true, yaml: YAML });
  } catch (error) {
    throw new ContentError(`its front matter is no YAML: ${firstLine(error)}`);
  }
  const found = file.data.matter;
  if (!isEnglish) return { ...parsed(Translated, found), rules: undefined, body: file.value };
  const { title, summary, published, updated, category, to, picture, only, ...rules } = parsed(
    English,
    found,
  );
  return {
    title,
    summary,
    rules: {
      ...rules,
      category: category ?? null,
      publishedAt: published,
      updatedAt: updated ?? null,
      to: to ?? '',
      picture: picture ?? null,
      only: only ?? null,
    },
    body: file.value,
  };
}

function parsed<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new ContentError(`its front matter is wrong at "${v.getDotPath(issue) ?? ''}": ${issue.message}`);
}

/** What went wrong, in one line. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? '';
}
