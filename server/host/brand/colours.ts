/** Colours that a venue may choose, by the names of the page's tokens. @see src/ui/tokens.css */
export const colourNames = [
  'surface-0',
  'surface-1',
  'surface-2',
  'text-1',
  'text-2',
  'text-3',
  'accent',
  'accent-ink',
  'warn',
  'green',
  'red',
  'blue',
  'orange',
  'move-ink',
] as const;
export type ColourName = (typeof colourNames)[number];
/** What a venue may choose besides: nothing is read on it. */
export const LINE = 'line';
export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];
export type Colours = Readonly<Record<ColourName, string>>;

/** What `tokens.css` has, where a venue chooses nothing; `tests/server/host/brand.test.ts` holds both the same. */
export const ownColours: Readonly<Record<Theme, Colours>> = {
  dark: {
    'surface-0': 'oklch(0.165 0.012 255)',
    'surface-1': 'oklch(0.2 0.014 255)',
    'surface-2': 'oklch(0.245 0.016 255)',
    'text-1': 'oklch(0.96 0.005 255)',
    'text-2': 'oklch(0.76 0.012 255)',
    'text-3': 'oklch(0.66 0.014 255)',
    accent: 'oklch(0.76 0.125 218)',
    'accent-ink': 'oklch(0.2 0.03 230)',
    warn: 'oklch(0.82 0.13 80)',
    green: 'oklch(0.77 0.15 163)',
    red: 'oklch(0.7 0.175 20)',
    blue: 'oklch(0.74 0.13 245)',
    orange: 'oklch(0.78 0.14 65)',
    'move-ink': 'oklch(0.17 0.02 255)',
  },
  light: {
    'surface-0': 'oklch(0.985 0.003 250)',
    'surface-1': 'oklch(1 0 0)',
    'surface-2': 'oklch(0.955 0.006 250)',
    'text-1': 'oklch(0.22 0.02 255)',
    'text-2': 'oklch(0.44 0.018 255)',
    'text-3': 'oklch(0.5 0.016 255)',
    accent: 'oklch(0.48 0.13 232)',
    'accent-ink': 'oklch(1 0 0)',
    warn: 'oklch(0.48 0.12 70)',
    green: 'oklch(0.5 0.125 163)',
    red: 'oklch(0.53 0.19 22)',
    blue: 'oklch(0.5 0.15 250)',
    orange: 'oklch(0.53 0.14 50)',
    'move-ink': 'oklch(1 0 0)',
  },
};

/** Colours as a venue may write them: `#1b7f5c` or `oklch(0.55 0.12 160)`. */
export const COLOUR =
  /^(#[0-9a-f]{6}|oklch\((?:0|1|0?\.\d{1,4}|1\.0+) 0?\.?\d{1,4} \d{1,3}(?:\.\d{1,2})?\))$/i;

type Rgb = readonly [red: number, green: number, blue: number];

/** Light of each primary, 0 to 1; what a screen cannot show is cut. */
function linearOf(colour: string): Rgb {
  return colour.startsWith('#') ? linearOfHex(colour) : linearOfOklch(colour);
}

function linearOfHex(colour: string): Rgb {
  const part = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** @see https://www.w3.org/TR/css-color-4/#ok-lab */
function linearOfOklch(colour: string): Rgb {
  const [light = 0, chroma = 0, hue = 0] = colour.slice('oklch('.length, -1).split(' ').map(Number);
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const long = (light + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const middle = (light - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const short = (light - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  const cut = (value: number): number => Math.min(1, Math.max(0, value));
  return [
    cut(4.076_741_662_1 * long - 3.307_711_591_3 * middle + 0.230_969_929_2 * short),
    cut(-1.268_438_004_6 * long + 2.609_757_401_1 * middle - 0.341_319_396_5 * short),
    cut(-0.004_196_086_3 * long - 0.703_418_614_7 * middle + 1.707_614_701 * short),
  ];
}

/** As manifests and mails need it, whose readers know no newer forms. */
export function hexOf(colour: string): string {
  const parts = linearOf(colour).map((value) => {
    const shown = value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast by WCAG 2.2, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** What text needs, WCAG 2.2 level AA. */
const LEAST = 4.5;
const SURFACES = ['surface-0', 'surface-1', 'surface-2'] as const;
const WRITTEN = ['text-1', 'text-2', 'text-3', 'accent', 'warn', 'green', 'red', 'blue', 'orange'] as const;
const PAIRS: readonly (readonly [ink: ColourName, ground: ColourName])[] = [
  ...WRITTEN.flatMap((ink) => SURFACES.map((ground) => [ink, ground] as const)),
  ['accent-ink', 'accent'],
  ...(['green', 'red', 'blue', 'orange'] as const).map((ground) => ['move-ink', ground] as const),
];

/** Pairs that cannot be read, in plain words. */
export function contrastFaults(theme: Theme, colours: Colours): readonly string[] {
  return PAIRS.flatMap(([ink, ground]) => {
    const contrast = contrastOf(colours[ink], colours[ground]);
    if (contrast >= LEAST) return [];
    // Rounded down, so that what is refused never reads as enough.
    const shown = Math.floor(contrast * 100) / 100;
    return [
      `${theme} theme: ${ink} ${colours[ink]} on ${ground} ${colours[ground]} has a contrast of ${shown}; text needs ${LEAST} (WCAG AA)`,
    ];
  });
}
