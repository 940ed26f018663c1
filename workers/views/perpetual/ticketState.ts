import type { Dec, OrderOutcome, OrderPlace, OrderPreview, OrderSide } from '../../../domain/index.ts';
import type { Filled } from './place.ts';
import type { ParsedTrail } from './trailing.ts';

/** What is typed, read as numbers. */
export interface TicketInput {
  readonly side: OrderSide;
  readonly price: Dec | undefined;
  readonly stopPrice: Dec | undefined;
  /** Its trigger of now stands for the stop price. */
  readonly trail: ParsedTrail | undefined;
  readonly amount: Dec | undefined;
  readonly takeProfit: Dec | undefined;
  readonly stopLoss: Dec | undefined;
}

/** A ticket with all that is known about it. */
export interface TicketState {
  readonly typed: TicketInput;
  readonly place: OrderPlace | undefined;
  /** The price by which amounts are reckoned. */
  readonly at: Dec | undefined;
  readonly most: Dec | undefined;
  readonly quantity: Dec | undefined;
  readonly filled: Filled | undefined;
  /** By which the exchange would refuse it. */
  readonly preview: OrderPreview | undefined;
  /** What it would book. */
  readonly outcome: OrderOutcome | undefined;
}
