import type { RecordRow } from '../../domain/contract/index.ts';
import type { Result } from '../../domain/index.ts';
import type { RecordsFilter } from '../protocol.ts';
import { recordsRequest } from '../views/recordsView.ts';
import type { Caller } from './calls.ts';

const PAGE = 500;
const MOST_PAGES = 400;
const HEAD = 'id,time (UTC),account,asset,kind,amount,balance after';

/** All movements of a filter as CSV, at full precision, newest first. Lines end as RFC 4180 says. */
export async function exportRecords(call: Caller, filter: RecordsFilter): Promise<Result<string>> {
  const lines = [HEAD];
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const result: Awaited<ReturnType<typeof ask>> = await ask(call, filter, before);
    if (!result.ok) return result;
    lines.push(...result.data.rows.map(lineOf));
    before = result.data.next;
    if (before === null) break;
  }
  return { ok: true, data: `${lines.join('\r\n')}\r\n` };
}

const ask = (call: Caller, filter: RecordsFilter, before: string | null) =>
  call('account.records', {
    ...recordsRequest(filter),
    limit: PAGE,
    ...(before === null ? {} : { before }),
  });

/** No field holds a person's own text, so that none can be taken for a formula. */
function lineOf({ id, at, account, asset, kind, amount, balance }: RecordRow): string {
  return [id, new Date(at).toISOString(), account, asset, kind, amount, balance].join(',');
}
