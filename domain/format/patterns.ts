/** A short word for a power of ten. */
export interface CompactUnit {
  /** 6 for millions. */
  readonly zeros: number;
  /** With the space that the language puts before it. */
  readonly word: string;
}

/** Where a language puts units, by the Unicode CLDR: texts before and after the digits. */
export interface NumberPatterns {
  readonly percent: readonly [before: string, after: string];
  readonly dollar: readonly [before: string, after: string];
  /** Largest first. */
  readonly compact: readonly CompactUnit[];
}

/** No-break spaces: lines do not end between a number and its unit. */
const SPACE = '\u00a0';
const NARROW = '\u202f';

const units = (...words: readonly (readonly [number, string])[]): readonly CompactUnit[] =>
  words.map(([zeros, word]) => ({ zeros, word }));

const UNIT_AFTER = { percent: ['', '%'], dollar: ['$', ''] } as const;

/** As the specification and most languages write them. */
export const plainPatterns: NumberPatterns = {
  ...UNIT_AFTER,
  compact: units([12, 'T'], [9, 'B'], [6, 'M'], [3, 'K']),
};

/**
 * By the main part of a language's tag. The table stands here and not in Intl, because browsers carry different
 * editions of it and Hong Kong's has the English short words; thousands have a short word only where exchanges use it.
 */
const PATTERNS: Readonly<Record<string, NumberPatterns>> = {
  de: {
    percent: ['', `${SPACE}%`],
    dollar: ['', `${SPACE}$`],
    compact: units([12, `${SPACE}Bio.`], [9, `${SPACE}Mrd.`], [6, `${SPACE}Mio.`]),
  },
  fr: {
    percent: ['', `${NARROW}%`],
    dollar: ['', `${SPACE}$`],
    compact: units([12, `${SPACE}Bn`], [9, `${SPACE}Md`], [6, `${SPACE}M`], [3, `${SPACE}k`]),
  },
  tr: {
    percent: ['%', ''],
    dollar: ['$', ''],
    compact: units([12, `${SPACE}Tn`], [9, `${SPACE}Mr`], [6, `${SPACE}Mn`], [3, `${SPACE}B`]),
  },
  ja: { ...UNIT_AFTER, compact: units([12, '兆'], [8, '億'], [4, '万']) },
  ko: { ...UNIT_AFTER, compact: units([12, '조'], [8, '억'], [4, '만']) },
  zh: { ...UNIT_AFTER, compact: units([12, '万亿'], [8, '亿'], [4, '万']) },
  'zh-hk': { ...UNIT_AFTER, compact: units([12, '萬億'], [8, '億'], [4, '萬']) },
};

/** @param language BCP 47; one that is not in the table is written like English. */
export function patternsOf(language: string): NumberPatterns {
  const tag = language.toLowerCase();
  return PATTERNS[tag] ?? PATTERNS[tag.split('-')[0] ?? ''] ?? plainPatterns;
}
