import { combineLatest, connect, map } from 'rxjs';
import type { CycleDirection, Dec, RefusalCode } from '../../../domain/index.ts';
import {
  amountSign,
  amountText,
  CYCLE_ASSET,
  compareDec,
  cyclePayout,
  cycles,
  defined,
  endsInSession,
  heldText,
  isRefusalCode,
  NO_FIGURE,
  signedAmountText,
  stakeRefusal,
  termOf,
  typedAmount,
  windowMs,
} from '../../../domain/index.ts';
import type { CycleReturn, CycleTicketFrame, CycleTicketView } from '../../protocol.ts';
import { FOCUS_STALE_MS } from '../../streams/age.ts';
import type { Quoted } from '../quoted.ts';
import { refusedBy } from '../quoted.ts';
import { spotFree } from '../spotFree.ts';
import type { ViewDeps } from '../view.ts';
import { projected, seconds, withAge } from '../view.ts';
import type { CycleAsset, CycleCatalogue } from './catalogue.ts';
import { assetHead, catalogueOf } from './catalogue.ts';
import { rateText } from './line.ts';
import type { CycleQuote } from './quotes.ts';
import { quotedContract } from './quotes.ts';

const NO_RETURN: CycleReturn = { rate: NO_FIGURE, payout: NO_FIGURE, profit: NO_FIGURE };

/** What contracts are written on, and the quote for the one that is looked at. */
interface TicketState {
  readonly catalogue: CycleCatalogue | undefined;
  readonly quoted: Quoted<CycleQuote>;
}

/** What a contract would pay, at a quote that renews itself. */
export const cycleTicketView = projected<CycleTicketView, TicketState, CycleTicketFrame>({
  state: (view$, deps) =>
    catalogueOf(deps).pipe(
      connect((catalogue$) => {
        const { tickers$, balances$ } = deps.streams;
        const order$ = combineLatest([catalogue$, view$, balances$]).pipe(
          map(([{ data }, { asset, cycle, turn }, { uid }]) => {
            const canTrade = uid !== undefined && assetOf(data, asset)?.status === 'open';
            return canTrade ? { asset, cycle, turn } : undefined;
          }),
        );
        const prices$ = tickers$.pipe(withAge(deps, 'tick', FOCUS_STALE_MS));
        return combineLatest([catalogue$, quotedContract(order$, deps), prices$, balances$, seconds(deps)]);
      }),
      map(([{ data }, quoted]) => ({ catalogue: data, quoted })),
    ),
  frame: (view, { catalogue, quoted }, deps) =>
    catalogue && new Ticket(view, catalogue, quoted, deps).frame(),
});

const assetOf = (catalogue: CycleCatalogue | undefined, id: string): CycleAsset | undefined =>
  catalogue?.assets.find((asset) => asset.id === id);

/** What is typed, with all that it is checked against. */
class Ticket {
  readonly #deps: ViewDeps;
  readonly #catalogue: CycleCatalogue;
  readonly #quoted: Quoted<CycleQuote>;
  readonly #view: CycleTicketView;

  constructor(view: CycleTicketView, catalogue: CycleCatalogue, quoted: Quoted<CycleQuote>, deps: ViewDeps) {
    this.#view = view;
    this.#catalogue = catalogue;
    this.#quoted = quoted;
    this.#deps = deps;
  }

  frame(): CycleTicketFrame {
    const { style } = this.#deps.words();
    const view = this.#view;
    const asset = assetOf(this.#catalogue, view.asset);
    const { quote, failed } = this.#quoted;
    const free = spotFree(this.#deps.funds, CYCLE_ASSET);
    const amount = typedAmount(view.amount);
    // What cannot be staked at all has no figures: rounded, they would say nothing true.
    const stake = asset && stakeRefusal(amount, asset.kind) === undefined ? amount : undefined;
    const error = asset && this.#error(amount, asset, quote, free);
    const blocked = this.#blocked(asset);
    const most = quote && smaller(quote.most, free);
    const text = (value: Dec | undefined): string =>
      value === undefined ? NO_FIGURE : amountText(value, style);
    return {
      kind: 'cycleTicket',
      view,
      ...(asset ? { asset: assetHead(asset, this.#deps) } : {}),
      isUnknown: asset === undefined,
      cycles: cycles.map((id) => ({ id, isOpen: asset !== undefined && this.#isOpen(asset, id) })),
      stakeAsset: this.#catalogue.stakeAsset,
      available: free === undefined ? NO_FIGURE : heldText(free, this.#catalogue.stakeAsset, style),
      least: text(asset?.least),
      most: text(quote?.most ?? asset?.most),
      ...(most === undefined || amountSign(most) !== 1 ? {} : { mostDigits: most }),
      stake: text(stake),
      up: this.#returnOf('up', quote, stake),
      down: this.#returnOf('down', quote, stake),
      fee: text(this.#catalogue.fee),
      windowSeconds: `${windowMs(view.cycle) / 1_000}`,
      quote: quote?.id ?? '',
      ...defined({ error, blocked }),
      ...refusedBy(failed, blocked),
      ...(quote === undefined || amount === undefined || error !== undefined || blocked !== undefined
        ? {}
        : { order: { quote: quote.id, amount } }),
    };
  }

  /** A contract of this cycle that is bought now ends while its market is open. */
  #isOpen(asset: CycleAsset, cycle: (typeof cycles)[number]): boolean {
    return endsInSession(asset.kind, cycle, termOf(this.#deps.ages.serverNow(), cycle).endsAt);
  }

  #returnOf(direction: CycleDirection, quote: CycleQuote | undefined, amount: Dec | undefined): CycleReturn {
    if (!quote) return NO_RETURN;
    const { style } = this.#deps.words();
    const rate = rateText(quote[direction], style);
    if (amount === undefined) return { ...NO_RETURN, rate };
    const { payout, profit } = cyclePayout('win', amount, quote[direction]);
    return { rate, payout: amountText(payout, style), profit: signedAmountText(profit, style) };
  }

  #error(
    amount: Dec | undefined,
    { kind }: CycleAsset,
    quote: CycleQuote | undefined,
    free: Dec | undefined,
  ): RefusalCode | undefined {
    const refusal = stakeRefusal(amount, kind);
    if (refusal !== undefined || amount === undefined) return refusal ?? 'amountInvalid';
    if (free !== undefined && compareDec(amount, free) > 0) return 'insufficientBalance';
    return quote && compareDec(amount, quote.most) > 0 ? 'stakeLimit' : undefined;
  }

  #blocked(asset: CycleAsset | undefined): RefusalCode | undefined {
    if (!asset) return undefined;
    if (asset.status === 'closed') return 'marketClosed';
    if (asset.status === 'halted') return 'assetHalted';
    const { ages, words, isCached } = this.#deps;
    const { state } = ages.of('tick', FOCUS_STALE_MS, words().age);
    if (asset.status === 'stale' || isCached() || (state !== 'live' && state !== 'slow'))
      return 'marketStale';
    const { failed } = this.#quoted;
    return failed && isRefusalCode(failed.code) ? failed.code : undefined;
  }
}

function smaller(a: Dec, b: Dec | undefined): Dec {
  return b !== undefined && compareDec(b, a) < 0 ? b : a;
}
