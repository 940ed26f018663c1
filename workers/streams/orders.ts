import type { OrderRow } from '../../domain/contract/index.ts';
import { isLiveStatus } from '../../domain/index.ts';
import type { PrivateEvent } from './account.ts';
import { Versioned } from './versioned.ts';

/** The orders of the logged-in user that may still trade. A status never moves backwards. */
export class Orders {
  readonly #rows = new Versioned<OrderRow>(({ status }) => isLiveStatus(status));
  /** Rises with each change, fills included. */
  version = 0;

  /** Newest first; the same array until something changes. */
  get live(): readonly OrderRow[] {
    return this.#rows.live;
  }

  take(event: PrivateEvent): void {
    if ('snapshot' in event) this.#rows.replace(event.snapshot.orders, this.live);
    else if (event.row.type === 'order') this.#rows.put(event.row.body);
    else if (event.row.type !== 'fill') return;
    this.version += 1;
  }

  /** Nobody is logged in, or somebody else. */
  clear(): void {
    this.#rows.clear();
    this.version += 1;
  }
}
