import * as v from 'valibot';
import { markStates } from '../perpetual/markCodes.ts';
import { Amount, Exact, MarketId, Moment } from './fields.ts';

/** Market, mark, index, rate of the funding under way, when that is settled, state. */
export const MarkRow = /*#__PURE__*/ v.tuple([
  MarketId,
  Amount,
  Amount,
  Exact,
  Moment,
  v.picklist(markStates),
]);
export type MarkRow = v.InferOutput<typeof MarkRow>;
