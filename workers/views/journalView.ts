import type { JournalFrame, JournalView } from '../protocol.ts';
import type { LiveView } from './live.ts';
import type { ViewDeps } from './view.ts';

/** Money-moving calls whose end is not known, or became known late. */
export class JournalViewer implements LiveView<JournalView> {
  readonly #deps: ViewDeps;
  #seen = -1;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  update(): void {
    this.refresh();
  }

  refresh(): void {
    this.#seen = -1;
  }

  close(): void {
    // It holds nothing open.
  }

  frame(): JournalFrame | undefined {
    const { submitter } = this.#deps;
    if (submitter.version === this.#seen) return undefined;
    this.#seen = submitter.version;
    return { kind: 'journal', entries: submitter.told, isLasting: submitter.isLasting };
  }
}
