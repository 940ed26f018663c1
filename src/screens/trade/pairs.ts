import type { OrderLine } from '../../../workers/api.ts';

/** An order on its own, or a limit with the stop of its pair. */
export interface OrderGroup {
  readonly line: OrderLine;
  readonly stop?: OrderLine;
}

/** Orders as they are shown: a pair, of which one cancels the other, is one entry. */
export function groupsOf(lines: readonly OrderLine[]): readonly OrderGroup[] {
  const paired = new Map(lines.filter(({ isPaired }) => isPaired).map((line) => [line.id, line]));
  const partnerOf = ({ id, partner }: OrderLine) => (paired.has(id) ? paired.get(partner ?? 0) : undefined);
  return lines.flatMap((line): readonly OrderGroup[] => {
    const partner = partnerOf(line);
    if (!partner) return [{ line }];
    return line.type === 'limit' ? [{ line, stop: partner }] : [];
  });
}
