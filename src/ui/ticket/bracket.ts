import type { BracketInput } from '../../../workers/api.ts';
import { readJson, storageKeys, writeJson } from '../../state/storage.ts';

/** Take-profit and stop-loss of a ticket, by price or by per cent, and whether the order has them. */
export interface Bracket {
  readonly hasGuards: boolean;
  readonly guardBy: BracketInput['guardBy'];
  /** Prices. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** Per cent of the price at which it opens: they stay from order to order. */
  readonly profitPercent: string;
  readonly stopPercent: string;
}

/** What stays on this device: how guards are typed, and by how many per cent. */
type Defaults = Pick<Bracket, 'guardBy' | 'profitPercent' | 'stopPercent'>;
const FIRST: Defaults = { guardBy: 'percent', profitPercent: '5', stopPercent: '2.5' };

function storedDefaults(value: unknown): Defaults | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const kept = value as Record<string, unknown>;
  const percent = (name: 'profitPercent' | 'stopPercent'): string => {
    const text = kept[name];
    return typeof text === 'string' && /^[\d.,]{0,8}$/.test(text) ? text : FIRST[name];
  };
  return {
    guardBy: kept['guardBy'] === 'price' ? 'price' : 'percent',
    profitPercent: percent('profitPercent'),
    stopPercent: percent('stopPercent'),
  };
}

/** A ticket's bracket, as it was left in its draft and on this device. */
export const storedBracket = (kept: Readonly<Record<string, string>>): Bracket => ({
  ...FIRST,
  ...readJson(storageKeys.bracket, storedDefaults),
  hasGuards: kept['hasGuards'] === 'true',
  takeProfit: kept['takeProfit'] ?? '',
  stopLoss: kept['stopLoss'] ?? '',
});

export function storeBracket({ guardBy, profitPercent, stopPercent }: Defaults): void {
  writeJson(storageKeys.bracket, { guardBy, profitPercent, stopPercent } satisfies Defaults);
}

/** What the worker is given of it. @param isOn whether the order has guards at all. */
export function bracketInput(bracket: Bracket, isOn: boolean): BracketInput {
  const { guardBy } = bracket;
  if (!isOn) return { guardBy, takeProfit: '', stopLoss: '' };
  return guardBy === 'price'
    ? { guardBy, takeProfit: bracket.takeProfit, stopLoss: bracket.stopLoss }
    : { guardBy, takeProfit: bracket.profitPercent, stopLoss: bracket.stopPercent };
}
