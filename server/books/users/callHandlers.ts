import type { CallName, Calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Caller } from './context.ts';

/** Answers of all calls: a call of the contract without an answer does not compile. */
export type Handlers = {
  readonly [Name in CallName]: (
    request: ParsedRequestOf<Calls[Name]>,
    caller: Caller,
  ) => Promise<ResponseOf<Calls[Name]>>;
};
