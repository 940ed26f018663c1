import type { PrivateData } from '../../../domain/contract/index.ts';
import type { ViewDeps } from '../view.ts';

/** Counts what the private channel tells of one kind. */
export class News {
  readonly #stop: () => void;
  /** Rises with each message of the kind, and when some may have been missed. */
  version = 0;

  constructor({ feed }: Pick<ViewDeps, 'feed'>, type: PrivateData['type']) {
    const listening = feed.events$.subscribe((event) => {
      if (event.kind !== 'private') return;
      if ('snapshot' in event || event.row.type === type) this.version += 1;
    });
    this.#stop = () => listening.unsubscribe();
  }

  close(): void {
    this.#stop();
  }
}
