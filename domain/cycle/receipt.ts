import type { Dec } from '../decimal.ts';
import { D } from '../decimal.ts';
import type { IndexTick } from './chain.ts';
import { chainBreak } from './chain.ts';
import type { Cycle, CycleOutcome, VoidReason } from './codes.ts';
import { ENTRY_WITHIN_MS, termOf, windowMs, windowPoints } from './cycles.ts';
import { CYCLE_FEE, PAYOUT_MARGIN, rateOf, VOLATILITY } from './payout.ts';
import type { CycleReceipt, IndexRun } from './receiptForm.ts';
import { isValid } from './receiptForm.ts';
import type { CycleSale } from './sale.ts';
import { SALE_MARGIN, saleRefusal, saleResult, saleTickBounds, saleValue } from './sale.ts';
import { cyclePayout, outcomeOf, settlementPrice } from './settlement.ts';

/** What a receipt is checked for, in this order. */
export const receiptChecks = [
  'form',
  'terms',
  'rate',
  'chain',
  'entry',
  'window',
  'sale',
  'outcome',
  'payout',
] as const;
export type ReceiptCheck = (typeof receiptChecks)[number];

/** Result of recomputing a receipt. */
export interface ReceiptVerdict {
  /** Whether everything that is said follows from the ticks by the rule; not that the ticks are the exchange's. */
  readonly ok: boolean;
  /** What does not follow, in the order of `receiptChecks`. */
  readonly failed: readonly ReceiptCheck[];
  /**
   * Whether the receipt by itself also proves that no tick was left out between entry and end. If not, the ticks
   * that are missing here can be requested and joined to it.
   */
  readonly isWhole: boolean;
}

/** The numbers of a cycle's rule. */
export function ruleOf(cycle: Cycle): CycleReceipt['rule'] {
  return {
    margin: PAYOUT_MARGIN,
    windowMs: windowMs(cycle),
    points: windowPoints(cycle),
    leastPoints: Math.ceil(windowPoints(cycle) / 2),
    entryWithinMs: ENTRY_WITHIN_MS,
  };
}

/** The first index tick that a contract may take as its entry, if there is one. @param ticks ascending. */
export function entryOf(startsAt: number, ticks: readonly IndexTick[]): IndexTick | undefined {
  const first = ticks.find(({ at }) => at >= startsAt);
  return first && first.at < startsAt + ENTRY_WITHIN_MS ? first : undefined;
}

/** The ticks of a contract's window. */
export function windowTicks(endsAt: number, cycle: Cycle, ticks: readonly IndexTick[]): readonly IndexTick[] {
  return ticks.filter(({ at }) => at >= endsAt - windowMs(cycle) && at < endsAt);
}

/**
 * Whether two receipts agree on a contract, number and settlement included; ticks are not compared.
 * Fields that one of them lacks, such as those of a newer version, make no difference.
 */
export function sameContract(a: CycleReceipt, b: CycleReceipt): boolean {
  const all = ({ contract, result }: CycleReceipt) => {
    const { id, asset, direction, cycle, stake, fee, rate, volatility, acceptedAt, startsAt, endsAt } =
      contract;
    const { outcome, reason, entry, settlementPrice, points, payout, profit, settledAt, sale } = result;
    const terms = [id, asset, direction, cycle, stake, fee, rate, volatility, acceptedAt, startsAt, endsAt];
    const fieldsOf = (tick: IndexTick | null) => tick && [tick.seq, tick.at, tick.price, tick.hash];
    const sold = sale && [
      sale.acceptedAt,
      fieldsOf(sale.tick),
      sale.volatility,
      sale.chance,
      sale.margin,
      sale.least,
    ];
    const end = [outcome, reason, fieldsOf(entry), settlementPrice, points, payout, profit, settledAt, sold];
    return JSON.stringify([terms, end]);
  };
  return all(a) === all(b);
}

/**
 * Recomputes a receipt from its ticks: whether it is consistent in itself. A forger who rebuilds the whole chain is
 * found out only by hashes from elsewhere. Nothing of it is believed, and nothing
 * that it holds makes this throw.
 */
export function verifyReceipt(receipt: CycleReceipt): ReceiptVerdict {
  if (!isValid(receipt)) return { ok: false, failed: ['form'], isWhole: false };
  const { contract, result, runs } = receipt;
  const ticks = runs.flatMap((run) => run.ticks);
  const entry = entryOf(contract.startsAt, ticks);
  const end = result.sale ? soldEnd(receipt, entry, result.sale) : settledEnd(receipt, entry);
  const holds: Record<ReceiptCheck, boolean> = {
    form: true,
    terms: hasTerms(receipt),
    rate: contract.rate === rateOf(contract.volatility, contract.cycle, contract.direction),
    chain: isChain(contract.asset, runs),
    entry: sameTick(entry, result.entry) && followsOn(runs, contract.startsAt),
    window: end.window,
    sale: end.sale,
    outcome: end.outcome === result.outcome && reasonOf(end.outcome, entry) === result.reason,
    payout: end.paid?.payout === result.payout && end.paid.profit === result.profit,
  };
  const failed = receiptChecks.filter((check) => !holds[check]);
  return {
    ok: failed.length === 0,
    failed,
    isWhole: failed.length === 0 && runs.length === 1 && end.isClosed,
  };
}

/** What follows from the ticks about a contract's end. */
interface End {
  readonly window: boolean;
  readonly sale: boolean;
  readonly outcome: CycleOutcome;
  /** Undefined where nothing could be paid. */
  readonly paid: { readonly payout: Dec; readonly profit: Dec } | undefined;
  /** Whether the ticks reach to its end. */
  readonly isClosed: boolean;
}

function settledEnd({ contract, result, runs }: CycleReceipt, entry: IndexTick | undefined): End {
  const ticks = runs.flatMap((run) => run.ticks);
  const window = windowTicks(contract.endsAt, contract.cycle, ticks);
  const expected = windowPoints(contract.cycle);
  const points = window.map((tick) => tick.price);
  const price = entry && settlementPrice(points, expected);
  const outcome = outcomeOf(contract.direction, entry?.price, price);
  return {
    window:
      (price ?? null) === result.settlementPrice &&
      (entry ? window.length : 0) === result.points &&
      (!entry || followsOn(runs, contract.endsAt - windowMs(contract.cycle))),
    sale: true,
    outcome,
    paid: cyclePayout(outcome, contract.stake, contract.rate),
    isClosed: ticks.some(({ at }) => at >= contract.endsAt) || window.length === expected,
  };
}

/** One that was sold back has no window: the first tick after the sale was accepted decides. */
function soldEnd(
  { contract, result, runs }: CycleReceipt,
  entry: IndexTick | undefined,
  sale: CycleSale,
): End {
  const { acceptedAt, tick, volatility, chance, margin, least } = sale;
  const { from, to } = saleTickBounds(acceptedAt);
  const first = runs.flatMap(({ ticks }) => ticks).find(({ at }) => at >= from);
  const terms = { ...contract, entry: entry?.price };
  const value = first && saleValue(terms, first, volatility);
  const isInTime =
    entry !== undefined && acceptedAt >= entry.at && saleRefusal(terms, acceptedAt) === undefined;
  const isTick = sameTick(first, tick) && tick.at < to && followsOn(runs, from);
  const isStated = new D(volatility).gte(VOLATILITY.least) && new D(volatility).lte(VOLATILITY.most);
  const isPriced = value?.chance === chance && margin === SALE_MARGIN && new D(least).lte(value.price);
  return {
    window: result.settlementPrice === null && result.points === 0,
    sale: isInTime && isTick && isStated && isPriced,
    outcome: 'sold',
    paid: value && saleResult(value.price, contract.stake),
    isClosed: true,
  };
}

/** Why a contract with this outcome is void; null for one that is not. */
export function reasonOf(outcome: CycleOutcome, entry: IndexTick | undefined): VoidReason | null {
  if (outcome !== 'void') return null;
  return entry ? 'noIndex' : 'noEntry';
}

function hasTerms({ contract, rule, result }: CycleReceipt): boolean {
  const { startsAt, endsAt } = termOf(contract.acceptedAt, contract.cycle);
  const own = ruleOf(contract.cycle);
  return (
    contract.startsAt === startsAt &&
    contract.endsAt === endsAt &&
    contract.fee === CYCLE_FEE &&
    // One without an entry ends as soon as none can come any more.
    result.settledAt >= (result.sale?.tick.at ?? (result.entry ? endsAt : startsAt + ENTRY_WITHIN_MS)) &&
    (Object.keys(own) as (keyof typeof own)[]).every((name) => rule[name] === own[name])
  );
}

function isChain(asset: string, runs: readonly IndexRun[]): boolean {
  return runs.every(({ before, ticks }, i) => {
    const last = runs[i - 1]?.ticks.at(-1);
    const [first] = ticks;
    const isAfter = !last || !first || (first.seq > last.seq && first.at > last.at);
    return isAfter && chainBreak(asset, before, ticks) === undefined;
  });
}

/**
 * Whether nothing can have been left out just before a moment: the tick before the first one from it on is there,
 * unless that is the asset's first of all.
 */
function followsOn(runs: readonly IndexRun[], from: number): boolean {
  const run = runs.find(({ ticks }) => ticks.some(({ at }) => at >= from));
  if (!run) return true;
  const [first] = run.ticks;
  return first !== undefined && (first.seq === 1 || first.at < from);
}

function sameTick(a: IndexTick | undefined, b: IndexTick | null): boolean {
  if (!a || !b) return !a && !b;
  return a.seq === b.seq && a.at === b.at && a.price === b.price && a.hash === b.hash;
}
