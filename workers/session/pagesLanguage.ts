import type { Language } from '../../domain/index.ts';
import type { PageSettings } from '../protocol.ts';

type PageLanguage = Pick<PageSettings, 'language' | 'visible'>;

/**
 * In which language the worker makes requests of its own: that of the page that spoke last. Pages of one
 * origin share their language; for the moment in which they do not, the page that somebody looks at counts.
 */
export class PagesLanguage {
  #current: Language | undefined;

  /** Undefined before the first page. */
  get current(): Language | undefined {
    return this.#current;
  }

  /** Takes what a page says of itself, at first and when it changes. */
  take(now: PageLanguage, before?: PageLanguage): void {
    const isNews = now.language !== before?.language || now.visible !== before.visible;
    if (this.#current === undefined || (isNews && now.visible)) this.#current = now.language;
  }
}
