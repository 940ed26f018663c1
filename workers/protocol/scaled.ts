import type { Dec, OrderSide, ScaledShape } from '../../domain/index.ts';

/** What a scaled order would be made of; texts as typed. */
export interface ScaledView {
  readonly kind: 'scaled';
  readonly market: string;
  readonly side: OrderSide;
  readonly from: string;
  readonly to: string;
  readonly count: string;
  readonly shape: ScaledShape;
  /** Base units, of all orders together. */
  readonly amount: string;
}
export type ScaledField = 'from' | 'to' | 'count' | 'amount';

export interface ScaledFrame {
  readonly kind: 'scaled';
  /** The view that this is said of: what is typed may have moved on. */
  readonly view: ScaledView;
  /** The orders, the first price first; none while something is wrong. */
  readonly levels: readonly { readonly price: string; readonly quantity: string }[];
  /** Of all of them; dashes while something is wrong. */
  readonly quantity: string;
  readonly total: string;
  readonly average: string;
  /** On spot: what is put aside for all, and what there is, in `asset`; empty on perpetuals. */
  readonly held: string;
  readonly available: string;
  readonly asset: string;
  /** What is wrong, by field; a code of a refusal. */
  readonly errors: Readonly<Partial<Record<ScaledField, string>>>;
  /** Why nothing can be ordered now. */
  readonly blocked?: string;
  /** What to send when all is well. */
  readonly order?: { readonly from: Dec; readonly to: Dec; readonly count: number; readonly quantity: Dec };
}
