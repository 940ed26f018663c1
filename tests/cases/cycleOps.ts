import * as v from 'valibot';
import type { SettledOutcome } from '../../domain/index.ts';
import { cyclePayout, D, outcomeOf, positionValue, toText } from '../../domain/index.ts';
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

/** What of a contract differs by venue: who has a settlement at the strike, and what a win pays. */
function venueOf(contract: Contract): { readonly stake: string; readonly win: string | undefined } {
  if (contract.kind === 'share')
    return { stake: positionValue(contract.qty, contract.price), win: contract.qty };
  if (contract.kind === 'fixed') return { stake: contract.stake, win: contract.payoutIfWin };
  return { stake: contract.stake, win: undefined };
}

/** Other venues give a settlement at the strike to a side, or to everybody the same; ours is a tie. */
function readTie({ tie, direction }: Contract): SettledOutcome {
  if (tie !== 'up' && tie !== 'down') return tie;
  return tie === direction ? 'win' : 'lose';
}

export const cycleOps: Readonly<Record<string, Op>> = {
  'binary.settle': op(Contract, (contract) => {
    const { direction, strike, settle } = contract;
    const ours = outcomeOf(direction, strike, settle ?? undefined);
    const outcome = ours === 'tie' ? readTie(contract) : ours;
    const { stake, win } = venueOf(contract);
    if (outcome === 'win' && win !== undefined)
      return { outcome, payout: win, profit: toText(new D(win).minus(stake)) };
    return { outcome, ...cyclePayout(outcome, stake, contract.kind === 'rate' ? contract.rate : '0') };
  }),
};
