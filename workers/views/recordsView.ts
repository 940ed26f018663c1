import type { RecordRow } from '../../domain/contract/index.ts';
import { defined, heldText, signedAmountText, signOf } from '../../domain/index.ts';
import type { RecordsFilter, RecordsFrame, RecordsView } from '../protocol.ts';
import type { Words } from '../session/words.ts';
import { timed } from '../session/words.ts';
import { moneyVersion, pagedView } from './pagedView.ts';

/** The request's part of a filter. */
export const recordsRequest = ({ asset, account, movement, from, to }: RecordsFilter) =>
  defined({ asset, account, kind: movement, from, to });

/** Movements of money. */
export const recordsView = pagedView<string>()({
  request: (view: RecordsView) => recordsRequest(view),
  page: ({ call }, request) => call('account.records', request),
  version$: moneyVersion,
  frame: (rows, end, { words }): RecordsFrame => ({
    ...end,
    kind: 'records',
    rows: rows.map((row) => recordLine(row, words())),
  }),
});

function recordLine(
  { id, account, asset, kind, amount, balance, at }: RecordRow,
  words: Words,
): RecordsFrame['rows'][number] {
  return {
    id,
    account,
    asset,
    movement: kind,
    amount: signedAmountText(amount, words.style),
    direction: signOf(amount),
    balance: heldText(balance, asset, words.style),
    ...timed(at, words),
  };
}
