import * as v from 'valibot';
import { cycleOutcome, cyclePayout, positionValue, trimmedMean, winPayout } from '../../domain/index.ts';
import type { Op } from './inputs.ts';
import { Direction, Num, op } from './inputs.ts';

const Tie = v.picklist(['up', 'down', 'win', 'lose', 'tie', 'void']);
const common = { direction: Direction, strike: Num, settle: v.nullable(Num) };

/** A share pays 1 each, a fixed contract what it says, ours the stake and its return. */
const Contract = v.variant('kind', [
  v.object({
    kind: v.literal('share'),
    ...common,
    qty: Num,
    price: Num,
    tie: Tie,
  }),
  v.object({
    kind: v.literal('fixed'),
    ...common,
    stake: Num,
    payoutIfWin: Num,
    tie: Tie,
  }),
  v.object({ kind: v.literal('rate'), ...common, stake: Num, rate: Num, tie: v.optional(Tie, 'tie') }),
]);
type Contract = v.InferOutput<typeof Contract>;

function stakes(contract: Contract): readonly [stake: string, payoutIfWin: string] {
  if (contract.kind === 'share') return [positionValue(contract.qty, contract.price), contract.qty];
  if (contract.kind === 'fixed') return [contract.stake, contract.payoutIfWin];
  return [contract.stake, winPayout(contract.stake, contract.rate)];
}

export const cycleOps: Readonly<Record<string, Op>> = {
  'binary.settle': op(Contract, (contract) => {
    const { direction, strike, settle, tie } = contract;
    const outcome = cycleOutcome(direction, strike, settle ?? undefined, tie);
    return { outcome, ...cyclePayout(outcome, ...stakes(contract)) };
  }),
  'settle.trimmedMean': op(v.object({ values: v.array(Num), cut: Num }), ({ values, cut }) => ({
    price: trimmedMean(values, cut),
  })),
};
