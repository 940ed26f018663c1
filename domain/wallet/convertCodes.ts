/** How a conversion came about: by a quote for one pair, or among small balances. */
export const conversionKinds = ['quote', 'small'] as const;
export type ConversionKind = (typeof conversionKinds)[number];

/** The side of a conversion that was typed. */
export const convertSides = ['from', 'to'] as const;
export type ConvertSide = (typeof convertSides)[number];
