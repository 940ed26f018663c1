import type { Result } from '../../../domain/index.ts';
import { bookedCost, bookedGain, bookedNet } from '../../../domain/index.ts';
import type { ResultsExport, TradeNote } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import type { EndedRow } from './trades.ts';
import { allEnded, countedTrades } from './trades.ts';

const HEAD =
  'id,market,side,mode,leverage,opened (UTC),closed (UTC),end,quantity,cost,value,price P/L,fees,funding,net P/L,tags,note';

/** Ended positions as CSV at full precision, as booked, the one that ended last first, with what was noted of them. */
export async function exportResults(
  call: Caller,
  { notes, ...filter }: ResultsExport,
): Promise<Result<string>> {
  const ended = await allEnded(call);
  if (!ended.ok) return ended;
  const noted = new Map(notes.map((each) => [each[0], each]));
  const lines = countedTrades(ended.data, filter).map((row) => lineOf(row, noted.get(row.id)));
  return { ok: true, data: `${[HEAD, ...lines].join('\r\n')}\r\n` };
}

function lineOf(row: EndedRow, [, note, tags]: TradeNote = [row.id, '', []]): string {
  const { realised } = row;
  return [
    row.id,
    row.market,
    row.side,
    row.mode,
    row.leverage,
    new Date(row.openedAt).toISOString(),
    new Date(row.closedAt).toISOString(),
    row.end ?? '',
    row.closedQuantity,
    bookedCost(row.closedCost),
    bookedGain(row.closedValue),
    bookedGain(realised.price),
    realised.fees,
    realised.funding,
    bookedNet(realised),
    ownText(tags.join('; ')),
    ownText(note),
  ].join(',');
}

/** A user's own text as a field: in quotes, and never taken for a formula by a table that opens it. */
export function ownText(text: string): string {
  if (text === '') return '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
