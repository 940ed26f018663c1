import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { AssetClass, Cycle, Dec } from '../../../domain/index.ts';
import {
  D,
  mostStake,
  QUOTE_LIFE_MS,
  RuleError,
  rateOf,
  stakeLimits,
  toText,
} from '../../../domain/index.ts';
import type { Command } from '../../base/commands/command.ts';
import { run, runOnce } from '../../base/commands/command.ts';
import { QuoteStore } from '../../base/quoteStore.ts';
import { assetsOf } from './assets.ts';
import { AFTER_END_MS, buy, marketRefusal } from './buy.ts';
import { roomOf } from './contracts.ts';
import type { CycleDeps } from './deps.ts';
import type { CycleHouse } from './house.ts';
import { openHouse } from './house.ts';
import { VolatilityModel } from './model.ts';
import { IndexRecorder } from './recorder.ts';
import { SaleTicks } from './saleTicks.ts';
import type { SaleParts } from './sell.ts';
import { salesOf, sell } from './sell.ts';
import { enterDue, settleDue } from './settle.ts';
import type { CycleTerms } from './terms.ts';
import { Venues } from './venues.ts';

type Calls = typeof calls;

/** How soon a second that has begun is seen, ms. */
const CHECK_MS = 50;

/** Cycle contracts: quotes, purchases, the recorded index, and what it decides. */
export class CycleEngine {
  readonly deps: CycleDeps;
  readonly #venues: Venues;
  readonly #recorder: IndexRecorder;
  readonly #model: VolatilityModel;
  readonly #quotes: QuoteStore<CycleTerms>;
  readonly #sales: SaleTicks;
  #house: CycleHouse | undefined;
  #stop: () => void = () => undefined;
  /** The turn that is under way. */
  #turn: Promise<void> | undefined;
  #isAgain = false;
  /** Whether contracts may be running. */
  #isBusy = true;

  constructor(deps: CycleDeps) {
    this.deps = deps;
    this.#venues = new Venues(deps.sources, deps.clock);
    this.#recorder = new IndexRecorder(this.#venues, deps.db, deps.clock);
    this.#model = new VolatilityModel(this.#venues, deps.clock);
    this.#quotes = new QuoteStore(deps.newId, QUOTE_LIFE_MS);
    this.#sales = new SaleTicks(deps.db);
  }

  /**
   * Takes up what runs: what ended meanwhile is settled before anything is sold. What cannot be booked keeps nobody from
   * trading: it is tried again.
   */
  async start(): Promise<void> {
    const { clock } = this.deps;
    this.#house = await run(this.deps, openHouse);
    await this.#recorder.start();
    await this.#needAgain();
    await this.settle();
    this.#stop = clock.every(CHECK_MS, () => this.check());
  }

  /** Reads the index when a second has begun, and settles what ends with it. */
  check(): void {
    if (this.#recorder.take(this.deps.clock.now())) void this.settle();
  }

  /** Enters and settles what is due. One turn at a time; what comes meanwhile gets one more. */
  settle(): Promise<void> {
    this.#isAgain = this.#turn !== undefined;
    this.#turn ??= this.#turns().finally(() => {
      this.#turn = undefined;
    });
    return this.#turn;
  }

  assets(): Promise<ResponseOf<Calls['cycle.assets']>['assets']> {
    return assetsOf(this.deps.db, this.#venues, this.deps.clock.now());
  }

  /** @throws {RuleError} why nothing can be bought now. */
  async quote(
    userId: number,
    { asset, cycle }: ParsedRequestOf<Calls['cycle.quote']>,
  ): Promise<ResponseOf<Calls['cycle.quote']>> {
    const { db, clock } = this.deps;
    this.#priced(asset, cycle);
    const [volatility, room] = await Promise.all([
      this.#model.of(asset),
      roomOf(db, userId, asset, this.#houseOf().inventory),
    ]);
    if (room.isHalted) throw new RuleError('assetHalted');
    // Read again: a venue may have taken seconds to say how the asset moves.
    const { kind, price } = this.#priced(asset, cycle);
    const rates = { up: rateOf(volatility, cycle, 'up'), down: rateOf(volatility, cycle, 'down') };
    const now = clock.now();
    const { id, expiresAt } = this.#quotes.issue({ userId, asset, kind, cycle, rates, volatility }, now);
    const most = mostStake(kind, toText(D.max(rates.up, rates.down)), room);
    const { least } = stakeLimits[kind];
    return { ...rates, id, asset, cycle, price, volatility, least, most, now, expiresAt };
  }

  async buy(
    command: Command,
    request: ParsedRequestOf<Calls['cycle.buy']>,
  ): Promise<ResponseOf<Calls['cycle.buy']>> {
    const arrived = this.deps.clock.now();
    const parts = {
      venues: this.#venues,
      recorder: this.#recorder,
      quotes: this.#quotes,
      house: this.#houseOf(),
    };
    try {
      return await runOnce(this.deps, command, async (work) => {
        const answer = await buy(parts, work, command, request, arrived);
        // Before the commit: where its answer is lost, the contract runs all the same.
        this.#recorder.need(answer.contract.asset, answer.contract.endsAt + AFTER_END_MS);
        return answer;
      });
    } finally {
      // Whatever was answered, it may have been written.
      this.#isBusy = true;
    }
  }

  /** What the user's running contracts would be bought back for. */
  sales(userId: number): Promise<ResponseOf<Calls['cycle.sales']>> {
    return salesOf(this.deps, this.#saleParts(), userId);
  }

  /** Answers after the index tick that decides it. */
  sell(
    command: Command,
    request: ParsedRequestOf<Calls['cycle.sell']>,
  ): Promise<ResponseOf<Calls['cycle.sell']>> {
    return sell(this.deps, this.#saleParts(), command, request);
  }

  /** Ends timers; resolves when the turn that is under way has ended. */
  async close(): Promise<void> {
    this.#stop();
    this.#sales.close();
    this.#venues.close();
    await this.#turn;
  }

  /** The class and the index of an asset of which a contract could begin now. @throws {RuleError} why none can. */
  #priced(asset: string, cycle: Cycle): { readonly kind: AssetClass; readonly price: Dec } {
    const market = this.#venues.asset(asset);
    const price = this.#venues.prices([asset]).get(asset);
    const at = this.#recorder.earliest(this.deps.clock.now());
    const refusal = marketRefusal(market, cycle, price, at);
    if (!market || price === undefined || refusal) throw new RuleError(refusal ?? 'marketUnknown');
    return { kind: market.asset, price };
  }

  #houseOf(): CycleHouse {
    if (!this.#house) throw new Error('cycle contracts have not been started');
    return this.#house;
  }

  #saleParts(): SaleParts {
    return {
      venues: this.#venues,
      recorder: this.#recorder,
      model: this.#model,
      ticks: this.#sales,
      house: this.#houseOf(),
    };
  }

  async #turns(): Promise<void> {
    do {
      this.#isAgain = false;
      try {
        await this.#work();
      } catch (error) {
        // Nothing is lost: the next second tries again.
        this.deps.log('cycle', { error: String(error) });
      }
    } while (this.#isAgain);
  }

  async #work(): Promise<void> {
    if (!this.#isBusy) return;
    const upTo = await this.#recorder.flush();
    this.#sales.stored(upTo);
    await enterDue(this.deps);
    await settleDue(this.deps, this.#houseOf(), upTo);
    // Set before the question: a purchase that is written meanwhile sets it again.
    this.#isBusy = false;
    const running = await this.deps.db.query('select 1 from cycle_contract where outcome is null limit 1');
    if (running.length > 0 || this.#recorder.isNeeded) this.#isBusy = true;
  }

  /** The index goes on for what runs; for what has ended, until a tick shows that none was left out. */
  async #needAgain(): Promise<void> {
    const { db, clock } = this.deps;
    const rows = await db.query<{ asset: string; until: number }>(
      'select asset, max(ends_at) as until from cycle_contract where outcome is null group by asset',
    );
    for (const { asset, until } of rows)
      this.#recorder.need(asset, Math.max(until, clock.now()) + AFTER_END_MS);
  }
}
