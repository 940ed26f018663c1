import type { ProxyMarked } from 'comlink';
import type { CallName, Calls, RequestOf, ResponseOf } from '../../domain/contract/index.ts';
import type { AddressFamily, AddressReading, Dec, PhotoKind, Result } from '../../domain/index.ts';
import type {
  ConversionsFilter,
  CycleFilter,
  CycleProof,
  FlightAnswer,
  FlightAsk,
  FuturesFilter,
  HoldLine,
  MoneyCall,
  NetGain,
  OrderDetail,
  OrderHistoryView,
  PageSettings,
  RecordsFilter,
  Sink,
  StorageExport,
  Submitted,
  View,
  ViewHandle,
  WalletExport,
} from '../protocol.ts';

/** What one page may ask of the worker. Everything that comes back is plain data or a proxy. */
export interface PageSession {
  /**
   * Shows a view until closed: the sink is told frames, at most one at a time.
   * @throws after close: a page that was given up for gone connects anew.
   */
  open(view: View, sink: Sink): ViewHandle & ProxyMarked;
  /** Language, refresh mode, visibility. */
  setSettings(settings: Partial<PageSettings>): void;
  /** Asks the exchange; refusals come back as values. */
  call<N extends CallName>(name: N, request: RequestOf<Calls[N]>): Promise<Result<ResponseOf<Calls[N]>>>;
  /** Moves money: written to the journal before it is sent, so that nothing acts twice and nothing is lost. */
  submit<N extends MoneyCall>(name: N, request: RequestOf<Calls[N]>): Promise<Submitted<N>>;
  /**
   * Sends a picture that the person picked. @param id of the page's own, to stop it by.
   * @param told whole per cent that have gone out; a proxy. @param kind of a photo that proves who somebody is.
   */
  upload(
    id: string,
    file: Blob,
    told: (percent: number) => void,
    kind?: PhotoKind,
  ): Promise<Result<{ readonly id: string }>>;
  /** Takes an upload back; its question ends with `networkDown`. */
  stopUpload(id: string): void;
  /** What a text is as an address; of one family alone where one is given. */
  readAddress(text: string, family?: AddressFamily): Promise<AddressReading>;
  /** Deposits or withdrawals as CSV text, at full precision, newest first. */
  exportWallet(what: WalletExport): Promise<Result<string>>;
  /** Movements as CSV text, at full precision, newest first. */
  exportRecords(filter: RecordsFilter): Promise<Result<string>>;
  /** Why an asset of the person is frozen. */
  holdsOf(asset: string): Promise<Result<readonly HoldLine[]>>;
  /** The price on a market's tick that is nearest to a place on its chart, plain digits. */
  onTick(market: string, price: number): string | undefined;
  /** Sum of net P/L, quote, as people read it. */
  netGain(nets: readonly Dec[]): Promise<NetGain>;
  /** One order with its fills, worded. */
  orderDetail(id: number): Promise<Result<OrderDetail>>;
  /** Orders as CSV text, at full precision, newest first. */
  exportOrders(filter: Omit<OrderHistoryView, 'kind' | 'want'>): Promise<Result<string>>;
  /** Ended cycle contracts as CSV text, at full precision, newest first. */
  exportCycles(filter: CycleFilter): Promise<Result<string>>;
  /** Conversions as CSV text, at full precision, newest first. */
  exportConversions(filter: ConversionsFilter): Promise<Result<string>>;
  /** One tab of what was on perpetuals as CSV text, at full precision, newest first. */
  exportFutures(filter: FuturesFilter): Promise<Result<string>>;
  /** Storage orders or their payouts as CSV text, at full precision, newest first. */
  exportStorage(what: StorageExport): Promise<Result<string>>;
  /** What settled a cycle contract, recomputed here. */
  cycleProof(id: number): Promise<Result<CycleProof>>;
  /** The same of a receipt that the person kept as a file; no network is asked. */
  checkReceipt(text: string): Promise<Result<CycleProof>>;
  /** What the last minutes were: kept, saved and played again. */
  flight(ask: FlightAsk): Promise<FlightAnswer>;
  /** The device woke: the connection is made anew. */
  wake(): void;
  /**
   * Says that the page is there. @returns the name of the lock that the worker holds for as long as it lives; empty while
   * it holds none. @throws after close, so that the page notices.
   */
  ping(): string;
  /** Closes all views of the page. */
  close(): void;
}
