import type { Observable } from 'rxjs';
import { combineLatest, map, of } from 'rxjs';
import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, Market, PositionSide } from '../../../domain/index.ts';
import {
  depthText,
  directionOf,
  fundingText,
  longShortRatio,
  MINUTE_MS,
  NO_FIGURE,
  positionValue,
  styleDigits,
  tradePriceText,
  volumeText,
} from '../../../domain/index.ts';
import type {
  Freshness,
  InterestTexts,
  OpenInterestFrame,
  OpenInterestView,
  RatioTexts,
  SettledRateLine,
} from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { Answer } from '../requested.ts';
import { polled, requested } from '../requested.ts';
import type { ViewDeps, ViewSpec } from '../view.ts';
import { projected, seconds, switchOn } from '../view.ts';

type Interest = ResponseOf<Calls['perpetual.interest']>;
type Rates = ResponseOf<Calls['perpetual.rates']>;
type State = readonly [interest: Answer<Interest>, rates: Answer<Rates>, second: number];

/** Between the end of one request and the next, ms. */
const EVERY_MS = 5_000;
/** What was counted longer ago than this is old, ms. */
const STALE_MS = 3 * EVERY_MS;
/** Settled rates that are listed: ten days of three. */
const RATES = 30;

/** Open interest, longs and shorts, liquidations and funding rates of one market: no channel publishes them. */
export const openInterestView: ViewSpec<'openInterest'> = {
  pace: 'focus',
  open: projected<OpenInterestView, State, OpenInterestFrame>({
    state: (view$, deps) =>
      view$.pipe(
        switchOn(
          ({ market }) => market,
          (id) => stateOf(id, deps),
        ),
      ),
    frame: (view, [interest, rates], { rows, words, ages }) => {
      const market = rows.row(view.market)?.market;
      if (!market || (!interest.data && !interest.failed && !rates.data)) return undefined;
      const failed = interest.failed ?? rates.failed;
      const age = Math.max(0, ages.serverNow() - (interest.data?.at ?? 0));
      return {
        kind: 'openInterest',
        ...(interest.data ? { interest: interestTexts(interest.data, market, words(), age) } : {}),
        ...(rates.data ? { rates: rateLines(rates.data, market, words()) } : {}),
        ...(failed ? { failed } : {}),
      };
    },
  }),
};

function stateOf(market: string, deps: ViewDeps): Observable<State> {
  const { call, ages } = deps;
  const interest$ = polled<string, Interest>(of(market), deps, {
    request: (id) => call('perpetual.interest', { market: id }),
    isDue: (_, { endedAt }, now) => now - endedAt >= EVERY_MS,
  });
  const rates$ = requested<string, Rates>(of(market), deps, {
    request: (id) => call('perpetual.rates', { market: id, limit: RATES }),
    // A settlement is booked within the minute in which it is due.
    key: () => `${Math.floor(ages.serverNow() / MINUTE_MS)}`,
  });
  return combineLatest([interest$, rates$, seconds(deps)]).pipe(map((state) => state));
}

/** @param ageMs since it was counted. */
export function interestTexts(
  { interest }: Interest,
  market: Market,
  words: Words,
  ageMs: number,
): InterestTexts | null {
  if (!interest) return null;
  const { style, clockTime } = words;
  const { quantity, value, long, short, liquidated, liquidations } = interest;
  const ratioOf = (ofLong: Dec, ofShort: Dec, text: (value: Dec) => string): RatioTexts => {
    const ratio = longShortRatio(ofLong, ofShort);
    return {
      long: text(ofLong),
      short: text(ofShort),
      ratio: ratio === undefined ? NO_FIGURE : styleDigits(ratio, style),
    };
  };
  const sizeText = (size: Dec): string => depthText(size, market.lot, style);
  const moneyOf = (side: PositionSide): string => volumeText(liquidated[side].value, style);
  return {
    quantity: sizeText(quantity),
    value: value === null ? NO_FIGURE : volumeText(value, style),
    accounts: ratioOf(`${long.accounts}`, `${short.accounts}`, (count) => styleDigits(count, style)),
    positions: ratioOf(long.quantity, short.quantity, sizeText),
    liquidated: { long: moneyOf('long'), short: moneyOf('short') },
    liquidations: liquidations.map(({ at, side, quantity: size, price }, place) => ({
      key: `${at} ${liquidations.length - place}`,
      time: clockTime(at),
      side,
      price: tradePriceText(price, market, style),
      value: volumeText(positionValue(size, price), style),
    })),
    freshness: freshnessOf(ageMs, words),
  };
}

function freshnessOf(ageMs: number, { age }: Words): Freshness {
  // While it is counted again every few seconds its age would only flicker.
  const isLive = ageMs <= STALE_MS;
  return isLive ? { state: 'live', ageMs: 0, ageText: '' } : { state: 'stale', ageMs, ageText: age(ageMs) };
}

export function rateLines({ rows }: Rates, market: Market, { style, moment }: Words): SettledRateLine[] {
  return rows.map(({ at, rate, mark }) => {
    const text = fundingText(rate, style);
    return {
      at,
      time: moment(at),
      rate: text,
      direction: directionOf(rate),
      mark: tradePriceText(mark, market, style),
    };
  });
}
