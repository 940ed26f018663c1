import * as access from './access.ts';
import { loadWapConfig, reportError } from './common.ts';
import * as cycle from './cycle.ts';
import * as funds from './funds.ts';
import { marketCandles, marketList, marketSnapshot, marketSparklines } from './market.ts';
import * as perpetual from './perpetual.ts';
import * as security from './security.ts';
import * as spot from './spot.ts';

export { Contact, codePurposes, type Profile } from './access.ts';
export * from './call.ts';
export * from './common.ts';
export { type CycleAsset, CycleRow } from './cycle.ts';
export * from './envelope.ts';
export * from './fields.ts';
export { BalanceRow, type BalancesAnswer, type RecordRow } from './funds.ts';
export * from './market.ts';
export type { FuturesState } from './perpetual.ts';
export {
  type AbsenceRow,
  type FundingRow,
  type FuturesFillRow,
  type FuturesOrderRow,
  type LiquidationRow,
  MarkRow,
  type PositionRow,
  type TermsRow,
} from './perpetualRows.ts';
export { FillRow, OrderRow } from './spot.ts';
export * from './stream.ts';
export { summaries } from './summaries.ts';

/** Every call of the API by name. The name is what the worker's client and the server's routes use. */
export const calls = {
  'common.loadWapConfig': loadWapConfig,
  'common.report': reportError,
  'market.list': marketList,
  'market.candles': marketCandles,
  'market.sparklines': marketSparklines,
  'market.snapshot': marketSnapshot,
  'common.temporaryToken': access.temporaryToken,
  'common.sendSms': access.sendSms,
  'common.sendEmail': access.sendEmail,
  'common.upload': access.upload,
  'account.register': access.register,
  'account.login': access.login,
  'account.retrieve': access.retrieve,
  'account.logout': access.logout,
  'account.profile': access.profile,
  'account.ticket': access.ticket,
  'account.sessions': security.sessions,
  'account.endSession': security.endSession,
  'account.logins': security.logins,
  'account.changePassword': security.changePassword,
  'account.setFundPassword': security.setFundPassword,
  'account.bindPhone': security.bindPhone,
  'account.bindEmail': security.bindEmail,
  'account.changeEmail': security.changeEmail,
  'account.totpStart': security.totpStart,
  'account.totpConfirm': security.totpConfirm,
  'account.totpOff': security.totpOff,
  'account.setAntiPhishing': security.setAntiPhishing,
  'account.balances': funds.balances,
  'account.holds': funds.holds,
  'account.records': funds.records,
  'account.transfer': funds.transfer,
  'account.resetPlay': funds.resetPlay,
  'account.commands': funds.commandStatus,
  'spot.place': spot.placeOrder,
  'spot.amend': spot.amendOrder,
  'spot.cancel': spot.cancelOrder,
  'spot.cancelAll': spot.cancelOrders,
  'spot.orders': spot.listOrders,
  'spot.order': spot.orderDetail,
  'spot.fills': spot.listFills,
  'cycle.assets': cycle.cycleAssets,
  'cycle.quote': cycle.cycleQuote,
  'cycle.buy': cycle.buyCycle,
  'cycle.list': cycle.listCycles,
  'cycle.detail': cycle.cycleDetail,
  'cycle.receipt': cycle.cycleReceipt,
  'cycle.ticks': cycle.cycleTicks,
  'perpetual.place': perpetual.place,
  'perpetual.cancel': perpetual.cancel,
  'perpetual.cancelAll': perpetual.cancelAll,
  'perpetual.close': perpetual.close,
  'perpetual.closeAll': perpetual.closeAll,
  'perpetual.reverse': perpetual.reverse,
  'perpetual.setTerms': perpetual.setTerms,
  'perpetual.changeMargin': perpetual.changeMargin,
  'perpetual.protect': perpetual.protect,
  'perpetual.amendGuard': perpetual.amendGuard,
  'perpetual.setAbsence': perpetual.setAbsence,
  'perpetual.state': perpetual.state,
  'perpetual.positions': perpetual.positions,
  'perpetual.orders': perpetual.orders,
  'perpetual.fills': perpetual.fills,
  'perpetual.funding': perpetual.funding,
  'perpetual.liquidations': perpetual.liquidations,
  'perpetual.rates': perpetual.rates,
  'dev.outbox': security.outbox,
} as const;
export type Calls = typeof calls;
export type CallName = keyof Calls;
