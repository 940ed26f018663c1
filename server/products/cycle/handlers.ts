import type { CallName } from '../../../domain/contract/index.ts';
import {
  CYCLE_ASSET,
  CYCLE_FEE,
  cycleMs,
  cycles,
  PAYOUT_MARGIN,
  RuleError,
  windowMs,
} from '../../../domain/index.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import { contractOf, contractsOf } from './contracts.ts';
import type { CycleEngine } from './engine.ts';
import { receiptOf } from './receipt.ts';
import { linkBefore, ticksBetween } from './ticks.ts';

type CycleNames = Extract<CallName, `cycle.${string}`>;

/** Cycle contracts of users, and the index that decides them. */
export function cycleHandlers(engine: CycleEngine): Pick<Handlers, CycleNames> {
  const { db, clock } = engine.deps;
  return {
    'cycle.assets': async () => ({
      now: clock.now(),
      stakeAsset: CYCLE_ASSET,
      margin: PAYOUT_MARGIN,
      fee: CYCLE_FEE,
      cycles: cycles.map((cycle) => ({ cycle, lengthMs: cycleMs(cycle), windowMs: windowMs(cycle) })),
      assets: await engine.assets(),
    }),
    'cycle.quote': (request, caller) => engine.quote(userOfCall(caller).user.userId, request),
    'cycle.buy': (request, caller) => {
      const { userId } = userOfCall(caller).user;
      return engine.buy({ userId, key: caller.key ?? '', call: 'cycle.buy', request }, request);
    },
    'cycle.sales': (_, caller) => engine.sales(userOfCall(caller).user.userId),
    'cycle.sell': (request, caller) => {
      const { userId } = userOfCall(caller).user;
      return engine.sell({ userId, key: caller.key ?? '', call: 'cycle.sell', request }, request);
    },
    'cycle.list': (request, caller) => contractsOf(db, userOfCall(caller).user.userId, request),
    'cycle.detail': async ({ id }, caller) => {
      const contract = await contractOf(db, id, userOfCall(caller).user.userId);
      if (!contract) throw new RuleError('notFound');
      return { contract };
    },
    'cycle.receipt': async ({ id }, caller) => {
      const { result, runs, ...receipt } = await receiptOf(db, id, userOfCall(caller).user.userId);
      return {
        receipt: { ...receipt, runs: runs.map((each) => ({ ...each, ticks: [...each.ticks] })), result },
      };
    },
    'cycle.ticks': async ({ asset, from, limit }) => {
      const ticks = await ticksBetween(db, asset, from, from + limit);
      return {
        before: await linkBefore(db, asset, from),
        ticks: ticks.slice(0, limit),
        more: ticks.length > limit,
      };
    },
  };
}
