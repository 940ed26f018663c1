import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Balance, Dec, Refusal } from '../../../domain/index.ts';
import {
  compareDec,
  D,
  directionOf,
  moneyText,
  NO_FIGURE,
  percentText,
  profitSince,
  signedMoneyText,
  toChartNumber,
  toText,
  worthText,
  yieldSince,
} from '../../../domain/index.ts';
import type { WorthFrame, WorthLine, WorthView } from '../../protocol.ts';
import type { Positions } from '../../streams/positions/index.ts';
import type { LiveView } from '../live.ts';
import { followPositions, openChannel } from '../live.ts';
import { momentText } from '../perpetual/texts.ts';
import type { ViewDeps } from '../view.ts';
import { equityOf } from './equity.ts';

type Today = Pick<WorthFrame, 'profit' | 'percent' | 'direction' | 'since'>;
type Answer = ResponseOf<Calls['account.worth']>;

const DAY_MS = 86_400_000;
/** What was kept is asked for again after this long, and after a failure, ms. */
const AGAIN_MS = { fresh: 300_000, failed: 5_000 } as const;
/** How long money has to rest before it is asked whether some of it came from outside, ms. */
const REST_MS = 700;
/** How often the end of the line moves, ms. */
const END_MS = 10_000;

/** Today's P/L and a line of the worth over time: what was kept, and what is now at its end. */
export class WorthViewer implements LiveView<WorthView> {
  readonly #deps: ViewDeps;
  readonly #positionsState: Positions;
  readonly #stops: readonly (() => void)[];
  #view: WorthView;
  #seen = '';
  #drawn = '';
  /** Of everything that a frame is made of. */
  #state = '';
  #end: readonly [number, Dec] | undefined;
  /** Answers so far. */
  #asked = 0;
  #answer: Answer | undefined;
  #failed: Refusal | undefined;
  #owner: string | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** The funds that the answer, and the last look, were of. */
  #answered = '';
  #funds = '';
  #changedAt = 0;
  #turn = 0;
  #isAsking = false;
  /** What was shown last of today, while it is not known whether money came from outside. */
  #today: Today | undefined;

  constructor(view: WorthView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    const { positionsState, leave } = followPositions(deps);
    this.#positionsState = positionsState;
    this.#stops = [openChannel(deps, 'tick'), leave];
  }

  update(view: WorthView): void {
    if (view.range !== this.#view.range) {
      this.#turn += 1;
      this.#isAsking = false;
      this.#answer = undefined;
      this.#askedAt = Number.NEGATIVE_INFINITY;
    }
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
    this.#drawn = '';
    this.#state = '';
  }

  close(): void {
    this.#turn += 1;
    for (const stop of this.#stops) stop();
  }

  frame(): WorthFrame | undefined {
    this.#look();
    const { funds, rows } = this.#deps;
    const state = [
      funds.version,
      rows.tickerVersion,
      this.#positionsState.snapshot().id,
      this.#asked,
      this.#failed,
    ].join();
    if (state === this.#state) return undefined;
    this.#state = state;
    const frame = this.#make();
    const seen = JSON.stringify(frame);
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    return frame;
  }

  /** Asks when nothing is known, when money has moved and rests, and now and then. */
  #look(): void {
    const { funds, clock } = this.#deps;
    const now = clock.monotonic();
    if (funds.uid !== this.#owner) this.#forget(funds.uid);
    const state = stateOf(funds.balances);
    if (state !== this.#funds) {
      this.#funds = state;
      this.#changedAt = now;
    }
    if (funds.uid === undefined || this.#isAsking) return;
    const age = now - this.#askedAt;
    const isMoved = this.#funds !== this.#answered && now - this.#changedAt >= REST_MS;
    const isOld = age >= (this.#failed || !this.#answer ? AGAIN_MS.failed : AGAIN_MS.fresh);
    if (isOld || (isMoved && !this.#failed)) void this.#ask(state);
  }

  #forget(owner: string | undefined): void {
    this.#owner = owner;
    this.#turn += 1;
    this.#isAsking = false;
    this.#answer = undefined;
    this.#today = undefined;
    this.#end = undefined;
    this.#failed = undefined;
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  async #ask(state: string): Promise<void> {
    const turn = this.#turn;
    this.#isAsking = true;
    this.#askedAt = this.#deps.clock.monotonic();
    const result = await this.#deps.call('account.worth', { range: this.#view.range });
    if (turn !== this.#turn) return;
    this.#isAsking = false;
    this.#asked += 1;
    this.#failed = result.ok ? undefined : result.error;
    if (!result.ok) return;
    this.#answer = result.data;
    this.#answered = state;
  }

  #make(): WorthFrame {
    const worth = equityOf(this.#deps, this.#positionsState);
    const line = this.#lineOf(worth);
    const drawn = JSON.stringify(line);
    const isDrawn = drawn === this.#drawn;
    this.#drawn = drawn;
    return {
      kind: 'worth',
      range: this.#view.range,
      isKnown: this.#answer !== undefined,
      ...this.#todayOf(worth),
      ...(isDrawn ? {} : { line }),
      ...(this.#failed ? { failed: this.#failed } : {}),
    };
  }

  /** What was kept, and now and then what is now at its end, so that the line is not drawn anew for each price. */
  #lineOf(worth: Dec | undefined): WorthLine {
    const kept = this.#answer?.points ?? [];
    const now = this.#deps.ages.serverNow();
    if (worth !== undefined && now - (this.#end?.[0] ?? 0) >= END_MS) this.#end = [now, worth];
    const isLater = this.#end !== undefined && this.#end[0] > (kept.at(-1)?.[0] ?? 0);
    const points = this.#answer && this.#end && isLater ? [...kept, this.#end] : kept;
    return {
      points: points.map(([at, value]) => [Math.floor(at / 1_000), toChartNumber(value)]),
      words: this.#wordsOf(points.map(([, value]) => value)),
    };
  }

  #todayOf(worth: Dec | undefined): Today {
    const today = this.#answer?.today;
    // Until it is known what came from outside, what was said before it stands.
    if (this.#today && this.#funds !== this.#answered) return this.#today;
    const none = { profit: NO_FIGURE, percent: NO_FIGURE, direction: 0, since: '' } as const;
    if (!today || worth === undefined) return none;
    const words = this.#deps.words();
    const profit = profitSince(worth, today);
    const fraction = yieldSince(worth, today);
    this.#today = {
      profit: signedMoneyText(profit, words.style),
      percent: percentText(fraction && toText(new D(fraction).times(100)), words.style),
      direction: directionOf(moneyText(profit)),
      since: today.since % DAY_MS === 0 ? '' : momentText(today.since, words),
    };
    return this.#today;
  }

  #wordsOf(values: readonly Dec[]): WorthLine['words'] {
    const { style } = this.#deps.words();
    const [first, last] = [values[0], values.at(-1)];
    if (values.length < 2 || first === undefined || last === undefined)
      return { first: '', low: '', high: '', last: '' };
    const sorted = values.map((value) => new D(value)).sort((a, b) => a.cmp(b));
    const text = (value: Dec): string => worthText(value, style);
    return {
      first: text(first),
      low: text(toText(sorted[0] ?? new D(first))),
      high: text(toText(sorted.at(-1) ?? new D(last))),
      last: text(last),
    };
  }
}

/** What is booked, by account: it changes with each movement and with nothing else. */
const stateOf = (balances: readonly Balance[]): string =>
  balances
    .filter(({ posted }) => compareDec(posted, '0') !== 0)
    .map(({ account, asset, posted }) => `${account}${asset}${posted}`)
    .sort()
    .join();
