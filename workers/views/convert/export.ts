import type { ConversionRow } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import type { ConversionsFilter } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import { exported, PAGE } from '../../session/export.ts';
import { conversionsRequest } from './historyView.ts';

const HEAD = 'id,time (UTC),kind,from,amount,to,received,price,price without spread,entry';

/** Conversions of a filter as CSV, at full precision, newest first. */
export function exportConversions(call: Caller, filter: ConversionsFilter): Promise<Result<string>> {
  return exported<ConversionRow, number>(HEAD, lineOf, (before) =>
    call('convert.list', {
      ...conversionsRequest(filter),
      limit: PAGE,
      ...(before === null ? {} : { before }),
    }),
  );
}

function lineOf(row: ConversionRow): string {
  const { id, at, kind, from, fromAmount, to, toAmount, price, reference, journal } = row;
  const time = new Date(at).toISOString();
  return [id, time, kind, from, fromAmount, to, toAmount, price, reference, journal].join(',');
}
