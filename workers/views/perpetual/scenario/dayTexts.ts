import type { RecordedDay } from '../../../../domain/index.ts';
import { D, signedPercent, signOfSide, toText, unsignedZero, worstDays } from '../../../../domain/index.ts';
import type { ScenarioDay } from '../../../protocol.ts';
import type { Words } from '../../../session/words.ts';
import type { Snapshot } from '../../../streams/positions/index.ts';
import type { Joined } from '../../../streams/positions/joined.ts';
import type { FuturesState } from '../perpetual.ts';
import type { DaysByMarket } from './days.ts';

/** As many days are offered. */
const MOST_DAYS = 5;

/** Finds the days that would cost an account most, by what it holds: again when positions or days are others. */
export function worstOf() {
  let found: readonly RecordedDay[] | undefined;
  let of: readonly unknown[] = [];
  return ({
    positions,
    days,
  }: Pick<FuturesState, 'positions'> & { readonly days: DaysByMarket }):
    | readonly RecordedDay[]
    | undefined => {
    const { joined, positions: rows } = positions.snapshot();
    if (of[0] === days && of[1] === rows && of[2] === joined.size) return found;
    of = [days, rows, joined.size];
    const exposures = new Map([...joined].map(([market, own]) => [market, toText(exposureOf(own))]));
    found = days && worstDays(days, exposures, MOST_DAYS);
    return found;
  };
}

/** What a position is worth at mark: below nought for a short one. */
const exposureOf = ({ row, mark }: Joined): D =>
  new D(row.quantity).times(mark[1]).times(signOfSide(row.side));

/** Each day with the position that would cost most then. */
export function dayTexts(
  days: readonly RecordedDay[],
  { joined }: Snapshot,
  { date, style }: Words,
): readonly ScenarioDay[] {
  return days.map(({ at, moves }) => {
    const [worst] = [...joined]
      .map(([market, own]) => {
        const move = new D(moves.get(market) ?? 0);
        return { base: own.market.base, move, made: exposureOf(own).times(move) };
      })
      .sort((a, b) => a.made.comparedTo(b.made));
    const percent = worst?.move.times(100).toFixed(1, D.ROUND_DOWN) ?? '0';
    return {
      at,
      date: date(at),
      move: worst ? `${worst.base} ${signedPercent(unsignedZero(percent), style)}` : '',
    };
  });
}
