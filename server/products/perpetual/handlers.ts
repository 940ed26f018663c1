import type { CallName, calls, ParsedRequestOf } from '../../../domain/contract/index.ts';
import { isGuardOrder, optionsRefusal, RuleError } from '../../../domain/index.ts';
import type { Command } from '../../base/commands/command.ts';
import { keyed } from '../../base/commands/command.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import type { Caller } from '../../books/users/context.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import type { Quotes } from '../../matching/quotes.ts';
import { accountsOf } from './accounts.ts';
import type { PerpetualBatch } from './batch/batch.ts';
import { ordersOf, rowOf } from './batch/order.ts';
import { end } from './batch/orderEnd.ts';
import { positionsOf } from './batch/position.ts';
import { setAbsence } from './engine/absence.ts';
import type { PerpetualEngine } from './engine/engine.ts';
import { fillsOf, fundingOf, fundingSumsOf, liquidationsOf, ratesOf, stateOf } from './history.ts';
import { MarketInterest } from './interest.ts';
import { closeEach, closePosition } from './orders/close.ts';
import { amendGuard, cancelOrder, protect } from './orders/guards.ts';
import { reverse } from './orders/place.ts';
import { changeMargin, setTerms } from './positions/terms.ts';

type Names = Extract<CallName, `perpetual.${string}`>;
type Reads = Extract<
  Names,
  `perpetual.${'state' | 'positions' | 'orders' | 'fills' | 'funding' | 'fundingSums' | 'liquidations' | 'rates' | 'interest' | 'accounts'}`
>;
type Moves = Exclude<Names, Reads>;

const userOf = (caller: Caller): number => userOfCall(caller).user.userId;

function commandOf(call: Moves, request: unknown, caller: Caller): Command {
  return { userId: userOf(caller), key: caller.key ?? '', call, request };
}

/** Calls for positions, orders and history of perpetuals. */
export function perpetualHandlers(engine: PerpetualEngine): Pick<Handlers, Names> {
  return { ...orderHandlers(engine), ...positionHandlers(engine), ...readHandlers(engine) };
}

type OrderMoves = Extract<
  Moves,
  `perpetual.${'place' | 'placeScaled' | 'amend' | 'cancel' | 'cancelAll' | 'amendGuard' | 'setAbsence'}`
>;

function orderHandlers(engine: PerpetualEngine): Pick<Handlers, OrderMoves> {
  return {
    'perpetual.place': async (request, caller) => {
      const guards = [request.takeProfit, request.stopLoss].some((guard) => guard !== undefined);
      const refusal = optionsRefusal(request) ?? (request.reduceOnly && guards ? 'orderOptions' : undefined);
      if (refusal) throw new RuleError(refusal);
      return engine.place(commandOf('perpetual.place', request, caller), request);
    },
    'perpetual.placeScaled': (request, caller) =>
      engine.placeScaled(commandOf('perpetual.placeScaled', request, caller), request),
    'perpetual.amend': (request, caller) =>
      engine.amend(commandOf('perpetual.amend', request, caller), request),
    'perpetual.cancel': async (request, caller) => {
      const { id } = request;
      const command = commandOf('perpetual.cancel', request, caller);
      const market = await engine.marketOf(command.userId, id);
      return engine.command(command, [], (batch) => {
        engine.quotes.mustCancel(market);
        return { order: rowOf(cancelOrder(batch, command.userId, market, id)) };
      });
    },
    'perpetual.cancelAll': (request, caller) => {
      const command = commandOf('perpetual.cancelAll', request, caller);
      return engine.command(command, [], (batch) => {
        if (request.market !== undefined) engine.quotes.mustCancel(request.market);
        return { cancelled: cancelEach(batch, engine.quotes, command.userId, request) };
      });
    },
    'perpetual.amendGuard': async (request, caller) => {
      const command = commandOf('perpetual.amendGuard', request, caller);
      const market = await engine.marketOf(command.userId, request.id);
      return engine.command(command, [], (batch) => ({
        order: rowOf(amendGuard(batch, command.userId, market, request)),
      }));
    },
    'perpetual.setAbsence': (request, caller) => {
      const command = commandOf('perpetual.setAbsence', request, caller);
      return engine.command(command, [], (batch) => ({
        absence: setAbsence(batch, command.userId, request),
      }));
    },
  };
}

function positionHandlers(engine: PerpetualEngine): Pick<Handlers, Exclude<Moves, OrderMoves>> {
  /**
   * Runs a call in one market that accepts such orders.
   * @param reduces whether it only reduces a position.
   */
  const inMarket = <T>(
    command: Command,
    { market, reduces }: { readonly market: string; readonly reduces: boolean },
    decide: (batch: PerpetualBatch) => T,
  ): Promise<T> =>
    engine.command(command, [market], (batch) => {
      engine.quotes.mustTakeOrder(market, reduces);
      return decide(batch);
    });
  const known = (market: string): void => {
    if (!engine.orderBookOf(market)) throw new RuleError('marketUnknown');
  };
  return {
    'perpetual.close': async (request, caller) => {
      const refusal = optionsRefusal(request);
      if (refusal) throw new RuleError(refusal);
      const command = commandOf('perpetual.close', request, caller);
      const { market } = request;
      return inMarket(command, { market, reduces: true }, (batch) => closePosition(batch, command, request));
    },
    'perpetual.closeAll': (request, caller) => {
      const command = commandOf('perpetual.closeAll', request, caller);
      return engine.run({
        key: keyed(command),
        // Read in its turn: it also closes what an earlier command has opened meanwhile.
        get markets() {
          return engine.store.positionsOf(command.userId).map(({ market }) => market);
        },
        decide: (batch) => closeEach(batch, engine, command, request.market),
      });
    },
    'perpetual.reverse': (request, caller) => {
      const command = commandOf('perpetual.reverse', request, caller);
      const { market } = request;
      return inMarket(command, { market, reduces: false }, (batch) => reverse(batch, command, market));
    },
    'perpetual.setTerms': async (request, caller) => {
      known(request.market);
      const command = commandOf('perpetual.setTerms', request, caller);
      return engine.command(command, [], (batch) => setTerms(batch, command.userId, request));
    },
    'perpetual.changeMargin': async (request, caller) => {
      known(request.market);
      const command = commandOf('perpetual.changeMargin', request, caller);
      return engine.command(command, [], (batch) => changeMargin(batch, command.userId, request));
    },
    'perpetual.protect': async (request, caller) => {
      known(request.market);
      const command = commandOf('perpetual.protect', request, caller);
      return engine.command(command, [], (batch) => ({
        guards: protect(batch, command.userId, command.key, request).map(rowOf),
      }));
    },
  };
}

/** Cancels a user's orders, except those in halted markets. @param request filters them. */
function cancelEach(
  batch: PerpetualBatch,
  quotes: Pick<Quotes, 'mayCancel'>,
  user: number,
  { market, scaled }: ParsedRequestOf<(typeof calls)['perpetual.cancelAll']>,
): number[] {
  const all = market === undefined ? batch.marketsOf(user) : [market];
  const markets = [...all].filter((id) => quotes.mayCancel(id));
  const orders = markets.flatMap((id) =>
    [...batch.orderBook(id).ordersOf(user).values()].filter(
      (order) => !isGuardOrder(order) && (scaled === undefined || order.scaled === scaled),
    ),
  );
  for (const order of orders) end(batch, order, 'cancelled');
  return orders.map(({ id }) => id);
}

function readHandlers(engine: PerpetualEngine): Pick<Handlers, Reads> {
  const { db } = engine.deps;
  const interest = new MarketInterest(engine);
  return {
    'perpetual.state': (_, caller) => stateOf(db, userOf(caller)),
    'perpetual.positions': (request, caller) => positionsOf(db, userOf(caller), request),
    'perpetual.orders': (request, caller) => ordersOf(db, userOf(caller), request),
    'perpetual.fills': (request, caller) => fillsOf(db, userOf(caller), request),
    'perpetual.funding': (request, caller) => fundingOf(db, userOf(caller), request),
    'perpetual.fundingSums': (request, caller) => fundingSumsOf(db, userOf(caller), request),
    'perpetual.liquidations': (request, caller) => liquidationsOf(db, userOf(caller), request),
    'perpetual.rates': (request) => ratesOf(db, request),
    'perpetual.interest': ({ market }) => interest.of(market),
    'perpetual.accounts': (request) => accountsOf(engine, request),
  };
}
