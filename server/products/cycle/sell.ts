import type { CycleRow, calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, IndexTick, RefusalCode, SaleTerms } from '../../../domain/index.ts';
import {
  D,
  ENTRY_WITHIN_MS,
  leastOf,
  RuleError,
  SALE_CLOSES_MS,
  SALE_MARGIN,
  saleRefusal,
  saleValue,
  windowMs,
} from '../../../domain/index.ts';
import type { Command, CommandDeps, Transaction } from '../../base/commands/command.ts';
import { isKnownKey, runOnce } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';
import { contractOf, contractsOf, haltedOf } from './contracts.ts';
import type { CycleHouse } from './house.ts';
import type { VolatilityModel } from './model.ts';
import type { IndexRecorder } from './recorder.ts';
import type { SaleTicks } from './saleTicks.ts';
import type { Venues } from './venues.ts';

type Sell = (typeof calls)['cycle.sell'];
type Sales = (typeof calls)['cycle.sales'];

/** What sales are made with. */
export interface SaleParts {
  readonly venues: Venues;
  readonly recorder: IndexRecorder;
  readonly model: VolatilityModel;
  readonly ticks: SaleTicks;
  readonly house: CycleHouse;
}

/** A sale that was accepted: nobody knows its index tick yet. */
interface Accepted {
  readonly contract: CycleRow;
  /** ms UTC. */
  readonly at: number;
  readonly volatility: Dec;
}

/** More contracts than a user may have running. */
const MOST_RUNNING = 200;

/** What a user's running contracts would be bought back for now; those that cannot be are left out. */
export async function salesOf(
  { db, clock }: CommandDeps,
  { venues, model }: SaleParts,
  userId: number,
): Promise<ResponseOf<Sales>> {
  const { rows } = await contractsOf(db, userId, { live: true, limit: MOST_RUNNING });
  const assets = [...new Set(rows.map(({ asset }) => asset))];
  const now = clock.now();
  const prices = venues.prices(assets);
  const open = assets.filter((asset) => marketRefusal(venues, asset, prices.get(asset)) === undefined);
  const halted = await haltedOf(db, open);
  const sold = open.filter((asset) => !halted.has(asset));
  const volatilities = await known(model, sold);
  const sales = rows.flatMap((row) => {
    const [price, volatility] = [prices.get(row.asset), volatilities.get(row.asset)];
    const terms = termsOf(row);
    if (price === undefined || volatility === undefined || saleRefusal(terms, now) !== undefined) return [];
    const value = saleValue(terms, { at: now, price }, volatility);
    if (!value) return [];
    const until = row.endsAt - windowMs(row.cycle) - SALE_CLOSES_MS;
    return [{ id: row.id, price: value.price, least: leastOf(value.price), until }];
  });
  return { now, sales };
}

/** The volatility of each of these assets that has one: no venue that does not answer hides other assets' sales. */
async function known(model: VolatilityModel, assets: readonly string[]): Promise<ReadonlyMap<string, Dec>> {
  const all = await Promise.allSettled(assets.map((asset) => model.of(asset)));
  return new Map(
    assets.flatMap((asset, i): [string, Dec][] => {
      const each = all[i];
      return each?.status === 'fulfilled' ? [[asset, each.value]] : [];
    }),
  );
}

/**
 * Sells a contract back at the first index tick after the sale was accepted: it waits for that tick, and only
 * then books, against a settlement that may come first. A command that is repeated under its key receives the
 * first response.
 */
export async function sell(
  deps: CommandDeps,
  parts: SaleParts,
  command: Command,
  request: ParsedRequestOf<Sell>,
): Promise<ResponseOf<Sell>> {
  const isRepeated = await isKnownKey(deps.db, command);
  const accepted = isRepeated ? undefined : await accept(deps, parts, command.userId, request.id);
  const tick = accepted && (await parts.ticks.after(accepted.contract.asset, accepted.at));
  return runOnce(deps, command, async (work) => {
    // The key was known a moment ago and is not any more: it cannot be, and nothing is sold without a tick.
    if (!accepted || !tick) throw new RuleError('keyReused');
    return book(parts, work, command.userId, accepted, tick, request.least);
  });
}

async function accept(
  { db, clock }: CommandDeps,
  { venues, recorder, model }: SaleParts,
  userId: number,
  id: number,
): Promise<Accepted> {
  const found = await contractOf(db, id, userId);
  if (!found) throw new RuleError('notFound');
  const { asset } = found;
  const refusal = marketRefusal(venues, asset, venues.prices([asset]).get(asset));
  if (refusal) throw new RuleError(refusal);
  const volatility = await model.of(asset);
  if ((await haltedOf(db, [asset])).has(asset)) throw new RuleError('saleHalted');
  // Read again: what was waited for may have brought its entry or its end.
  const contract = (await contractOf(db, id, userId)) ?? found;
  if (contract.outcome !== null) throw new RuleError('contractEnded');
  const at = recorder.earliest(clock.now());
  const late = saleRefusal(termsOf(contract), at);
  if (late) throw new RuleError(late);
  return { contract, at, volatility };
}

async function book(
  { house }: SaleParts,
  { tx, at, touched }: Transaction,
  userId: number,
  { contract, at: acceptedAt, volatility }: Accepted,
  tick: IndexTick,
  least: Dec,
): Promise<ResponseOf<Sell>> {
  // A sale that could be delayed would be an option on the prices after its tick.
  if (at > tick.at + ENTRY_WITHIN_MS) throw new RuleError('marketStale');
  const value = saleValue(termsOf(contract), tick, volatility);
  if (!value) throw new RuleError('saleUnpriced');
  if (new D(value.price).lt(least)) throw new RuleError('saleBelowLeast');
  const row = {
    id: contract.id,
    user_id: userId,
    payout: value.price,
    accepted_at: acceptedAt,
    seq: tick.seq,
    volatility,
    chance: value.chance,
    margin: SALE_MARGIN,
    least,
  };
  const { sold } = singleRow(
    await tx.query<{ sold: boolean }>(
      'select cycle_sell(p_house => $1, p_fees => $2, p_row => $3::jsonb, p_at => $4) as sold',
      [house.inventory, house.fees, JSON.stringify(row), Math.max(at, tick.at)],
    ),
  );
  if (!sold) throw new RuleError('contractEnded');
  touched(userId);
  const booked = await contractOf(tx, contract.id, userId);
  if (!booked) throw new Error(`contract ${contract.id} was not written`);
  return { contract: booked };
}

const termsOf = (row: CycleRow): SaleTerms => ({
  direction: row.direction,
  cycle: row.cycle,
  stake: row.amount,
  rate: row.rate,
  endsAt: row.endsAt,
  entry: row.entry?.price,
});

/** Why nothing on an asset is bought back now, or undefined. @param price the index as it stands. */
function marketRefusal(venues: Venues, asset: string, price: Dec | undefined): RefusalCode | undefined {
  const market = venues.asset(asset);
  if (!market) return 'marketUnknown';
  if (market.status !== 'open') return 'marketClosed';
  return price === undefined ? 'marketStale' : undefined;
}
