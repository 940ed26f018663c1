import type { Result } from '../../domain/index.ts';
import { readAddress, readAddressOf } from '../../domain/index.ts';
import type { Clock, MarketFeed } from '../../feeds/index.ts';
import { flight } from '../flight/flight.ts';
import type { WorkerAnswers } from '../protocol.ts';
import type { Caller } from '../session/caller.ts';
import { exportOrders, exportRecords, unhurried } from '../session/export.ts';
import { priceOnTick } from '../session/priceOnTick.ts';
import type { Words } from '../session/words.ts';
import type { MarketRows } from '../streams/marketRows.ts';
import { holdsOf, netGainOf, orderDetail } from './answers.ts';
import { exportConversions } from './convert/views.ts';
import { proofOf, proofOfText } from './cycle/proof.ts';
import { exportCycles } from './cycle/views.ts';
import { loadPart } from './parts.ts';
import { exportFutures } from './perpetual/views.ts';
import { exportStorage } from './storage/views.ts';
import { exportWallet } from './wallet/views.ts';

/** What answers are made of. */
export interface AnswerDeps {
  readonly call: Caller;
  readonly rows: MarketRows;
  readonly words: Words;
  readonly feed: MarketFeed;
  readonly clock: Clock;
}

type Answering = {
  readonly [K in keyof WorkerAnswers]: (
    args: WorkerAnswers[K][0],
    deps: AnswerDeps,
  ) => Result<WorkerAnswers[K][1]> | Promise<Result<WorkerAnswers[K][1]>>;
};

const done = <T>(data: T): Result<T> => ({ ok: true, data });

/** What few users open has a chunk of its own. */
const results = () => loadPart(() => import('./results/answers.ts'));

/** How each kind is answered. */
export const answering: Answering = {
  readAddress: ({ text, family }) => done(family ? readAddressOf(family, text) : readAddress(text)),
  onTick: ({ market, price }, { rows }) => {
    const row = rows.row(market);
    return done(row && priceOnTick(row.market, price));
  },
  netGain: (nets, { words }) => done(netGainOf(nets, words)),
  orderDetail: (id, deps) => orderDetail(deps, id),
  holdsOf: (asset, deps) => holdsOf(deps, asset),
  exportWallet: (what, deps) => exportWallet(unhurried(deps), what),
  exportRecords: (filter, deps) => exportRecords(unhurried(deps), filter),
  exportOrders: (filter, deps) => exportOrders(unhurried(deps), filter),
  exportCycles: (filter, deps) => exportCycles(unhurried(deps), filter),
  exportConversions: (filter, deps) => exportConversions(unhurried(deps), filter),
  exportFutures: (filter, deps) => exportFutures(unhurried(deps), filter),
  exportStorage: (what, deps) => exportStorage(unhurried(deps), what),
  exportResults: async (what, deps) => (await results()).exportResults(unhurried(deps), what),
  exportTax: async (what, deps) => (await results()).exportTax(unhurried(deps), what),
  tradeChart: async (trade, deps) => (await results()).tradeChart(deps, trade),
  cycleProof: (id, { call, words }) => proofOf(call, id, words),
  checkReceipt: (text, { call, words }) => proofOfText(call, text, words),
  flight: (ask, { feed, clock }) => done(flight(feed, clock, ask)),
};
