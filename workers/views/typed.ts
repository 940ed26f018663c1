import type { Dec, NumberStyle } from '../../domain/index.ts';
import { isAmountText } from '../../domain/index.ts';

/**
 * What a person typed, as a decimal. Both separators count as the point; the language's own sign between groups
 * is left out. Undefined for what is no amount.
 */
export function typedDec(text: string, { group, decimal }: NumberStyle): Dec | undefined {
  const compact = text.replace(/[\s\u00a0\u202f’']/g, '');
  // A group sign is one only where the decimal sign stands after it.
  const isGrouped = group !== '' && compact.includes(group) && compact.includes(decimal);
  const plain = (isGrouped ? compact.split(group).join('') : compact).replace(',', '.');
  const whole = plain
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')
    .replace(/\.$/, '');
  return isAmountText(whole) ? whole : undefined;
}
