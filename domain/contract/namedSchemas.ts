import type { GenericSchema } from 'valibot';
import { AlertRow } from './alerts.ts';
import { ApiKeyRow } from './apiKeys.ts';
import { ConversionRow } from './convertRows.ts';
import { CycleRow, CycleSale } from './cycleRows.ts';
import { DepositRow, NoticeRow } from './depositRows.ts';
import {
  Amount,
  AssetCode,
  Count,
  Exact,
  Id,
  IntervalName,
  MarketId,
  Moment,
  SignedAmount,
} from './fields.ts';
import { BalanceRow } from './funds.ts';
import { IdentityState } from './identity.ts';
import { CandleRow, FeePair, FeeRows, MarketInfo, TradingNotice } from './market.ts';
import { NotificationRow } from './notificationRows.ts';
import { NotificationSummary } from './notificationSummary.ts';
import {
  AbsenceRow,
  FundingRow,
  FuturesFillRow,
  FuturesOrderRow,
  FuturesState,
  LiquidationRow,
  PositionRow,
  TermsRow,
} from './perpetualRows.ts';
import { FillRow, OrderRow } from './spotRows.ts';
import { PlanRow, StorageRow } from './storageRows.ts';
import { TicketMessage, TicketRow } from './support.ts';
import { AddressRow, CardRow, WithdrawalRow } from './withdrawalRows.ts';

interface NamedSchema {
  readonly schema: GenericSchema;
  readonly about: string;
}
const named = (schema: GenericSchema, about: string): NamedSchema => ({ schema, about });

/** What the OpenAPI document gives a name of its own; apart from the schemas, as no client needs it. */
export const namedSchemas: Readonly<Record<string, NamedSchema>> = {
  Amount: named(Amount, 'Decimal text ≥ 0, at most 19 digits before and 18 after the point'),
  SignedAmount: named(SignedAmount, 'Decimal text with an optional minus'),
  Exact: named(Exact, 'Decimal text as it was computed, at most 64 significant digits and not rounded'),
  Moment: named(Moment, 'Moment, ms UTC'),
  Id: named(Id, 'Number of a row, from 1'),
  Count: named(Count, 'How many, from 0'),
  MarketId: named(MarketId, 'Id of a market, such as `BTC-USDT` or `BTC-USDT-PERP`'),
  AssetCode: named(AssetCode, 'Code of an asset, such as `USDT`'),
  Interval: named(IntervalName, 'Length of a bar'),
  FeePair: named(FeePair, 'What fills of a product cost by their role, fractions'),
  FeeRows: named(FeeRows, 'What fills cost'),
  TradingNotice: named(TradingNotice, 'Something that the exchange has stopped'),
  MarketInfo: named(MarketInfo, 'A market with its steps and minimums'),
  Candle: named(CandleRow, 'A bar: start, open, high, low, close (quote per base), volume (base units)'),
  BalanceRow: named(BalanceRow, 'Balance of one asset in one account'),
  OrderRow: named(OrderRow, 'A spot order'),
  FillRow: named(FillRow, 'A trade of a spot order'),
  PositionRow: named(PositionRow, 'A position in a perpetual'),
  FuturesOrderRow: named(FuturesOrderRow, 'An order on a perpetual'),
  FuturesFillRow: named(FuturesFillRow, 'A trade in a perpetual'),
  FuturesState: named(FuturesState, 'What an account has of perpetuals'),
  TermsRow: named(TermsRow, 'How a perpetual is traded'),
  AbsenceRow: named(AbsenceRow, 'What happens to open orders when no socket of the user is left'),
  FundingRow: named(FundingRow, 'Funding of a position'),
  LiquidationRow: named(LiquidationRow, 'A step of a liquidation'),
  CycleRow: named(CycleRow, 'A cycle contract'),
  CycleSale: named(CycleSale, 'How a cycle contract was sold back before its end'),
  ConversionRow: named(ConversionRow, 'A conversion'),
  DepositRow: named(DepositRow, 'A deposit'),
  NoticeRow: named(NoticeRow, 'The claim of a deposit that did not come'),
  WithdrawalRow: named(WithdrawalRow, 'A withdrawal, to an address or to a card'),
  AddressRow: named(AddressRow, 'An address of the book'),
  CardRow: named(CardRow, 'A bank card'),
  PlanRow: named(PlanRow, 'A storage plan'),
  StorageRow: named(StorageRow, 'A storage order'),
  AlertRow: named(AlertRow, 'A price alert'),
  NotificationRow: named(NotificationRow, 'A notification'),
  NotificationSummary: named(NotificationSummary, 'What is unread'),
  IdentityState: named(IdentityState, 'What is known of the user’s identity'),
  ApiKeyRow: named(ApiKeyRow, 'An API key'),
  TicketRow: named(TicketRow, 'A ticket'),
  TicketMessage: named(TicketMessage, 'A message of a ticket'),
};
