import type { Frame, View } from '../protocol.ts';
import type { LiveView } from './view.ts';

/** A chunk that could not be had is asked for again after so many looks at the view. */
const LOOKS = 60;

/**
 * A view whose code comes when it is first opened: what is about people and their money is no part of the
 * worker's first load. Until it is there the view has nothing to tell.
 */
export class LazyView implements LiveView {
  readonly #load: () => Promise<(view: View) => LiveView>;
  #view: View;
  #live: LiveView | undefined;
  #isLoading = false;
  #isClosed = false;
  #looks = 0;

  constructor(view: View, load: () => Promise<(view: View) => LiveView>) {
    this.#view = view;
    this.#load = load;
    void this.#begin();
  }

  async #begin(): Promise<void> {
    if (this.#isLoading || this.#live || this.#isClosed) return;
    this.#isLoading = true;
    this.#looks = 0;
    try {
      const start = await this.#load();
      if (!this.#isClosed) this.#live = start(this.#view);
    } catch {
      // The network may be back at one of the next looks.
    }
    this.#isLoading = false;
  }

  update(view: View): void {
    this.#view = view;
    this.#live?.update(view);
  }

  frame(): Frame | undefined {
    if (!this.#live && ++this.#looks >= LOOKS) void this.#begin();
    return this.#live?.frame();
  }

  refresh(): void {
    this.#live?.refresh();
  }

  close(): void {
    this.#isClosed = true;
    this.#live?.close();
  }
}
