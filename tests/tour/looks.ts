/** What a tour looks at: sizes, and the states that a screen can be in. */
export const SIZES = {
  '320': { width: 320, height: 568 },
  '390': { width: 390, height: 844 },
  '844': { width: 844, height: 390 },
  '768': { width: 768, height: 1024 },
  '1280': { width: 1280, height: 800 },
} as const;
export type Size = keyof typeof SIZES;

export const STATES = ['filled', 'extreme', 'sheets', 'empty', 'out', 'loading', 'failed'] as const;
/**
 * filled: somebody who has done a little of everything; extreme: the smallest prices, the longest names and the
 * largest amounts; sheets: what is opened most, open; empty: somebody new; out: nobody; loading: no answer comes;
 * failed: the exchange cannot be reached.
 */
export type State = (typeof STATES)[number];

export interface Tour {
  readonly language: string;
  readonly theme: 'dark' | 'light';
  readonly size: Size;
  readonly state: State;
}

/** Names in a variable, or all. */
function chosen<T extends string>(name: string, all: readonly T[]): readonly T[] {
  const named = process.env[name]?.split(',');
  return named ? all.filter((each) => named.includes(each)) : all;
}

const LANGUAGES = ['en_us', 'de', 'jp', 'tr'] as const;
const named = process.env['TOUR_LANGUAGES']?.split(',') ?? LANGUAGES;
const FULL = 'en_us';
const sizes = chosen('TOUR_SIZES', Object.keys(SIZES) as Size[]);
const states = chosen('TOUR_STATES', STATES);
const themes = chosen('TOUR_THEMES', ['dark', 'light'] as const);

/** English in all sizes, themes and states; what is said in other languages shows where there is least room. */
export const tours: readonly Tour[] = named.flatMap((language) =>
  states.flatMap((state) =>
    sizes.flatMap((size) =>
      themes
        .map((theme) => ({ language, theme, size, state }))
        .filter(
          ({ theme: own }) =>
            language === FULL || process.env['TOUR_ALL'] || isInEachLanguage(state, size, own),
        ),
    ),
  ),
);

function isInEachLanguage(state: State, size: Size, theme: string): boolean {
  return (state === 'filled' || state === 'sheets') && (size === '320' || size === '390') && theme === 'dark';
}

export const nameOf = ({ language, theme, size, state }: Tour): string =>
  `${language}-${state}-${size}-${theme}`;
