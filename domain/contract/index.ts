export { type CodeAbout, Contact, codePurposes, type Profile } from './access.ts';
export { AlertRow } from './alerts.ts';
export type { ApiKeyRow } from './apiKeys.ts';
export * from './call.ts';
export { type CallName, type Calls, calls } from './calls.ts';
export * from './common.ts';
export type { Article } from './content.ts';
export { ConversionRow } from './convertRows.ts';
export type { CycleAsset } from './cycle.ts';
export { CycleRow } from './cycleRows.ts';
export { DepositRow, NoticeRow } from './depositRows.ts';
export * from './envelope.ts';
export { areaWords, examples } from './examples/index.ts';
export * from './fields.ts';
export { fieldWords } from './fieldWords/index.ts';
export { firstCalls } from './firstCalls.ts';
export { BalanceRow, type BalancesAnswer, balances, type RecordRow } from './funds.ts';
export type { IdentityState } from './identity.ts';
export * from './market.ts';
export { MarkRow } from './markRow.ts';
export { namedSchemas } from './namedSchemas.ts';
export { NotificationRow } from './notificationRows.ts';
export { NotificationSummary } from './notificationSummary.ts';
export { type CountPeriod, countPeriods, MOST_COUNTS } from './perpetualRecords.ts';
export type {
  AbsenceRow,
  FundingRow,
  FuturesFillRow,
  FuturesOrderRow,
  FuturesState,
  LiquidationRow,
  PositionRow,
  TermsRow,
} from './perpetualRows.ts';
export { PrivateData, PrivateSnapshot } from './privateStream.ts';
export { FillRow, OrderRow } from './spotRows.ts';
export type { PayoutRow } from './storage.ts';
export { PlanRow, StorageRow } from './storageRows.ts';
export * from './stream.ts';
export type { SubjectRow, TicketMessage, TicketRow } from './support.ts';
export { type AddressRow, type CardRow, WithdrawalRow } from './withdrawalRows.ts';
