import { Counts } from './counts.ts';

/** How many sockets each caller has, and whether there may be one more. */
export interface Places {
  /** Takes a place. @returns whether there was one. */
  take(who: string, most: number): boolean | Promise<boolean>;
  leave(who: string): void;
}

/** The places of this process alone. */
export class OwnPlaces implements Places {
  readonly counts = new Counts();

  take(who: string, most: number): boolean {
    if (this.counts.of(who) >= most) return false;
    this.counts.add(who);
    return true;
  }

  leave(who: string): void {
    this.counts.remove(who);
  }
}
