import type { ConversionRow } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import type { ConversionsFilter } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import type { Columns } from '../../session/export.ts';
import { exported, utc } from '../../session/export.ts';
import { conversionsRequest } from './historyView.ts';

const COLUMNS: Columns<ConversionRow> = {
  id: 'id',
  'time (UTC)': ({ at }) => utc(at),
  kind: 'kind',
  from: 'from',
  amount: 'fromAmount',
  to: 'to',
  received: 'toAmount',
  price: 'price',
  'price without spread': 'reference',
  entry: 'journal',
};

/** Conversions of a filter as CSV, at full precision, newest first. */
export const exportConversions = (call: Caller, filter: ConversionsFilter): Promise<Result<string>> =>
  exported<ConversionRow, number>(COLUMNS, (part) =>
    call('convert.list', { ...conversionsRequest(filter), ...part }),
  );
