import type { RecordRow } from '../../domain/contract/index.ts';
import { amountText, signedAmountText, signOf } from '../../domain/index.ts';
import type { RecordsFilter, RecordsFrame, RecordsView } from '../protocol.ts';
import type { Words } from '../session/words.ts';
import type { LiveView } from './live.ts';
import { PagedViewer } from './pagedView.ts';
import type { ViewDeps } from './view.ts';

/** The request's part of a filter. */
export function recordsRequest({ asset, account, movement, from, to }: RecordsFilter) {
  return {
    ...(asset === undefined ? {} : { asset }),
    ...(account === undefined ? {} : { account }),
    ...(movement === undefined ? {} : { kind: movement }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Movements of money. */
export function openRecords(view: RecordsView, deps: ViewDeps): LiveView<RecordsView> {
  return new PagedViewer<RecordsView, RecordRow, string>(view, {
    asked: recordsRequest,
    page: (filter, part) =>
      deps.call('account.records', {
        ...recordsRequest(filter),
        ...part,
      }),
    version: () => deps.funds.version,
    frame: (rows, end) => ({
      ...end,
      kind: 'records',
      rows: rows.map((row) => recordLine(row, deps.words())),
    }),
  });
}

function recordLine(
  { id, account, asset, kind, amount, balance, at }: RecordRow,
  { style, clockTime, date }: Words,
): RecordsFrame['rows'][number] {
  return {
    id,
    account,
    asset,
    movement: kind,
    amount: signedAmountText(amount, style),
    direction: signOf(amount),
    balance: amountText(balance, style),
    time: `${date(at)} ${clockTime(at)}`,
  };
}
