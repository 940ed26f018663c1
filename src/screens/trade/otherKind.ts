/** What names a perpetual after the name of its pair. */
const PERPETUAL = '-PERP';

/** The market of the same pair in another kind of trading, which may not exist. */
export function marketOfKind(id: string, kind: 'spot' | 'futures' | 'perpetual'): string {
  const pair = id.endsWith(PERPETUAL) ? id.slice(0, -PERPETUAL.length) : id;
  return kind === 'perpetual' ? `${pair}${PERPETUAL}` : pair;
}

/** The coin of a market, as users call it. */
export function coinOf(id: string): string {
  return id.split('-')[0] ?? id;
}
