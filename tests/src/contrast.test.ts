import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Rgb = readonly [number, number, number];
interface Colour {
  readonly rgb: Rgb;
  readonly alpha: number;
}

const css = readFileSync('src/ui/tokens.css', 'utf8');

/** The declarations of the first block with that selector. */
function declared(selector: string): Readonly<Record<string, string>> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}
const dark = declared(':root');
const themes = { dark, light: { ...dark, ...declared('[data-theme="light"]') } };

/** Linear sRGB of `oklch(L C H / A)`, clipped to what a screen shows. Source: CSS Color 4, section 10.2 and its sample code. */
function colourOf(text: string): Colour {
  const [L = 0, C = 0, H = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
  const a = C * Math.cos((H * Math.PI) / 180);
  const b = C * Math.sin((H * Math.PI) / 180);
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clipped = (value: number) => Math.min(1, Math.max(0, value));
  return {
    rgb: [
      clipped(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
      clipped(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
      clipped(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    ],
    alpha,
  };
}

/** Screens mix what shines through with the values that are stored, not with light. */
const stored = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
const light = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const over = ({ rgb, alpha }: Colour, under: Rgb): Rgb => {
  const [r, g, b] = rgb.map((value, i) => light(stored(value) * alpha + stored(under[i] ?? 0) * (1 - alpha)));
  return [r ?? 0, g ?? 0, b ?? 0];
};
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
/** Source: WCAG 2.2, contrast ratio. */
function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const ENOUGH = 4.5;
const surfaces = ['surface-0', 'surface-1', 'surface-2'];
const inks = ['text-1', 'text-2', 'text-3', 'accent', 'warn', 'green', 'red', 'blue', 'orange'];
const moves = ['green', 'red', 'blue', 'orange'];

describe.each(Object.entries(themes))('the %s theme', (_, tokens) => {
  const colour = (name: string) => colourOf(tokens[name] ?? '');
  const tint = Number.parseFloat(tokens['tint'] ?? '') / 100;

  test('the colours of text are read on every surface', () => {
    const faint = inks.flatMap((ink) =>
      surfaces
        .map((surface) => ({ ink, surface, ratio: contrast(colour(ink).rgb, colour(surface).rgb) }))
        .filter(({ ratio }) => ratio < ENOUGH),
    );
    expect(faint).toEqual([]);
  });

  test('what is written on a button is read', () => {
    expect(contrast(colour('accent-ink').rgb, colour('accent').rgb)).toBeGreaterThan(ENOUGH);
    for (const move of moves)
      expect(contrast(colour('move-ink').rgb, colour(move).rgb), move).toBeGreaterThan(ENOUGH);
  });

  test('a change is read on its own tint', () => {
    for (const surface of ['surface-0', 'surface-1'])
      for (const move of moves) {
        const behind = over({ rgb: colour(move).rgb, alpha: tint }, colour(surface).rgb);
        expect(contrast(colour(move).rgb, behind), `${move} on ${surface}`).toBeGreaterThan(ENOUGH);
      }
  });
});
