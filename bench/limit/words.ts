const decimals = (price: number): number => (price < 0.0001 ? 8 : price < 10 ? 4 : price < 100 ? 3 : 2);

/** How every measured page but the product's writes price, change, volume and dollars. */
export const words = {
  price: (value: number) => value.toFixed(decimals(value)),
  change: (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(2)}%`,
  volume: (value: number) => `${(value / 1e12).toFixed(2)}T`,
  dollar: (value: number) => `$${value.toFixed(decimals(value))}`,
} as const;
