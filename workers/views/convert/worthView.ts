import type { Observable } from 'rxjs';
import {
  combineLatest,
  distinctUntilChanged,
  map,
  of,
  scan,
  startWith,
  switchMap,
  withLatestFrom,
} from 'rxjs';
import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Balance, Dec, Result } from '../../../domain/index.ts';
import {
  compareDec,
  D,
  DAY_MS,
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
import type { Words } from '../../session/words.ts';
import type { Positions } from '../../streams/positions/index.ts';
import { positionsIn } from '../../streams/positions/index.ts';
import type { Answer } from '../requested.ts';
import { NO_ANSWER, polled } from '../requested.ts';
import type { ViewDeps } from '../view.ts';
import { projected, sampled } from '../view.ts';
import { equityOf } from './equity.ts';

type Today = Pick<WorthFrame, 'profit' | 'percent' | 'direction' | 'since'>;
/** What was kept, and what was booked when it was requested. */
type WorthAnswer = ResponseOf<Calls['account.worth']> & { readonly booked: string };
/** A moment by the server's clock, ms UTC, and the value at it, USDT. */
type Point = readonly [at: number, value: Dec];
/** What was kept is requested again after this long, and after a failure, ms. */
const AGAIN_MS = { fresh: 300_000, failed: 5_000 } as const;
/** How long money has to rest before it is requested whether some of it came from outside, ms. */
const REST_MS = 700;
/** How often the end of the line moves, ms. */
const END_MS = 10_000;

interface WorthState {
  readonly uid: string | undefined;
  readonly positions: Positions;
  readonly booked: string;
  readonly answer: Answer<WorthAnswer>;
  /** What is now at the end of the line. */
  readonly end: Point | undefined;
}

/** Today's P/L and a line of the value over time: what was kept, and what is now at its end. */
export const worthView = projected<WorthView, WorthState, WorthFrame>({
  state(view$, deps) {
    const { streams, funds } = deps;
    const booked$ = bookedIn(deps);
    const positions$ = positionsIn(streams);
    const query$ = combineLatest([view$, sampled(deps, () => funds.uid)]).pipe(
      map(([{ range }, uid]) => ({ range, uid })),
      distinctUntilChanged((a, b) => a.range === b.range && a.uid === b.uid),
    );
    return query$.pipe(
      switchMap(({ range, uid }) => {
        const answer$ = uid === undefined ? of(NO_ANSWER) : keptIn(range, booked$, deps);
        const states$ = combineLatest([positions$, booked$, answer$, endIn(deps), streams.tickers$]);
        return states$.pipe(
          map(([positions, { booked }, answer, end]) => ({ uid, positions, booked, answer, end })),
        );
      }),
    );
  },
  frame(view, state, deps, sent) {
    const { data, failed } = state.answer;
    const value = equityOf(deps, state.positions);
    const isDrawn = sent !== undefined && sent.state.answer.data === data && sent.state.end === state.end;
    // Until it is known what came from outside, what was shown before it stands.
    const isSettled = data === undefined || data.booked === state.booked;
    const isShown = sent?.state.uid === state.uid && sent?.frame.profit !== NO_FIGURE;
    return {
      kind: 'worth',
      range: view.range,
      isKnown: data !== undefined,
      ...(!isSettled && sent && isShown ? todayOf(sent.frame) : todayNow(data, value, deps.words())),
      ...(isDrawn ? {} : { line: lineOf(state, deps.words()) }),
      ...(failed ? { failed } : {}),
    };
  },
});

/** What is booked, and since when, monotonic, ms. */
const bookedIn = (deps: ViewDeps): Observable<{ readonly booked: string; readonly since: number }> =>
  sampled(deps, () => deps.funds.version).pipe(
    map(() => bookedOf(deps.funds.balances)),
    distinctUntilChanged(),
    map((booked) => ({ booked, since: deps.clock.monotonic() })),
  );

/** What was kept: requested when nothing is known, when money has moved and rests, and now and then. */
function keptIn(
  range: WorthView['range'],
  booked$: ReturnType<typeof bookedIn>,
  deps: ViewDeps,
): Observable<Answer<WorthAnswer>> {
  return polled(booked$, deps, {
    request: async ({ booked }): Promise<Result<WorthAnswer>> => {
      const result = await deps.call('account.worth', { range });
      return result.ok ? { ok: true, data: { ...result.data, booked } } : result;
    },
    isDue({ booked, since }, { data, failed, sentAt }, now) {
      const isMoved = data !== undefined && booked !== data.booked && now - since >= REST_MS;
      const isOld = now - sentAt >= (failed || !data ? AGAIN_MS.failed : AGAIN_MS.fresh);
      // At midnight the P/L of today begins at nought.
      const isOfToday = now - sentAt <= deps.ages.serverNow() % DAY_MS;
      return isOld || !isOfToday || (isMoved && !failed);
    },
  });
}

/** What the account is worth, now and then, so that the line is not drawn again for each price. */
const endIn = (deps: ViewDeps): Observable<Point | undefined> =>
  deps.time$.pipe(
    withLatestFrom(positionsIn(deps.streams)),
    scan<[unknown, Positions], Point | undefined>((end, [, positions]) => {
      const now = deps.ages.serverNow();
      if (end && now - end[0] < END_MS) return end;
      const value = equityOf(deps, positions);
      return value === undefined ? end : [now, value];
    }, undefined),
    startWith(undefined),
    distinctUntilChanged(),
  );

function lineOf({ answer, end }: WorthState, words: Words): WorthLine {
  const kept: readonly Point[] = answer.data?.points ?? [];
  const isLater = end !== undefined && end[0] > (kept.at(-1)?.[0] ?? 0);
  const points = answer.data && isLater ? [...kept, end] : kept;
  return {
    points: points.map(([at, value]) => [Math.floor(at / 1_000), toChartNumber(value)]),
    words: lineTexts(
      points.map(([, value]) => value),
      words,
    ),
  };
}

const todayOf = ({ profit, percent, direction, since }: WorthFrame): Today => ({
  profit,
  percent,
  direction,
  since,
});

function todayNow(data: WorthAnswer | undefined, value: Dec | undefined, words: Words): Today {
  if (!data?.today || value === undefined)
    return { profit: NO_FIGURE, percent: NO_FIGURE, direction: 0, since: '' };
  const { today } = data;
  const profit = profitSince(value, today);
  const fraction = yieldSince(value, today);
  return {
    profit: signedMoneyText(profit, words.style),
    percent: percentText(fraction && toText(new D(fraction).times(100)), words.style),
    direction: directionOf(moneyText(profit)),
    since: today.since % DAY_MS === 0 ? '' : words.clockTime(today.since),
  };
}

function lineTexts(values: readonly Dec[], { style }: Words): WorthLine['words'] {
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

/** What is booked, by account: it changes with each movement and with nothing else. */
const bookedOf = (balances: readonly Balance[]): string =>
  balances
    .filter(({ posted }) => compareDec(posted, '0') !== 0)
    .map(({ account, asset, posted }) => `${account}${asset}${posted}`)
    .sort()
    .join();
