import type { AutoscaleInfo } from 'lightweight-charts';

/** The scale spans at least this share of the price. */
const LEAST_SHARE = 0.002;

/**
 * The library's own scale, widened where prices hardly differ: those of a closed market stand still, and a scale of
 * their tick alone would draw each as a move and label every line with the same price. [ours]
 * @param leastShare of the value in the middle that it spans.
 */
export function saneScale(own: () => AutoscaleInfo | null, leastShare = LEAST_SHARE): AutoscaleInfo | null {
  const info = own();
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  const middle = (minValue + maxValue) / 2;
  const half = (Math.abs(middle) * leastShare) / 2;
  if (half === 0 || maxValue - minValue >= 2 * half) return info;
  return { ...info, priceRange: { minValue: middle - half, maxValue: middle + half } };
}
