import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { Direction } from './change.ts';
import { directionOf } from './change.ts';
import { unsignedZero } from './price.ts';
import type { NumberStyle } from './style.ts';
import { plainStyle, styleDigits } from './style.ts';

const FEW_DECIMALS = 2;
const FINE_DECIMALS = 4;
/** Below this, money is shown with more decimals. */
const SMALL = '0.1';

/**
 * Parts of a total, rounded so that they add up to the total as it is shown. The total is rounded down; what is missing
 * after rounding all parts down goes, a unit of the last place each, to those that lost most by it.
 * @param parts any sign. @param total their sum. @param decimals places that are shown, ≥ 0.
 */
export function roundedParts(
  parts: readonly Dec[],
  total: Dec,
  decimals: number,
): { readonly parts: readonly Dec[]; readonly total: Dec } {
  const unit = new D(10).pow(-decimals);
  const down = (value: Dec): D => new D(value).toDecimalPlaces(decimals, D.ROUND_FLOOR);
  const rounded = down(total);
  const floors = parts.map((value, place) => ({
    place,
    floor: down(value),
    rest: new D(value).minus(down(value)),
  }));
  const missing = floors
    .reduce((left, { floor }) => left.minus(floor), rounded)
    .div(unit)
    .toNumber();
  const raised = new Set(
    [...floors]
      .sort((a, b) => b.rest.comparedTo(a.rest) || a.place - b.place)
      .slice(0, Math.max(0, missing))
      .map(({ place }) => place),
  );
  return {
    parts: floors.map(({ place, floor }) => toText(raised.has(place) ? floor.plus(unit) : floor)),
    total: toText(rounded),
  };
}

const decimalsOf = (values: readonly Dec[]): number => {
  const largest = D.max(0, ...values.map((value) => new D(value).abs()));
  return largest.isZero() || largest.gte(SMALL) ? FEW_DECIMALS : FINE_DECIMALS;
};

function signedText(value: Dec, decimals: number, style: NumberStyle): string {
  const text = unsignedZero(new D(value).toFixed(decimals));
  return directionOf(text) > 0 ? style.plus + styleDigits(text, style) : styleDigits(text, style);
}

/**
 * What a user gains, such as net P/L: signed, two decimals, four below a tenth, rounded down, so that nobody is shown
 * more than there is. @param gain quote, any sign.
 */
export function gainText(gain: Dec, style: NumberStyle = plainStyle): string {
  const decimals = decimalsOf([gain]);
  return signedText(toText(new D(gain).toDecimalPlaces(decimals, D.ROUND_FLOOR)), decimals, style);
}

/**
 * The same with the parts that it is made of, which add up to it as they are shown. @param parts quote, any sign.
 */
export function gainSum(
  parts: readonly Dec[],
  style: NumberStyle = plainStyle,
): { readonly parts: readonly string[]; readonly total: string; readonly direction: Direction } {
  const sum = toText(parts.reduce((all, part) => all.plus(part), new D(0)));
  const decimals = decimalsOf(parts);
  const shown = roundedParts(parts, sum, decimals);
  return {
    parts: shown.parts.map((part) => signedText(part, decimals, style)),
    total: signedText(shown.total, decimals, style),
    direction: directionOf(shown.total),
  };
}

/** Worths in USDT with two decimals that add up to their total, which is rounded down. @param total of the worths. */
export function worthTexts(
  worths: readonly Dec[],
  total: Dec,
  style: NumberStyle = plainStyle,
): readonly string[] {
  return roundedParts(worths, total, FEW_DECIMALS).parts.map((part) =>
    styleDigits(unsignedZero(new D(part).toFixed(FEW_DECIMALS)), style),
  );
}
