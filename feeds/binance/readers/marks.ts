import type { Market } from '../../../domain/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../../domain/index.ts';
import type { Fields } from '../../venues/fields.ts';
import { isFields, isWhole } from '../../venues/fields.ts';
import type { ChannelReader, ReaderOutlet, ReaderStream } from '../../venues/reader.ts';
import type { VenueMark } from '../../venues/types.ts';
import { readMark, symbolOfRow } from '../rows.ts';

export interface MarksPlan {
  readonly stream: ReaderStream;
  readonly all: () => Promise<readonly unknown[]>;
  /** Hours between fundings by symbol. */
  readonly hours: () => Promise<(symbol: string) => number>;
  readonly market: (symbol: string) => Market | undefined;
  readonly now: () => number;
}

/** From a question of the intervals without an answer to the next, and from an answer: the venue changes them. */
const AGAIN_MS = MINUTE_MS;
const KNOWN_MS = HOUR_MS;

/** Marks, indices and funding of every perpetual. Funding is left out until its interval is known. */
export function createMarksReader(plan: MarksPlan, outlet: ReaderOutlet): ChannelReader {
  let hoursOf: ((symbol: string) => number) | undefined;
  let hasBegun = false;
  let hasStreamed = false;
  /** Since it began. */
  let isPublished = false;
  let isClosed = false;
  /** When the intervals were requested last. */
  let requestedAt = Number.NEGATIVE_INFINITY;

  async function askHours(): Promise<void> {
    requestedAt = plan.now();
    hoursOf = (await plan.hours().catch(() => undefined)) ?? hoursOf;
  }
  function publish(rows: readonly VenueMark[], at: number): void {
    isPublished = true;
    outlet.publish({ kind: 'venueMarks', snapshot: true, rows, at });
  }
  function read(list: readonly unknown[]): VenueMark[] {
    const marks: VenueMark[] = [];
    for (const row of list) {
      const symbol = symbolOfRow(row);
      const market = symbol === undefined ? undefined : plan.market(symbol);
      if (!market || symbol === undefined) continue;
      const mark = readMark(market.id, row as Fields, hoursOf?.(symbol));
      if (mark) marks.push(mark);
      else outlet.dropped();
    }
    return marks;
  }
  async function fill(): Promise<void> {
    if (!hoursOf) await askHours();
    const list = await plan.all().catch(() => []);
    if (isClosed || !hasBegun || hasStreamed || list.length === 0) return;
    publish(read(list), plan.now());
  }
  return {
    streams: [plan.stream],
    begin() {
      hasBegun = true;
      hasStreamed = false;
      isPublished = false;
      void fill();
    },
    take(_stream, message) {
      if (!Array.isArray(message)) {
        outlet.dropped();
        return;
      }
      // Either way, as a clock may be set back.
      if (Math.abs(plan.now() - requestedAt) >= (hoursOf ? KNOWN_MS : AGAIN_MS)) void askHours();
      const rows = read(message);
      if (rows.length === 0) return;
      const first: unknown = message[0];
      const at = isFields(first) && isWhole(first['E']) ? first['E'] : plan.now();
      // Each message holds every perpetual.
      hasStreamed = true;
      publish(rows, at);
    },
    lost() {
      hasBegun = false;
    },
    isValid: () => hasBegun && isPublished,
    close() {
      isClosed = true;
    },
  };
}
