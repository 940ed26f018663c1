import type { Dec } from '../decimal.ts';
import { amountSign, D } from '../decimal.ts';
import type { IndexTick } from './chain.ts';
import { chainBreak } from './chain.ts';
import { cycleMs, ENTRY_WITHIN_MS, INDEX_STEP_MS, termOf, windowMs, windowPoints } from './cycles.ts';
import { CYCLE_FEE, PAYOUT_MARGIN, rateOf } from './payout.ts';
import { cyclePayout, outcomeOf, settlementPrice } from './settlement.ts';
import type { Cycle, CycleDirection, CycleOutcome, VoidReason } from './words.ts';
import { cycleDirections, cycles, RECEIPT_FORMAT } from './words.ts';

/** Consecutive ticks of an asset. `before`: the hash before the first of them. */
export interface IndexRun {
  readonly before: string;
  readonly ticks: readonly IndexTick[];
}

/** Everything that settles a contract, for anybody to recompute. Amounts in USDT, moments in ms UTC. */
export interface CycleReceipt {
  readonly format: typeof RECEIPT_FORMAT;
  readonly contract: {
    readonly id: number;
    readonly asset: string;
    readonly direction: CycleDirection;
    readonly cycle: Cycle;
    readonly stake: Dec;
    readonly fee: Dec;
    /** Return of a win, a fraction of the stake. */
    readonly rate: Dec;
    /** From which the rate was made, a fraction a square root of a minute. */
    readonly volatility: Dec;
    readonly acceptedAt: number;
    readonly startsAt: number;
    readonly endsAt: number;
  };
  /** The rule in numbers, for whoever reads the file without this program. */
  readonly rule: {
    readonly margin: Dec;
    readonly windowMs: number;
    readonly points: number;
    readonly leastPoints: number;
    readonly entryWithinMs: number;
  };
  /** From the tick before the entry to the tick after the window; in two parts where that would be too long. */
  readonly runs: readonly IndexRun[];
  readonly result: {
    readonly outcome: CycleOutcome;
    readonly reason: VoidReason | null;
    readonly entry: IndexTick | null;
    readonly settlementPrice: Dec | null;
    readonly points: number;
    readonly payout: Dec;
    readonly profit: Dec;
    readonly settledAt: number;
  };
}

export const receiptChecks = [
  'form',
  'terms',
  'rate',
  'chain',
  'entry',
  'window',
  'outcome',
  'payout',
] as const;
export type ReceiptCheck = (typeof receiptChecks)[number];

export interface ReceiptVerdict {
  /** Whether everything that is said follows from the ticks by the rule; not that the ticks are the exchange's. */
  readonly ok: boolean;
  /** What does not follow, in the order of `receiptChecks`. */
  readonly failed: readonly ReceiptCheck[];
  /**
   * Whether the receipt by itself also proves that no tick was left out between entry and end. If not, the ticks
   * that are missing here can be asked for and joined to it.
   */
  readonly isWhole: boolean;
}

const SIGNED = /^-?(0|[1-9]\d{0,18})(\.\d{1,18})?$/;
const HASH = /^[0-9a-f]{64}$/;
const MOST_TICKS = 100_000;

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
 * Whether two receipts tell the same of a contract, number and settlement included; the ticks are another matter.
 * What is not told, such as fields that a newer version adds, makes no difference.
 */
export function sameContract(a: CycleReceipt, b: CycleReceipt): boolean {
  const told = ({ contract, result }: CycleReceipt) => {
    const { id, asset, direction, cycle, stake, fee, rate, volatility, acceptedAt, startsAt, endsAt } =
      contract;
    const { outcome, reason, entry, settlementPrice, points, payout, profit, settledAt } = result;
    const terms = [id, asset, direction, cycle, stake, fee, rate, volatility, acceptedAt, startsAt, endsAt];
    const tick = entry && [entry.seq, entry.at, entry.price, entry.hash];
    return JSON.stringify([terms, outcome, reason, tick, settlementPrice, points, payout, profit, settledAt]);
  };
  return told(a) === told(b);
}

/**
 * Recomputes a receipt from its ticks: whether it is consistent in itself. Whoever makes the whole chain anew is
 * found out only by hashes from elsewhere. Nothing of it is believed, and nothing
 * that it holds makes this throw.
 */
export function verifyReceipt(receipt: CycleReceipt): ReceiptVerdict {
  if (!isSound(receipt)) return { ok: false, failed: ['form'], isWhole: false };
  const { contract, result, runs } = receipt;
  const ticks = runs.flatMap((run) => run.ticks);
  const entry = entryOf(contract.startsAt, ticks);
  const window = windowTicks(contract.endsAt, contract.cycle, ticks);
  const expected = windowPoints(contract.cycle);
  const price =
    entry &&
    settlementPrice(
      window.map((tick) => tick.price),
      expected,
    );
  const outcome = outcomeOf(contract.direction, entry?.price, price);
  const paid = cyclePayout(outcome, contract.stake, contract.rate);
  const holds: Record<ReceiptCheck, boolean> = {
    form: true,
    terms: hasTerms(receipt),
    rate: contract.rate === rateOf(contract.volatility, contract.cycle, contract.direction),
    chain: isChain(contract.asset, runs),
    entry: sameTick(entry, result.entry) && followsOn(runs, contract.startsAt),
    window:
      (price ?? null) === result.settlementPrice &&
      (entry ? window.length : 0) === result.points &&
      (!entry || followsOn(runs, contract.endsAt - windowMs(contract.cycle))),
    outcome: outcome === result.outcome && reasonOf(outcome, entry) === result.reason,
    payout: paid.payout === result.payout && paid.profit === result.profit,
  };
  const failed = receiptChecks.filter((check) => !holds[check]);
  const isClosed = ticks.some(({ at }) => at >= contract.endsAt) || window.length === expected;
  return { ok: failed.length === 0, failed, isWhole: failed.length === 0 && runs.length === 1 && isClosed };
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
    contract.endsAt - contract.startsAt === cycleMs(contract.cycle) &&
    contract.fee === CYCLE_FEE &&
    result.settledAt >= endsAt &&
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

function isSound(receipt: CycleReceipt): boolean {
  const { format, contract, runs, result } = receipt;
  const ticks = runs.flatMap((run) => run.ticks);
  return (
    format === RECEIPT_FORMAT &&
    cycles.includes(contract.cycle) &&
    cycleDirections.includes(contract.direction) &&
    [contract.stake, contract.rate, contract.volatility].every((text) => amountSign(text) === 1) &&
    [contract.id, contract.acceptedAt, contract.startsAt, contract.endsAt, result.settledAt].every(
      Number.isSafeInteger,
    ) &&
    [result.payout, result.profit].every(isSigned) &&
    runs.every(({ before }) => HASH.test(before)) &&
    ticks.length <= MOST_TICKS &&
    ticks.every(isSoundTick)
  );
}

function isSoundTick({ seq, at, price, hash }: IndexTick): boolean {
  return (
    Number.isSafeInteger(seq) && seq > 0 && at % INDEX_STEP_MS === 0 && isSigned(price) && HASH.test(hash)
  );
}

const isSigned = (text: unknown): boolean =>
  typeof text === 'string' && SIGNED.test(text) && new D(text).toFixed() === text;
