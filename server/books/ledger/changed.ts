import type { Queries } from '../../base/db/database.ts';
import type { Check, Difference } from './verify.ts';
import { differencesOf } from './verify.ts';

/** Accounts with an entry above number $1. */
const TOUCHED = 'touched as (select distinct account_id from posting where journal_id > $1)';

/** The proof of `verifyLedger`, of the accounts and entries alone that have changed. */
const CHANGED_CHECKS: readonly Check[] = [
  [
    'journal',
    `select 'journal ' || journal_id || ' ' || asset as place, sum(amount)::text as found, '0' as expected
     from posting where journal_id > $1 group by journal_id, asset having sum(amount) <> 0`,
  ],
  [
    'journal',
    `select 'journal ' || j.id as place, count(p.line) || ' lines' as found, j.lines || ' lines' as expected
     from journal j left join posting p on p.journal_id = j.id where j.id > $1
     group by j.id having count(p.line) <> j.lines`,
  ],
  [
    'asset',
    `select 'journal ' || p.journal_id || ' line ' || p.line as place, p.asset as found, a.asset as expected
     from posting p join account a on a.id = p.account_id where p.journal_id > $1 and p.asset <> a.asset`,
  ],
  [
    'chain',
    `select 'journal ' || p.journal_id || ' line ' || p.line as place, p.balance_after::text as found,
       (p.amount + coalesce(b.balance_after, 0))::text as expected
     from posting p left join lateral (select balance_after from posting o
       where o.account_id = p.account_id and o.account_version < p.account_version
       order by o.account_version desc limit 1) b on true
     where p.journal_id > $1 and p.balance_after <> p.amount + coalesce(b.balance_after, 0)`,
  ],
  [
    'posted',
    `with ${TOUCHED}
     select 'account ' || a.id as place, a.posted::text as found, n.balance_after::text as expected
     from touched t join account a on a.id = t.account_id
     cross join lateral (select balance_after from posting o where o.account_id = a.id
       order by o.account_version desc limit 1) n
     where a.posted <> n.balance_after`,
  ],
  [
    'held',
    `with ${TOUCHED}
     select 'account ' || a.id as place, a.held::text as found, coalesce(h.sum, 0)::text as expected
     from touched t join account a on a.id = t.account_id
     left join lateral (select sum(remaining) from hold where account_id = a.id and remaining > 0) h on true
     where a.held <> coalesce(h.sum, 0)`,
  ],
  [
    'overdrawn',
    `with ${TOUCHED}
     select 'account ' || a.id as place, a.posted::text as found, a.held::text as expected
     from touched t join account a on a.id = t.account_id where not a.may_go_negative and a.posted < a.held`,
  ],
];

/**
 * Verifies what has changed.
 * @param since number of an entry: verifies those above it, with all accounts they touch.
 */
export const verifyChanged = (db: Queries, since: number): Promise<readonly Difference[]> =>
  differencesOf(db, CHANGED_CHECKS, [since]);
