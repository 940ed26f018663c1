import type { Dec } from '../decimal.ts';
import { amountSign, D } from '../decimal.ts';
import type { IndexTick } from './chain.ts';
import type { Cycle, CycleDirection, CycleOutcome, VoidReason } from './codes.ts';
import { cycleDirections, cycles, RECEIPT_FORMAT } from './codes.ts';
import { INDEX_STEP_MS } from './cycles.ts';
import type { CycleSale } from './sale.ts';

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
  /** The rule in numbers, for readers of the file who lack this program. */
  readonly rule: {
    readonly margin: Dec;
    readonly windowMs: number;
    readonly points: number;
    readonly leastPoints: number;
    readonly entryWithinMs: number;
  };
  /**
   * From the tick before the entry to the tick after the window, or to the tick at which it was sold back; in two parts
   * where that would be too long.
   */
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
    /** How it was sold back; absent where it ran to its end. */
    readonly sale?: CycleSale;
  };
}

const SIGNED = /^-?(0|[1-9]\d{0,18})(\.\d{1,18})?$/;
const HASH = /^[0-9a-f]{64}$/;
const MOST_TICKS = 100_000;

/** Whether a receipt has the form that its type says, so that nothing in it makes its recomputing throw. */
export function isValid(receipt: CycleReceipt): boolean {
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
    (result.sale === undefined || isValidSale(result.sale)) &&
    runs.every(({ before }) => HASH.test(before)) &&
    ticks.length <= MOST_TICKS &&
    ticks.every(isValidTick)
  );
}

const isValidSale = ({ acceptedAt, tick, volatility, chance, margin, least }: CycleSale): boolean =>
  Number.isSafeInteger(acceptedAt) &&
  isValidTick(tick) &&
  [volatility, chance, margin].every((text) => amountSign(text) === 1) &&
  amountSign(least) !== undefined;

function isValidTick({ seq, at, price, hash }: IndexTick): boolean {
  return (
    Number.isSafeInteger(seq) && seq > 0 && at % INDEX_STEP_MS === 0 && isSigned(price) && HASH.test(hash)
  );
}

const isSigned = (text: unknown): boolean =>
  typeof text === 'string' && SIGNED.test(text) && new D(text).toFixed() === text;
