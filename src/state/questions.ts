import type { Remote } from 'comlink';
import { proxy as remote } from 'comlink';
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
  PageSession,
  RecordsFilter,
  StorageExport,
  Submitted,
  WalletExport,
} from '../../workers/api.ts';

/** What the page asks its worker once, beside the views that it keeps open. Nothing waits for a worker that died. */
export abstract class Questions {
  /** The page's session with the worker that lives now. */
  protected abstract get session(): Promise<Remote<PageSession>>;
  /** Resolves when that worker is given up. */
  protected abstract get death(): Promise<'died'>;

  call<N extends CallName>(name: N, request: RequestOf<Calls[N]>): Promise<Result<ResponseOf<Calls[N]>>> {
    return this.#ask((session) => session.call(name, request) as Promise<Result<ResponseOf<Calls[N]>>>);
  }

  /** Asks the flight recorder; empty when the worker dies meanwhile. */
  flight(ask: FlightAsk): Promise<FlightAnswer> {
    return this.session.then((session) => session.flight(ask)).catch(() => '');
  }

  /** Moves money. A worker that dies meanwhile leaves the call in its journal, to be asked after. */
  async submit<N extends MoneyCall>(name: N, request: RequestOf<Calls[N]>): Promise<Submitted<N>> {
    const asked = this.session.then(
      (session) => session.submit(name, request) as unknown as Promise<Submitted<N>>,
    );
    const first = await Promise.race([asked.catch(() => 'died' as const), this.death]);
    return first === 'died' ? { state: 'unknown', key: '' } : first;
  }

  /**
   * Sends a picture that a person picked. @param told whole per cent that have gone out.
   * @param kind of a photo that proves who somebody is.
   */
  upload(
    id: string,
    file: Blob,
    told: (percent: number) => void,
    kind?: PhotoKind,
  ): Promise<Result<{ readonly id: string }>> {
    return this.#ask(
      (session) => session.upload(id, file, remote(told), kind) as Promise<Result<{ readonly id: string }>>,
    );
  }

  /** Takes an upload back. */
  stopUpload(id: string): void {
    this.session.then((session) => session.stopUpload(id)).catch(() => undefined);
  }

  /** What a text is as an address; of one family alone where one is given. */
  async readAddress(text: string, family?: AddressFamily): Promise<AddressReading | undefined> {
    const asked = this.session.then(
      (session) => session.readAddress(text, family) as Promise<AddressReading>,
    );
    const first = await Promise.race([asked.catch(() => 'died' as const), this.death]);
    return first === 'died' ? undefined : first;
  }

  /** Deposits or withdrawals as CSV text, at full precision. */
  exportWallet(what: WalletExport): Promise<Result<string>> {
    return this.#ask((session) => session.exportWallet(what));
  }

  /** Movements as CSV text, at full precision. */
  exportRecords(filter: RecordsFilter): Promise<Result<string>> {
    return this.#ask((session) => session.exportRecords(filter));
  }

  /** The price on a market's tick that is nearest to a place on its chart. */
  async onTick(market: string, price: number): Promise<string | undefined> {
    return this.session.then((session) => session.onTick(market, price)).catch(() => undefined);
  }

  /** Sum of net P/L as people read it. */
  async netGain(nets: readonly Dec[]): Promise<NetGain | undefined> {
    return this.session.then((session) => session.netGain(nets)).catch(() => undefined);
  }

  /** One order with its fills. */
  orderDetail(id: number): Promise<Result<OrderDetail>> {
    return this.#ask((session) => session.orderDetail(id) as Promise<Result<OrderDetail>>);
  }

  /** Orders as CSV text, at full precision. */
  exportOrders(filter: Omit<OrderHistoryView, 'kind' | 'want'>): Promise<Result<string>> {
    return this.#ask((session) => session.exportOrders(filter));
  }

  /** Ended cycle contracts as CSV text, at full precision. */
  exportCycles(filter: CycleFilter): Promise<Result<string>> {
    return this.#ask((session) => session.exportCycles(filter));
  }

  /** Conversions as CSV text, at full precision. */
  exportConversions(filter: ConversionsFilter): Promise<Result<string>> {
    return this.#ask((session) => session.exportConversions(filter));
  }

  /** One tab of what was on perpetuals as CSV text, at full precision. */
  exportFutures(filter: FuturesFilter): Promise<Result<string>> {
    return this.#ask((session) => session.exportFutures(filter));
  }

  /** Storage orders or their payouts as CSV text, at full precision. */
  exportStorage(what: StorageExport): Promise<Result<string>> {
    return this.#ask((session) => session.exportStorage(what));
  }

  /** What settled a cycle contract, recomputed by the worker. */
  cycleProof(id: number): Promise<Result<CycleProof>> {
    return this.#ask((session) => session.cycleProof(id) as Promise<Result<CycleProof>>);
  }

  /** The same of a receipt that the person kept; no network is asked. */
  checkReceipt(text: string): Promise<Result<CycleProof>> {
    return this.#ask((session) => session.checkReceipt(text) as Promise<Result<CycleProof>>);
  }

  /** Why an asset is frozen. */
  holdsOf(asset: string): Promise<Result<readonly HoldLine[]>> {
    return this.#ask((session) => session.holdsOf(asset) as Promise<Result<readonly HoldLine[]>>);
  }

  /** Asks, and does not wait for a worker that died. */
  async #ask<T>(question: (session: Remote<PageSession>) => Promise<Result<T>>): Promise<Result<T>> {
    const asked = this.session.then(question);
    const first = await Promise.race([asked.catch(() => 'died' as const), this.death]);
    return first === 'died' ? { ok: false, error: { code: 'networkDown', message: '' } } : first;
  }
}
