import type { Dec } from '../../../../domain/index.ts';
import {
  applyFunding,
  bookedGain,
  bookedNet,
  D,
  fundingPayment,
  isFundingDue,
  nextFundingAt,
  toText,
} from '../../../../domain/index.ts';
import { IntervalJob } from '../../../base/intervalJob.ts';
import type { Premium } from '../../../market/marks/marks.ts';
import { missedInterval, wasOpen } from '../../../market/marks/missed.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { DuePosition } from '../batch/duePositions.ts';
import type { HeldPosition } from '../batch/position.ts';
import type { PerpetualEngine } from '../engine/engine.ts';

/** Positions per transaction. */
const TOGETHER = 250;
const CHECK_MS = 1_000;
const KEEP_MS = 60_000;
/** Delay after which the present mark is no longer used for a settlement. */
const LATE_MS = 60_000;

/** A settlement of one market. It is fixed once decided. */
interface Settlement {
  readonly market: string;
  readonly at: number;
  readonly rate: Dec;
  readonly mark: Dec;
}

/** Settles funding when it is due, and stores the premiums for the next one. Late or twice does no harm. */
export class Funding {
  readonly #engine: PerpetualEngine;
  readonly #stops: (() => void)[];
  /** Premiums of unsettled intervals from before the start, by market. */
  readonly #unsettled = new Map<string, Premium>();
  #busy: Promise<void> | undefined;

  constructor(engine: PerpetualEngine) {
    this.#engine = engine;
    const { clock } = engine.deps;
    const keeping = new IntervalJob(clock, KEEP_MS, () =>
      this.#keep().catch((error: unknown) => this.#log(error)),
    );
    keeping.start();
    this.#stops = [clock.every(CHECK_MS, () => this.check()), () => void keeping.close()];
  }

  /**
   * Resumes premiums stored before a restart, interrupted payments, and intervals that ended while the
   * exchange was down.
   */
  async start(): Promise<void> {
    const { db } = this.#engine.deps;
    const kept = await db.query<{ market: string; dueAt: number; total: Dec; count: number }>(
      `select market, due_at as "dueAt", total::text, count from futures_premium p
       where not exists (select 1 from futures_rate r where r.market = p.market and r.at >= p.due_at)`,
    );
    for (const { market, dueAt, total, count } of kept)
      this.#unsettled.set(market, { dueAt, total: new D(total), count });
    const cut = await db.query<Settlement>(
      `select r.market, r.at, r.rate::text, r.mark::text from futures_rate r
       where r.at = (select max(at) from futures_rate o where o.market = r.market)`,
    );
    for (const each of cut) await this.#pay(each);
    const settled = new Map(cut.map(({ market, at }) => [market, at]));
    for (const market of this.#engine.store.markets) this.#missedSince(market, settled.get(market));
    this.check();
    await this.idle();
  }

  /** Adds a market's first unsettled interval. @param last settlement; undefined before the first. */
  #missedSince(market: string, last: number | undefined): void {
    const { store, deps } = this.#engine;
    const opened = Math.min(...store.positionsIn(market).map(({ openedAt }) => openedAt - 1));
    const dueAt = nextFundingAt(last ?? opened, deps.fundingHours);
    if (this.#unsettled.get(market)?.dueAt !== dueAt)
      this.#unsettled.set(market, { dueAt, total: new D(0), count: 0 });
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  async idle(): Promise<void> {
    while (this.#busy) await this.#busy;
  }

  /** Settles every market that is due. */
  check(): void {
    this.#busy ??= this.#settle()
      .catch((error: unknown) => this.#log(error))
      .finally(() => {
        this.#busy = undefined;
      });
  }

  /** Settles every interval that has ended, market by market. */
  async #settle(): Promise<void> {
    const { marks } = this.#engine;
    for (const [market, premium] of this.#unsettled)
      if (marks.restore(market, premium)) this.#unsettled.delete(market);
    const failed: string[] = [];
    const errors: unknown[] = [];
    for (const market of marks.markets)
      await this.#settleMarket(market).catch((error: unknown) => {
        // One whose past cannot be read holds up no other.
        failed.push(market);
        errors.push(error);
      });
    if (failed.length > 0) this.#log(errors[0], failed);
  }

  async #settleMarket(market: string): Promise<void> {
    const { marks, duePositions, deps } = this.#engine;
    const { clock } = deps;
    for (let due = marks.premiumOf(market); due && due.dueAt <= clock.now(); due = marks.premiumOf(market)) {
      const isDone =
        clock.now() - due.dueAt > LATE_MS
          ? await this.#settleMissed(market, due)
          : await this.#settleNow(market, due);
      if (!isDone) return;
      marks.next(market);
    }
    duePositions.paid(market);
  }

  /** @returns false if it has to wait for a price. */
  async #settleNow(market: string, premium: Premium): Promise<boolean> {
    const { marks } = this.#engine;
    const mark = marks.of(market);
    if (!mark || mark.state === 'stale') return false;
    // A closed market has no premium, and its hours cost no funding.
    if (mark.state === 'live')
      await this.#decide(
        { market, at: premium.dueAt, rate: marks.rateOf(premium), mark: mark.mark },
        mark.index,
      );
    return true;
  }

  /**
   * Settles an interval at whose end the exchange was down or received nothing, by the source's history; a
   * source without one leaves the recorded premiums and the first mark after it. Either is stored first.
   */
  async #settleMissed(market: string, premium: Premium): Promise<boolean> {
    const { marks, deps } = this.#engine;
    const { dueAt: at } = premium;
    const own = this.#engine.orderBookOf(market)?.market;
    if (!own) return false;
    if (!wasOpen(own, at) || this.#dueIn(market, at).length === 0) return true;
    // A market with a clock of its own, such as a replay, has no bars of ours.
    const isOurTime = Math.abs(deps.source.now() - deps.clock.now()) < LATE_MS;
    const seen = isOurTime
      ? await missedInterval(deps.source, own, marks.spotOf(own), at, deps.fundingHours)
      : undefined;
    if (!seen) return marks.of(market)?.state === 'live' && this.#settleNow(market, premium);
    const { mark, index } = seen;
    await this.#decide({ market, at, rate: marks.rateOf(seen), mark }, index);
    return true;
  }

  async #decide(settlement: Settlement, index: Dec): Promise<void> {
    const { market, at, rate, mark } = settlement;
    await this.#engine.deps.db.query(
      `insert into futures_rate (market, at, rate, mark, index) values ($1, $2, $3, $4, $5)
       on conflict (market, at) do nothing`,
      [market, at, rate, mark, index],
    );
    const [decided] = await this.#engine.deps.db.query<Settlement>(
      'select market, at, rate::text, mark::text from futures_rate where market = $1 and at = $2',
      [market, at],
    );
    if (decided) await this.#pay(decided);
  }

  /** Positions that were open at a settlement. */
  #dueIn(market: string, at: number): HeldPosition[] {
    const { store, duePositions } = this.#engine;
    return [...store.positionsIn(market), ...duePositions.closedIn(market)].filter(({ openedAt }) =>
      isFundingDue(openedAt, undefined, at),
    );
  }

  /** Pays and collects all outstanding funding of a settlement. */
  async #pay(settlement: Settlement): Promise<void> {
    const { market, at } = settlement;
    const due = this.#dueIn(market, at);
    if (due.length === 0) return;
    await this.#engine.deps.db.log?.applied(due.map(({ userId }) => userId));
    const paid = await this.#engine.deps.db.query<{ id: number }>(
      'select position_id as id from futures_funding where position_id = any($1::bigint[]) and at = $2',
      [due.map(({ id }) => id), at],
    );
    const done = new Set(paid.map(({ id }) => id));
    const left = due.filter(({ id }) => !done.has(id));
    const unpaid = await this.#payEach(left, settlement);
    // Closed by an earlier command of the same transaction: now it is known how.
    if (unpaid.length > 0) await this.#payEach(unpaid, settlement);
  }

  /** @returns those that were neither open nor known to be closed. */
  async #payEach(left: readonly HeldPosition[], settlement: Settlement): Promise<HeldPosition[]> {
    const { duePositions } = this.#engine;
    const unpaid: HeldPosition[] = [];
    for (let i = 0; i < left.length; i += TOGETHER) {
      const these = left.slice(i, i + TOGETHER);
      const missed = await this.#engine.run({
        users: these.map(({ userId }) => userId),
        decide: (batch) =>
          these.filter((position) => !pay(batch, position, duePositions.of(position), settlement)),
      });
      unpaid.push(...missed);
    }
    return unpaid;
  }

  async #keep(): Promise<void> {
    const { marks } = this.#engine;
    const seen = [...marks.markets].flatMap((market) => {
      const premium = marks.premiumOf(market);
      return premium && premium.count > 0 ? [[market, premium] as const] : [];
    });
    if (seen.length === 0) return;
    await this.#engine.deps.db.query(
      `insert into futures_premium (market, due_at, total, count)
       select * from unnest($1::text[], $2::bigint[], $3::numeric[], $4::int[])
       on conflict (market) do update set due_at = excluded.due_at, total = excluded.total, count = excluded.count`,
      [
        seen.map(([market]) => market),
        seen.map(([, { dueAt }]) => dueAt),
        seen.map(([, { total }]) => toText(total)),
        seen.map(([, { count }]) => count),
      ],
    );
  }

  /** @param markets that are tried again at the next check. */
  #log(error: unknown, markets?: readonly string[]): void {
    this.#engine.deps.log('funding', { error: String(error), ...(markets ? { markets } : {}) });
  }
}

/** The money behind a position, and of an isolated one that is closed, what closing it has brought back. Quote, ≥ 0. */
function backingOf(batch: PerpetualBatch, position: HeldPosition, noted: DuePosition | undefined): D {
  const { mode, margin, closedAt, userId, realised } = position;
  const free = D.max(0, batch.funds.free(userId));
  if (mode === 'cross') return free;
  if (closedAt === null || !noted) return new D(margin);
  const { first } = noted;
  const brought = new D(bookedNet(realised)).minus(bookedNet(first.realised)).plus(first.margin);
  return D.max(0, D.min(free, brought));
}

/**
 * Funding of one position, for what of it was open at the settlement. Nobody pays more than the money behind the
 * position: its margin, or the account's free balance; the house pays the rest.
 * @param noted how it has changed since. @returns false for a position that is open no more and not noted.
 */
function pay(
  batch: PerpetualBatch,
  named: HeldPosition,
  noted: DuePosition | undefined,
  { market, at, rate, mark }: Settlement,
): boolean {
  const open = batch.position(named.userId, market);
  const position = open?.id === named.id ? open : noted?.now;
  if (!position || (position !== open && position.closedAt === null)) return false;
  const { userId, id, side } = position;
  const { quantity } = noted?.first ?? named;
  const backing = backingOf(batch, position, noted);
  const owed = bookedGain(fundingPayment(side, quantity, plain(mark), plain(rate)));
  const amount = toText(D.max(owed, backing.negated()));
  batch.funds.move('funding', `${id}.${at}`, userId, amount, 'house_perpetual');
  if (position === open) batch.setPosition({ ...position, ...applyFunding(position, amount) });
  else {
    const { realised } = applyFunding(position, amount);
    const version = position.version + 1;
    batch.booking.position(position, { ...position, realised, version, updatedAt: batch.at });
  }
  const row = {
    id: batch.newId(),
    position: id,
    market,
    side,
    quantity,
    mark: plain(mark),
    rate: plain(rate),
  };
  batch.booking.funding(userId, { ...row, amount, at });
  return true;
}

const plain = (text: Dec): Dec => toText(new D(text));
