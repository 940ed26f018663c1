/** Volumes here are whole numbers of this share of a base unit, so that no part of one is lost. */
export const PROFILE_DECIMALS = 18;
/** Share of all volume that lies in the value area, per cent. */
const VALUE_PERCENT = 70n;
/** Parts of a bar's range, for its share of a row. */
const PARTS = 1_000_000;
const ALL_PARTS = 1_000_000n;

/** A bar as its volume is spread. Prices only place it: they are the chart's numbers. */
export interface ProfileBar {
  readonly high: number;
  readonly low: number;
  /** It closed no lower than it opened. */
  readonly isUp: boolean;
  /** By `profileVolume`, ≥ 0. */
  readonly volume: bigint;
}

/** What was traded between two prices. */
export interface ProfileRow {
  readonly low: number;
  readonly high: number;
  /** Of rising bars, and of falling ones; ≥ 0. */
  readonly up: bigint;
  readonly down: bigint;
}

export interface VolumeProfile {
  /** Ascending, of equal height. */
  readonly rows: readonly ProfileRow[];
  /** Place of the row with the most volume; of several the lowest. */
  readonly control: number;
  /** Places of the rows around it, both ends included, that hold 70 % of all volume. */
  readonly value: readonly [from: number, to: number];
}

/** A traded quantity as a whole number of 1e-18 base units. @param text decimal text ≥ 0; more places are cut off. */
export function profileVolume(text: string): bigint {
  const [whole = '0', places = ''] = text.split('.');
  return BigInt(whole + places.slice(0, PROFILE_DECIMALS).padEnd(PROFILE_DECIMALS, '0'));
}

/**
 * Volume by price: each bar's volume is spread evenly over its range from low to high. What rounding leaves over stands
 * in the bar's highest row, so that all rows together are the volume of all bars. @param count rows, ≥ 1; one where all
 * bars are at one price. @returns undefined without bars.
 */
export function volumeProfile(bars: readonly ProfileBar[], count: number): VolumeProfile | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const bar of bars) {
    if (bar.low < low) low = bar.low;
    if (bar.high > high) high = bar.high;
  }
  if (!Number.isFinite(low) || !Number.isFinite(high)) return undefined;
  const length = high > low ? count : 1;
  const height = (high - low) / length;
  const [up, down] = [new Side(length), new Side(length)];
  const placeOf = (price: number): number =>
    height > 0 ? Math.min(length - 1, Math.max(0, Math.floor((price - low) / height))) : 0;
  for (const bar of bars) {
    if (bar.volume > 0n) (bar.isUp ? up : down).spread(bar, placeOf(bar.low), placeOf(bar.high), low, height);
  }
  const [ups, downs] = [up.rows(), down.rows()];
  const rows = ups.map((volume, i) => ({
    low: low + i * height,
    high: i + 1 === length ? high : low + (i + 1) * height,
    up: volume,
    down: downs[i] ?? 0n,
  }));
  const control = controlOf(rows);
  return { rows, control, value: valueArea(rows, control) };
}

/** Volume of bars of one direction, by row. A bar costs the same however many rows it crosses. */
class Side {
  readonly #own: bigint[];
  /** What each row has more than the one below it. */
  readonly #steps: bigint[];

  constructor(length: number) {
    this.#own = Array.from({ length }, () => 0n);
    this.#steps = Array.from({ length: length + 1 }, () => 0n);
  }

  /** @param first row, and the last, that the bar reaches. @param bottom of the lowest row. */
  spread(bar: ProfileBar, first: number, last: number, bottom: number, height: number): void {
    if (first === last) {
      this.#add(last, bar.volume);
      return;
    }
    const range = bar.high - bar.low;
    const lowest = partOf(bar.volume, bottom + (first + 1) * height - bar.low, range);
    const least = bar.volume - lowest;
    this.#add(first, lowest);
    // Most bars of a long chart reach into one row or two: they cost no more than that.
    if (last - first === 1) {
      this.#add(last, least);
      return;
    }
    const whole = partOf(bar.volume, height, range);
    const between = BigInt(last - first - 1);
    // Rounding of the rows' bounds must not hand out more than there is.
    const each = whole * between > least ? least / between : whole;
    this.#steps[first + 1] = (this.#steps[first + 1] ?? 0n) + each;
    this.#steps[last] = (this.#steps[last] ?? 0n) - each;
    this.#add(last, least - each * between);
  }

  rows(): bigint[] {
    let crossing = 0n;
    return this.#own.map((own, i) => {
      crossing += this.#steps[i] ?? 0n;
      return own + crossing;
    });
  }

  #add(row: number, volume: bigint): void {
    this.#own[row] = (this.#own[row] ?? 0n) + volume;
  }
}

/** A part of a volume, rounded down and within it. */
function partOf(volume: bigint, part: number, whole: number): bigint {
  const share = Math.min(PARTS, Math.max(0, Math.floor((part / whole) * PARTS)));
  return (volume * BigInt(share)) / ALL_PARTS;
}

const totalOf = (row: ProfileRow | undefined): bigint => (row ? row.up + row.down : 0n);

function controlOf(rows: readonly ProfileRow[]): number {
  let most = 0;
  rows.forEach((row, i) => {
    if (totalOf(row) > totalOf(rows[most])) most = i;
  });
  return most;
}

/** Grows from the row of most volume to the neighbour with more, the upper one of equals. */
function valueArea(rows: readonly ProfileRow[], control: number): readonly [number, number] {
  const all = rows.reduce((sum, row) => sum + totalOf(row), 0n);
  let [from, to] = [control, control];
  let within = totalOf(rows[control]);
  while (within * 100n < all * VALUE_PERCENT && (from > 0 || to < rows.length - 1)) {
    const [below, above] = [rows[from - 1], rows[to + 1]];
    const isUp = above !== undefined && (below === undefined || totalOf(above) >= totalOf(below));
    within += totalOf(isUp ? above : below);
    if (isUp) to += 1;
    else from -= 1;
  }
  return [from, to];
}
