import { defined } from '../../domain/index.ts';

/** Rows that are read at a time. */
const TOGETHER = 500;

/** What a page of live rows is requested by. */
interface LivePage {
  readonly live: true;
  readonly limit: number;
  readonly before?: number;
}

/** All pages of what is live: limits are those of one market, and together a user's rows are more than a page. */
export async function allLive<Row>(
  page: (request: LivePage) => Promise<{ readonly rows: readonly Row[]; readonly next: number | null }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const { rows, next } = await page({ live: true, limit: TOGETHER, ...defined({ before }) });
    all.push(...rows);
    before = next;
  }
  return all;
}
