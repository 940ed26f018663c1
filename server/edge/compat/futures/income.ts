import type { RecordRow } from '../../../../domain/contract/index.ts';
import type { EntryMarkets } from '../../../matching/entryMarkets.ts';
import type { Instruments } from '../market/instruments.ts';
import type { Signer } from '../protocol/endpoint.ts';
import type { Params } from '../protocol/params.ts';

export interface IncomeDeps {
  readonly instruments: Instruments;
  readonly entryMarkets: EntryMarkets;
}

/** What of the ledger is income of futures, by the words of the compatible API. */
const INCOME: Partial<Record<RecordRow['kind'], string>> = {
  fee: 'COMMISSION',
  realizedPl: 'REALIZED_PNL',
  funding: 'FUNDING_FEE',
  transfer: 'TRANSFER',
  liquidation: 'INSURANCE_CLEAR',
};

const MOST_PAGES = 10;

interface Span {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Movements of the futures account, newest first. @param isEnough looked at after each page. */
async function movements(
  signer: Signer,
  { from, to }: Span,
  isEnough: (rows: readonly RecordRow[]) => boolean,
): Promise<readonly RecordRow[]> {
  const rows: RecordRow[] = [];
  let before: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = await signer.call('account.records', {
      account: 'futures',
      limit: 500,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(before === undefined ? {} : { before }),
    });
    rows.push(...found.rows);
    if (found.next === null || isEnough(rows)) break;
    before = found.next;
  }
  return rows;
}

const entryOf = ({ id }: RecordRow): number => Number.parseInt(id, 10);

/** What was booked to the futures account, ascending. @throws {ApiError} -1121 */
export async function income({ instruments, entryMarkets }: IncomeDeps, params: Params, signer: Signer) {
  const wanted = params.text('incomeType');
  const market = instruments.maybeOf(params);
  const limit = params.limit(100, 1_000);
  const span = { from: params.whole('startTime'), to: params.whole('endTime') };
  const isNewest = span.from === undefined;
  const rows = await movements(
    signer,
    span,
    (known) => isNewest && !wanted && !market && known.length >= limit,
  );
  const fit = rows
    .flatMap((row) => {
      const incomeType = INCOME[row.kind];
      return incomeType && (!wanted || wanted === incomeType) ? [{ row, incomeType }] : [];
    })
    .toReversed();
  const found = await entryMarkets(fit.map(({ row }) => entryOf(row)));
  const own = market ? fit.filter(({ row }) => found.get(entryOf(row))?.market === market.id) : fit;
  const chosen = isNewest ? own.slice(-limit) : own.slice(0, limit);
  return chosen.map(({ row, incomeType }) => {
    const entry = found.get(entryOf(row));
    return {
      symbol: entry ? (instruments.symbolOf(entry.market) ?? '') : '',
      incomeType,
      income: row.amount,
      asset: row.asset,
      info: incomeType,
      time: row.at,
      tranId: entryOf(row),
      tradeId: `${entry?.fill ?? ''}`,
    };
  });
}
