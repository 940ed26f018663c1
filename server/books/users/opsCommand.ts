import type { Dec, Market } from '../../../domain/index.ts';
import type { OpsAnswer } from '../../base/opsAnswer.ts';
import type { AccountDeps } from './context.ts';

/** What an operator's commands work on. */
export type OpsDeps = Pick<AccountDeps, 'db' | 'clock' | 'published'> &
  Partial<Pick<AccountDeps, 'vault' | 'uploads' | 'sealer'>> & {
    /** The operator who runs it. */
    readonly operator?: Operator;
    /** What is worth more than this, USDT, needs two operators; undefined: one is always enough. */
    readonly twoAbove?: Dec;
    /** Of the exchange, where it runs in this process. */
    readonly markets?: () => readonly Market[];
    /** What of trading was stopped holds once this resolves; elsewhere the exchange finds it within a second. */
    readonly changed?: () => Promise<void>;
  };

/** What an operator may ask: takes plain texts, yields lines to print. */
export type OpsCommand = (deps: OpsDeps, args: readonly string[]) => Promise<OpsAnswer>;

/** The operator who runs a command, and the reason. */
export interface Operator {
  /** The user of the system and the machine, as `ann@host`. */
  readonly who: string;
  /** In words of their own; empty when they gave none. */
  readonly why: string;
}
