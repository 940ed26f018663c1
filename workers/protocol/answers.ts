import type { CallName, Calls, RequestOf, ResponseOf } from '../../domain/contract/index.ts';
import type { AddressFamily, AddressReading, Dec } from '../../domain/index.ts';
import type { ConversionsFilter } from './convert.ts';
import type { CycleFilter, CycleProof } from './cycle.ts';
import type { FlightAnswer, FlightAsk } from './flight.ts';
import type { NetGain } from './perpetual.ts';
import type { FuturesFilter } from './perpetualPast.ts';
import type { ResultsExport, TaxExport, TradeChart, TradeChartOf } from './results.ts';
import type { StorageExport } from './storage.ts';
import type { HoldLine, OrderDetail, OrderFilter, RecordsFilter } from './user.ts';
import type { WalletExport } from './wallet.ts';

/**
 * What the worker answers once: by kind, the arguments and the answer. Exports are CSV text at full precision, the
 * newest row first. No kind has a dot in its name: calls of the exchange have.
 */
export interface WorkerAnswers {
  /** What a text is as an address; of one family alone where one is given. */
  readAddress: [{ readonly text: string; readonly family?: AddressFamily | undefined }, AddressReading];
  /** The price on a market's tick that is nearest to a place on its chart, plain digits; undefined for none. */
  onTick: [{ readonly market: string; readonly price: number }, string | undefined];
  /** The sum of net P/L, quote. */
  netGain: [readonly Dec[], NetGain];
  /** An order by its id, with its fills. */
  orderDetail: [number, OrderDetail];
  /** Why an asset of the user is frozen. */
  holdsOf: [string, readonly HoldLine[]];
  exportWallet: [WalletExport, string];
  exportRecords: [RecordsFilter, string];
  exportOrders: [OrderFilter, string];
  exportCycles: [CycleFilter, string];
  exportConversions: [ConversionsFilter, string];
  exportFutures: [FuturesFilter, string];
  exportStorage: [StorageExport, string];
  exportResults: [ResultsExport, string];
  exportTax: [TaxExport, string];
  /** An ended position on a chart of its own. */
  tradeChart: [TradeChartOf, TradeChart];
  /** How a cycle contract, by its id, was settled, recomputed here. */
  cycleProof: [number, CycleProof];
  /** The same of a receipt that the user kept as a file; compared with the exchange where that is reached. */
  checkReceipt: [string, CycleProof];
  /** Records, saves or loads the last minutes. */
  flight: [FlightAsk, FlightAnswer];
}

/** All that a page asks once: of the worker itself, or of the exchange as the logged-in user. */
export type Answers = WorkerAnswers & {
  [N in CallName]: [RequestOf<Calls[N]>, ResponseOf<Calls[N]>];
};
export type AnswerKind = keyof Answers;
