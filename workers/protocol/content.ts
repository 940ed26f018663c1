import type { HelpCategory, ProseTag, Refusal } from '../../domain/index.ts';

/** A text, or an element and what it holds. */
export type ProseNode =
  | string
  | {
      readonly tag: ProseTag;
      /** Of links: a route of the page, or an https address; one of the two. */
      readonly to?: string;
      readonly href?: string;
      readonly of: readonly ProseNode[];
    };

/** How what is shown was come by. */
interface Reading {
  /** Why the newest question has no answer. */
  readonly failed?: Refusal;
  /** Without a network: how old is what was kept and is shown. */
  readonly age?: string;
}

/** One article, notice or document. */
export interface ArticleView {
  readonly kind: 'article';
  readonly of: 'help' | 'notices' | 'documents';
  readonly id: string;
  /** Another one puts the question again at once. */
  readonly turn: number;
}
export interface ArticleFrame extends Reading {
  readonly kind: 'article';
  /** Absent until it has come. */
  readonly article?: {
    readonly title: string;
    readonly summary: string;
    readonly body: readonly ProseNode[];
    readonly category: HelpCategory | null;
    readonly published: string;
    /** Empty when nothing has changed since. */
    readonly updated: string;
    /** It has not been translated: it is in English. */
    readonly isEnglish: boolean;
  };
}

/** Notices, pinned ones first, then the newest. */
export interface NoticesView {
  readonly kind: 'notices';
  readonly turn: number;
}
export interface NoticesFrame extends Reading {
  readonly kind: 'notices';
  readonly lines?: readonly {
    readonly id: string;
    readonly title: string;
    readonly summary: string;
    readonly date: string;
    readonly pinned: boolean;
  }[];
  /** Some of them have not been translated: they are in English. */
  readonly isEnglish?: boolean;
}

/** Help articles by what is typed; all of them, by subject, while nothing is. */
export interface HelpView {
  readonly kind: 'help';
  readonly query: string;
  readonly turn: number;
}
export interface HelpFrame extends Reading {
  readonly kind: 'help';
  /** What the lines were found for. */
  readonly query: string;
  readonly lines?: readonly {
    readonly id: string;
    readonly title: string;
    readonly summary: string;
    readonly category: HelpCategory | null;
  }[];
  /** Some of them have not been translated: they are in English. */
  readonly isEnglish?: boolean;
}

/** What the home screen shows large. */
export interface BannersView {
  readonly kind: 'banners';
  readonly turn: number;
}
export interface BannersFrame extends Reading {
  readonly kind: 'banners';
  readonly banners?: readonly {
    readonly id: string;
    readonly title: string;
    readonly text: string;
    /** A route of the page, or an https address; one of the two. */
    readonly to?: string;
    readonly href?: string;
    /** Path of a picture of the page's own. */
    readonly picture?: string;
  }[];
}

export type ContentViews = ArticleView | NoticesView | HelpView | BannersView;
