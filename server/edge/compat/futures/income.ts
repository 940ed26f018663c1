import type { RecordRow } from '../../../../domain/contract/index.ts';
import { defined } from '../../../../domain/index.ts';
import type { EntryMarket, EntryMarkets } from '../../../matching/entryMarkets.ts';
import type { Instruments } from '../market/instruments.ts';
import type { Signer } from '../protocol/endpoint.ts';
import { spanOfRows, wantedRows } from '../protocol/pages.ts';
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

const KINDS = Object.keys(INCOME) as RecordRow['kind'][];

const entryOf = ({ id }: RecordRow): number => Number.parseInt(id, 10);

/** What was booked to the futures account, ascending. @throws {ApiError} -1121, -1127 */
export async function income({ instruments, entryMarkets }: IncomeDeps, params: Params, signer: Signer) {
  const named = params.text('incomeType');
  const market = instruments.maybeOf(params);
  const wanted = spanOfRows(params, '0.0', params.limit(100, 1_000));
  const kind = KINDS.find((each) => INCOME[each] === named);
  if (named !== undefined && kind === undefined) return [];
  const found = new Map<number, EntryMarket>();
  const rows = await wantedRows<RecordRow, string>(
    wanted,
    (page) =>
      signer.call('account.records', {
        account: 'futures',
        ...defined({ kind }),
        ...page,
      }),
    async (page) => {
      const fit = page.filter((row) => INCOME[row.kind] !== undefined);
      for (const [entry, where] of await entryMarkets(fit.map(entryOf))) found.set(entry, where);
      return market ? fit.filter((row) => found.get(entryOf(row))?.market === market.id) : fit;
    },
  );
  return rows.map((row) => {
    const entry = found.get(entryOf(row));
    const incomeType = INCOME[row.kind];
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
