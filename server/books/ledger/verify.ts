import type { Queries } from '../../base/db/database.ts';
import { BRACKET_CHECK, HOLD_CHECK, PAIR_CHECK } from './holdChecks.ts';
import { STORAGE_CHECKS, TEAM_CHECKS } from './promises.ts';

/** A difference in the books. */
export interface Difference {
  readonly what:
    | 'journal'
    | 'posted'
    | 'chain'
    | 'realized'
    | 'held'
    | 'pair'
    | 'bracket'
    | 'overdrawn'
    | 'asset'
    | 'deposit'
    | 'storage'
    | 'reward';
  readonly where: string;
  readonly found: string;
  readonly expected: string;
}

interface Row {
  readonly place: string;
  readonly found: string;
  readonly expected: string;
}

/** SQL that yields a row for each difference. */
export type Check = readonly [what: Difference['what'], text: string];

const CHECKS: readonly Check[] = [
  [
    'journal',
    `select 'journal ' || journal_id || ' ' || asset as place, sum(amount)::text as found, '0' as expected
     from posting group by journal_id, asset having sum(amount) <> 0`,
  ],
  [
    'journal',
    `select 'journal ' || j.id as place, count(p.line) || ' lines' as found, j.lines || ' lines' as expected
     from journal j left join posting p on p.journal_id = j.id group by j.id having count(p.line) <> j.lines`,
  ],
  [
    'asset',
    `select 'journal ' || p.journal_id || ' line ' || p.line as place, p.asset as found, a.asset as expected
     from posting p join account a on a.id = p.account_id where p.asset <> a.asset`,
  ],
  [
    'asset',
    `select 'all accounts in ' || asset as place, sum(posted)::text as found, '0' as expected
     from account group by asset having sum(posted) <> 0`,
  ],
  [
    'posted',
    `select 'account ' || a.id as place, a.posted::text as found, coalesce(p.sum, 0)::text as expected
     from account a left join (select account_id, sum(amount) from posting group by account_id) p
       on p.account_id = a.id
     where a.posted <> coalesce(p.sum, 0)`,
  ],
  [
    'realized',
    `select 'account ' || a.id as place, a.realized::text as found, coalesce(p.sum, 0)::text as expected
     from account a left join (
       select account_id, sum(amount) from posting p join journal j on j.id = p.journal_id
       where j.code in ('realizedPl', 'fee', 'funding', 'liquidation') group by account_id
     ) p on p.account_id = a.id
     where a.realized <> case when a.kind = 'futures' then coalesce(p.sum, 0) else 0 end`,
  ],
  [
    'chain',
    `select 'journal ' || journal_id || ' line ' || line as place, balance_after::text as found,
       running::text as expected
     from (select journal_id, line, balance_after,
       sum(amount) over (partition by account_id order by account_version) as running from posting) p
     where balance_after <> running`,
  ],
  [
    'chain',
    `select 'account ' || a.id as place, 'version ' || a.version as found, 'version ' || p.newest as expected
     from account a join (select account_id, max(account_version) as newest from posting group by account_id) p
       on p.account_id = a.id
     where a.version < p.newest`,
  ],
  [
    'held',
    `select 'account ' || a.id as place, a.held::text as found, coalesce(h.sum, 0)::text as expected
     from account a left join (select account_id, sum(remaining) from hold group by account_id) h
       on h.account_id = a.id
     where a.held <> coalesce(h.sum, 0)`,
  ],
  ['held', HOLD_CHECK],
  ['pair', PAIR_CHECK],
  ['bracket', BRACKET_CHECK],
  [
    'overdrawn',
    `select 'account ' || id as place, posted::text as found, held::text as expected
     from account where not may_go_negative and posted < held`,
  ],
  [
    'deposit',
    `select 'deposit ' || d.id as place, trim_scale(coalesce(-b.sum, 0))::text as found,
       case when d.state in ('credited', 'unlocked') then trim_scale(d.amount) else 0 end::text as expected
     from deposit d left join (
       select split_part(j.ref_id, '.', 1)::bigint as id, sum(p.amount) from journal j
         join posting p on p.journal_id = j.id join account a on a.id = p.account_id
       where j.ref_type = 'deposit' and j.code in ('deposit', 'depositReversed') and a.kind = 'ext_deposit'
       group by 1) b on b.id = d.id
     where coalesce(-b.sum, 0) <> case when d.state in ('credited', 'unlocked') then d.amount else 0 end`,
  ],
  [
    'deposit',
    `select 'what came from outside in ' || asset as place, trim_scale(-posted)::text as found,
       trim_scale(coalesce((select sum(amount) from deposit d
         where d.asset = a.asset and d.state in ('credited', 'unlocked')), 0))::text as expected
     from account a where kind = 'ext_deposit' and -posted <> coalesce((select sum(amount) from deposit d
       where d.asset = a.asset and d.state in ('credited', 'unlocked')), 0)`,
  ],
  ...STORAGE_CHECKS.map((text) => ['storage', text] as const),
  ...TEAM_CHECKS.map((text) => ['reward', text] as const),
];

/**
 * Verifies the books: sums, balances, running balances, and each hold against its purpose.
 * @returns the differences; empty when the books agree.
 */
export const verifyLedger = (db: Queries): Promise<readonly Difference[]> => differencesOf(db, CHECKS, []);

/** Runs one check after the other: waiting transactions run in between. @returns the differences. */
export async function differencesOf(
  db: Queries,
  checks: readonly Check[],
  values: readonly unknown[],
): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const [what, text] of checks) {
    for (const { place, found, expected } of await db.query<Row>(text, values))
      differences.push({ what, where: place, found, expected });
  }
  return differences;
}

/** The number of verified rows, for the operator. */
export async function countLedger(
  db: Queries,
): Promise<{ accounts: number; entries: number; postings: number; holds: number }> {
  const [row] = await db.query<{ accounts: number; entries: number; postings: number; holds: number }>(
    `select (select count(*) from account) as accounts, (select count(*) from journal) as entries,
       (select count(*) from posting) as postings, (select count(*) from hold where remaining > 0) as holds`,
  );
  return row ?? { accounts: 0, entries: 0, postings: 0, holds: 0 };
}
