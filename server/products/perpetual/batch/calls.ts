import type { calls, ParsedRequestOf, ResponseOf } from '../../../../domain/contract/index.ts';

type Calls = typeof calls;
/** What a call asks for, parsed. */
export type Request<Name extends keyof Calls> = ParsedRequestOf<Calls[Name]>;
export type Answer<Name extends keyof Calls> = ResponseOf<Calls[Name]>;
