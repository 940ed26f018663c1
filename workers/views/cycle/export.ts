import type { CycleRow } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import type { CycleFilter } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import type { Columns } from '../../session/export.ts';
import { exported, utc } from '../../session/export.ts';
import { cyclesRequest } from './historyView.ts';

const COLUMNS: Columns<CycleRow> = {
  id: 'id',
  'bought (UTC)': ({ acceptedAt }) => utc(acceptedAt),
  'ends (UTC)': ({ endsAt }) => utc(endsAt),
  asset: 'asset',
  kind: 'kind',
  direction: 'direction',
  cycle: 'cycle',
  amount: 'amount',
  rate: 'rate',
  'buy price': ({ entry }) => entry?.price,
  'close price': ({ sale, settlementPrice }) => sale?.tick.price ?? settlementPrice,
  points: 'points',
  outcome: 'outcome',
  payout: 'payout',
  profit: 'profit',
  fee: 'fee',
};

/** Contracts of a filter as CSV, at full precision, newest first. */
export const exportCycles = (call: Caller, filter: CycleFilter): Promise<Result<string>> =>
  exported<CycleRow, number>(COLUMNS, (part) => call('cycle.list', { ...cyclesRequest(filter), ...part }));
