import type { ComponentType } from 'react';

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
  /** The screen, at once where its code is there, else as one that waits for it. */
  readonly screen: () => ComponentType;
  /** Has the screen's code come. @throws what the loader throws. */
  readonly prepare: () => Promise<void>;
  /** Has it come before anybody asks for it: what does not come is no matter yet. */
  readonly ahead: () => Promise<void>;
}
