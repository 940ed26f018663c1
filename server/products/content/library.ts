import type { ContentKind, Language } from '../../../domain/index.ts';
import { DEFAULT_LANGUAGE, helpCategories } from '../../../domain/index.ts';
import type { Place, Written } from './article.ts';
import { placeOf, readArticle } from './article.ts';
import type { Facts } from './facts.ts';
import type { Rules } from './frontMatter.ts';
import { ContentError, firstLine } from './frontMatter.ts';

/** A folder of content, wherever it is stored. */
export interface ContentFolder {
  /** Every file below it by its path, with a stamp that is another one when the file has changed. */
  list(): Promise<ReadonlyMap<string, string>>;
  /** @throws when it is gone or cannot be read as text. */
  read(path: string): Promise<string>;
}

export interface LibraryDeps {
  readonly folder: ContentFolder;
  readonly facts: Facts;
  /** What is written for exchanges with real money is not shown on others, and the other way round. */
  readonly isPlay: boolean;
  /** Called once for each version of a file that cannot be used; an earlier version stays in use. */
  readonly report: (path: string, reason: string) => void;
}

/** One article in the requested language, or in English. */
export interface Entry extends Omit<Written, 'rules'>, Rules {
  readonly id: string;
  readonly language: Language;
}

interface File extends Written {
  readonly place: Place;
}

/** The content as it was when the folder was last looked at. */
export class ContentLibrary {
  readonly #deps: LibraryDeps;
  /** Stamps of files whose text was read, usable or not. */
  readonly #stamps = new Map<string, string>();
  /** Stamps of files that could not be read: each is read again with every check, and reported once. */
  readonly #unread = new Map<string, string>();
  readonly #files = new Map<string, File>();
  #isFolderMissing = false;

  constructor(deps: LibraryDeps) {
    this.#deps = deps;
  }

  /** Reads what has changed since the last look. Files that are gone are gone; broken ones stay as they were. */
  async check(): Promise<void> {
    const listed = await this.#listed();
    if (!listed) return;
    for (const path of [...this.#stamps.keys(), ...this.#unread.keys()]) {
      if (listed.has(path)) continue;
      this.#stamps.delete(path);
      this.#unread.delete(path);
      this.#files.delete(path);
    }
    const changed = [...listed].filter(([path, stamp]) => this.#stamps.get(path) !== stamp);
    for (const [path, stamp] of changed) await this.#read(path, stamp);
  }

  /** All of one kind that is out by `now` (ms UTC), each in the language or in English, in order. */
  entries(kind: ContentKind, language: Language, now: number): readonly Entry[] {
    const found: Entry[] = [];
    for (const { place } of this.#files.values()) {
      if (place.kind !== kind || place.language !== DEFAULT_LANGUAGE) continue;
      const entry = this.entry(kind, place.slug, language, now);
      if (entry) found.push(entry);
    }
    return found.sort(kind === 'notices' ? newestFirst : inOrder);
  }

  /** One of them; undefined when there is none of that name, or it is not out yet. */
  entry(kind: ContentKind, slug: string, language: Language, now: number): Entry | undefined {
    const english = this.#files.get(pathOf({ kind, slug, language: DEFAULT_LANGUAGE }));
    if (!english?.rules || english.rules.publishedAt > now || !this.#isTrueHere(english.rules))
      return undefined;
    const { title, summary, html, place } = this.#files.get(pathOf({ kind, slug, language })) ?? english;
    return { id: slug, title, summary, html, language: place.language, ...english.rules };
  }

  #isTrueHere({ only }: Rules): boolean {
    return only === null || (only === 'play') === this.#deps.isPlay;
  }

  async #listed(): Promise<ReadonlyMap<string, string> | undefined> {
    try {
      const listed = await this.#deps.folder.list();
      this.#isFolderMissing = false;
      return listed;
    } catch (error) {
      if (!this.#isFolderMissing) this.#deps.report('', `the folder cannot be read: ${firstLine(error)}`);
      this.#isFolderMissing = true;
      return undefined;
    }
  }

  async #read(path: string, stamp: string): Promise<void> {
    try {
      const place = placeOf(path);
      if (place) {
        const text = await this.#textOf(path, stamp);
        if (text === undefined) return;
        this.#files.set(path, { ...readArticle(text, place, this.#deps.facts), place });
      }
    } catch (error) {
      this.#deps.report(path, error instanceof ContentError ? error.message : firstLine(error));
    }
    this.#stamps.set(path, stamp);
  }

  /** Undefined for what cannot be read now: a drive that fails for a moment hides nothing for good. */
  async #textOf(path: string, stamp: string): Promise<string | undefined> {
    try {
      const text = await this.#deps.folder.read(path);
      this.#unread.delete(path);
      return text;
    } catch (error) {
      if (this.#unread.get(path) !== stamp) this.#deps.report(path, `it cannot be read: ${firstLine(error)}`);
      this.#unread.set(path, stamp);
      return undefined;
    }
  }
}

const pathOf = ({ kind, slug, language }: Place): string => `${kind}/${slug}/${language}.md`;

const byName = (a: Entry, b: Entry): number => (a.id < b.id ? -1 : 1);

const newestFirst = (a: Entry, b: Entry): number =>
  pinnedFirst(a, b) || b.publishedAt - a.publishedAt || byName(a, b);

const pinnedFirst = (a: Entry, b: Entry): number => (a.pinned === b.pinned ? 0 : a.pinned ? -1 : 1);

const placeOfCategory = ({ category }: Entry): number =>
  category === null ? -1 : helpCategories.indexOf(category);

const inOrder = (a: Entry, b: Entry): number =>
  placeOfCategory(a) - placeOfCategory(b) || a.order - b.order || byName(a, b);
