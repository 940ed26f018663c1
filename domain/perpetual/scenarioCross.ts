import { D } from '../decimal.ts';
import type { Position } from './position.ts';
import type { ScenarioPosition } from './scenario.ts';
import type { Stretch } from './scenarioSlack.ts';
import { crossingOf, NOTHING, slackAlong } from './scenarioSlack.ts';

/** Where a position's tier ends, and by what the sums change there. */
interface Bend {
  readonly at: D;
  readonly line: readonly Stretch[];
  readonly base: D;
  readonly slope: D;
}

/**
 * What cross positions together leave behind them along a path that is gone once, forwards. The sums are kept: a
 * position that changes costs what it alone costs, however many there are.
 */
export class CrossSlack {
  readonly #lines = new Map<Position, readonly Stretch[]>();
  #positions: readonly ScenarioPosition[] = [];
  /** Ahead of the share that was gone to, ascending. */
  #bends: Bend[] = [];
  #base = new D(0);
  #slope = new D(0);
  #solved: { readonly backing: D; readonly share: D | undefined } | undefined;

  /** Goes on to a share. @param positions of the account there; those of other modes are left out. @param share 0 to 1. */
  follow(positions: readonly ScenarioPosition[], share: D): void {
    this.#advance(share);
    if (positions === this.#positions) return;
    this.#positions = positions;
    const cross = positions.filter(({ position }) => position.mode === 'cross');
    const now = new Set(cross.map(({ position }) => position));
    for (const [position, line] of this.#lines) if (!now.has(position)) this.#remove(position, line, share);
    for (const own of cross) if (!this.#lines.has(own.position)) this.#add(own, share);
  }

  /**
   * The share at which the positions are due: what backs them is no more than maintenance and closing fee. What is left
   * is concave along the path and reaches nothing once. @param backing quote: balance less what is held.
   * @param from the share that was gone to. @returns undefined when they are not due up to 1, or there are none.
   */
  due(backing: D, from: D): D | undefined {
    if (this.#lines.size === 0) return undefined;
    const known = this.#solved;
    if (known?.backing.eq(backing)) return known.share && D.max(known.share, from);
    const share = this.#solve(backing, from);
    this.#solved = { backing, share };
    return share;
  }

  #solve(backing: D, from: D): D | undefined {
    let [base, slope] = [backing.plus(this.#base), this.#slope];
    let [before, more] = [from, slope.times(from).plus(base)];
    if (more.lte(NOTHING)) return from;
    for (const bend of this.#bends) {
      if (bend.at.gte(1)) break;
      const less = slope.times(bend.at).plus(base);
      if (less.lte(0)) return crossingOf(before, more, bend.at, less);
      [before, more] = [bend.at, less];
      base = base.plus(bend.base);
      slope = slope.plus(bend.slope);
    }
    const end = new D(1);
    const less = slope.plus(base);
    return less.gt(0) ? undefined : crossingOf(before, more, end, less);
  }

  #advance(share: D): void {
    const passed = this.#bends.findIndex(({ at }) => at.gt(share));
    const count = passed < 0 ? this.#bends.length : passed;
    for (const { base, slope } of this.#bends.splice(0, count)) {
      this.#base = this.#base.plus(base);
      this.#slope = this.#slope.plus(slope);
    }
  }

  #add(own: ScenarioPosition, share: D): void {
    const line = slackAlong(own);
    this.#lines.set(own.position, line);
    this.#solved = undefined;
    const at = stretchAt(line, share);
    this.#base = this.#base.plus(line[at]?.base ?? 0);
    this.#slope = this.#slope.plus(line[at]?.slope ?? 0);
    for (let i = at; i + 1 < line.length; i++) {
      const [here, next] = [line[i], line[i + 1]];
      if (here?.until && next)
        this.#insert({
          at: here.until,
          line,
          base: next.base.minus(here.base),
          slope: next.slope.minus(here.slope),
        });
    }
  }

  #remove(position: Position, line: readonly Stretch[], share: D): void {
    this.#lines.delete(position);
    this.#solved = undefined;
    const at = stretchAt(line, share);
    this.#base = this.#base.minus(line[at]?.base ?? 0);
    this.#slope = this.#slope.minus(line[at]?.slope ?? 0);
    this.#bends = this.#bends.filter((bend) => bend.line !== line);
  }

  #insert(bend: Bend): void {
    let [low, high] = [0, this.#bends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#bends[middle]?.at.lte(bend.at)) low = middle + 1;
      else high = middle;
    }
    this.#bends.splice(low, 0, bend);
  }
}

/** Place of the stretch that holds at a share: the next one where its end is reached. */
const stretchAt = (line: readonly Stretch[], share: D): number =>
  line.findIndex(({ until }) => until === undefined || share.lt(until));
