import MiniSearch from 'minisearch';

export interface Searched {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

/** Longer questions are cut: nobody types them, and each word of one costs. */
const MOST_CHARACTERS = 80;
/** Shorter words are looked for as they are: with a letter changed they would be others. */
const FUZZY_FROM = 5;

/** Letters without their marks and case, so that users find what they typed plainly. */
function folded(text: string, language: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase(language).replace(/ı/g, 'i');
}

/** Words of a language; the browser knows where they begin in those that write no spaces. */
function wordsOf(language: string): (text: string) => string[] {
  if (!('Segmenter' in Intl)) return (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return (text) => [...segmenter.segment(text)].flatMap((part) => (part.isWordLike ? [part.segment] : []));
}

/** Finds articles by words in their title, summary or text, begun or slightly mistyped. */
export class HelpIndex {
  readonly #language: string;
  readonly #articles: readonly Searched[];
  readonly #index: MiniSearch<Searched>;

  /** @param language BCP 47. */
  constructor(articles: readonly Searched[], language: string) {
    this.#language = language;
    this.#articles = articles;
    this.#index = new MiniSearch<Searched>({
      fields: ['title', 'summary', 'text'],
      tokenize: wordsOf(language),
      processTerm: (term) => folded(term, language),
      searchOptions: {
        boost: { title: 4, summary: 2 },
        prefix: true,
        fuzzy: (term) => (term.length >= FUZZY_FROM ? 0.2 : false),
      },
    });
    this.#index.addAll(articles);
  }

  /** Ids of what fits, best first: all words, else any of them, else the very characters. */
  find(query: string): readonly string[] {
    const wanted = query.trim().slice(0, MOST_CHARACTERS);
    const found = this.#index.search(wanted, { combineWith: 'AND' });
    const some = found.length > 0 ? found : this.#index.search(wanted);
    return some.length > 0
      ? some.map(({ id }) => id as string)
      : this.#containing(folded(wanted, this.#language));
  }

  #containing(characters: string): readonly string[] {
    // A sign alone stands in every text.
    if (!/[\p{L}\p{N}]/u.test(characters)) return [];
    return this.#articles
      .filter(({ title, summary, text }) =>
        folded(`${title} ${summary} ${text}`, this.#language).includes(characters),
      )
      .map(({ id }) => id);
  }
}
