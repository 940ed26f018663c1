import * as v from 'valibot';
import { conversionKinds } from '../wallet/convertCodes.ts';
import { Amount, AssetCode, Id, Moment } from './fields.ts';

/** By which call it was booked: one pair, or small balances. */
export const ConversionKindName = /*#__PURE__*/ v.picklist(conversionKinds);

/** One conversion as it was booked. */
export const ConversionRow = /*#__PURE__*/ v.object({
  id: Id,
  kind: ConversionKindName,
  from: AssetCode,
  to: AssetCode,
  /** Given and received. */
  fromAmount: Amount,
  toAmount: Amount,
  /** Received for one of what was given, as executed, and without the spread. */
  price: Amount,
  reference: Amount,
  at: Moment,
  /** The entry in the books. */
  journal: v.number(),
});
export type ConversionRow = v.InferOutput<typeof ConversionRow>;
