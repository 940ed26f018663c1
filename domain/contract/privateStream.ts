import * as v from 'valibot';
import { CycleRow } from './cycleRows.ts';
import { DepositRow, NoticeRow } from './depositRows.ts';
import { Id, RowChange } from './fields.ts';
import type { BalancesAnswer } from './funds.ts';
import { BalanceRow, balances } from './funds.ts';
import { NotificationSummary } from './notificationSummary.ts';
import {
  AbsenceRow,
  FundingRow,
  FuturesFillRow,
  FuturesOrderRow,
  LiquidationRow,
  PositionRow,
  TermsRow,
} from './perpetualRows.ts';
import { FillRow, OrderRow } from './spotRows.ts';
import { WithdrawalRow } from './withdrawalRows.ts';

/**
 * One row of the private channel's log: the new state of what its type names. A closed position and an ended order are
 * published once more, as they ended; an older version never replaces a newer one.
 */
export const PrivateData = /*#__PURE__*/ v.union([
  v.object({ type: v.literal('balance'), body: BalanceRow }),
  v.object({ type: v.literal('profile'), body: v.object({}) }),
  // Favourites or watch lists have changed on some device: a client that shows them requests them again.
  v.object({ type: v.literal('favourites'), body: v.object({ version: Id }) }),
  v.object({ type: v.literal('order'), body: OrderRow }),
  v.object({ type: v.literal('fill'), body: FillRow }),
  v.object({ type: v.literal('cycle'), body: CycleRow }),
  v.object({ type: v.literal('position'), body: PositionRow }),
  v.object({ type: v.literal('futuresOrder'), body: FuturesOrderRow }),
  v.object({ type: v.literal('futuresFill'), body: FuturesFillRow }),
  v.object({ type: v.literal('funding'), body: FundingRow }),
  v.object({ type: v.literal('liquidation'), body: LiquidationRow }),
  v.object({ type: v.literal('terms'), body: TermsRow }),
  v.object({ type: v.literal('absence'), body: AbsenceRow }),
  v.object({ type: v.literal('deposit'), body: DepositRow }),
  v.object({ type: v.literal('depositNotice'), body: NoticeRow }),
  v.object({ type: v.literal('withdrawal'), body: WithdrawalRow }),
  v.object({ type: v.literal('storage'), body: RowChange }),
  v.object({ type: v.literal('alert'), body: RowChange }),
  v.object({ type: v.literal('notification'), body: v.looseObject({ id: Id }) }),
  v.object({ type: v.literal('notificationState'), body: NotificationSummary }),
  // An application or a ticket has changed: its number and new state. A client that shows it requests the rest.
  v.object({ type: v.picklist(['identity', 'ticket']), body: v.object({ id: Id, state: v.string() }) }),
]);
export type PrivateData = v.InferOutput<typeof PrivateData>;
/** The private channel's snapshot. */
export const PrivateSnapshot = balances.response;
/** Parsed form of the snapshot, as `account.balances` returns it. */
export type PrivateSnapshot = BalancesAnswer;
