import type { CommandDeps } from '../../base/commands/command.ts';
import type { IndexSource } from '../../market/source.ts';

/** What cycle contracts are run with. */
export interface CycleDeps extends CommandDeps {
  /** Venues that the index is taken from: the middle of those that have a fresh price. */
  readonly sources: readonly IndexSource[];
  /** A number that nobody can guess, for quotes. */
  readonly newId: () => string;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}
