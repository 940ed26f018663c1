import type { calls, ParsedRequestOf, ResponseOf } from '../../../../domain/contract/index.ts';

type Calls = typeof calls;
/** A call's request, parsed. */
export type Request<Name extends keyof Calls> = ParsedRequestOf<Calls[Name]>;
export type Answer<Name extends keyof Calls> = ResponseOf<Calls[Name]>;
