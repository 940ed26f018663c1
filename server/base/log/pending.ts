import type { BatchDocument, CommandRow } from '../db/database.ts';

const nameOf = (user: number, name: string): string => `${user} ${name}`;

/** Documents that are appended and that the tables do not have, by their numbers. */
export class Pending {
  readonly #documents = new Map<number, BatchDocument & { readonly since: number }>();
  readonly #answers = new Map<string, CommandRow>();
  readonly #names = new Set<string>();
  /** The newest document of each user. */
  readonly #lastOf = new Map<number, number>();

  /** @param seq higher than those before. @param since now, ms. */
  add(seq: number, document: BatchDocument, since: number): void {
    this.#documents.set(seq, { ...document, since });
    for (const row of document.answers) this.#answers.set(nameOf(row[0], row[1]), row);
    for (const [user, name] of document.names) this.#names.add(nameOf(user, name));
    for (const user of document.users) this.#lastOf.set(user, seq);
  }

  /** The tables have all documents up to a number. */
  applied(upTo: number): void {
    for (const [seq, document] of this.#documents) {
      if (seq > upTo) return;
      this.#documents.delete(seq);
      for (const [user, key] of document.answers) this.#answers.delete(nameOf(user, key));
      for (const [user, name] of document.names) this.#names.delete(nameOf(user, name));
      for (const user of document.users) if (this.#lastOf.get(user) === seq) this.#lastOf.delete(user);
      document.applied();
    }
  }

  /** The number of the newest document of any of these users; 0 without one. */
  lastOf(users: Iterable<number>): number {
    let last = 0;
    for (const user of users) last = Math.max(last, this.#lastOf.get(user) ?? 0);
    return last;
  }

  answersOf(keys: readonly { readonly userId: number; readonly key: string }[]): readonly CommandRow[] {
    return keys.flatMap(({ userId, key }) => {
      const known = this.#answers.get(nameOf(userId, key));
      return known ? [known] : [];
    });
  }

  hasName(names: BatchDocument['names']): boolean {
    return names.some(([user, name]) => this.#names.has(nameOf(user, name)));
  }

  /** When the oldest was appended, ms. */
  get oldestSince(): number | undefined {
    for (const { since } of this.#documents.values()) return since;
    return undefined;
  }
}
