import type { ComponentType, LazyExoticComponent } from 'react';

export type Screen = LazyExoticComponent<ComponentType>;

export interface Route {
  readonly path: string;
  /** Decides the slide: from a lower to a higher number the new screen comes from the right. */
  readonly order: number;
  /** Key of the title in the words of `app`. */
  readonly title: `title.${string}`;
  /** Place in the bottom navigation, for the five screens that stand there. */
  readonly tab?: number;
  /** Opens only with a token; others are led to /login. */
  readonly needsToken?: true;
  /** Leads into an account: of no use to a page that has no exchange, as is what needs a token. */
  readonly needsExchange?: true;
  readonly screen: Screen;
}
