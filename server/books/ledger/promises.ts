/* Checks of the books against the house's promises to users: each yields the differences. */

/** Storage plans: escrow, promised interest, quotas, and what was paid. */
export const STORAGE_CHECKS: readonly string[] = [
  `select 'escrow of ' || a.owner_id || ' in ' || a.asset as place, a.posted::text as found,
     coalesce(o.sum, 0)::text as expected
   from account a left join (select escrow_id, sum(amount) from storage_order where next_at is not null
     group by escrow_id) o on o.escrow_id = a.id
   where a.kind = 'escrow' and a.posted <> coalesce(o.sum, 0)`,
  `select 'interest promised in ' || a.asset as place, a.held::text as found, coalesce(o.sum, 0)::text as expected
   from account a left join (select house_id, sum(trunc(amount * rate * days, 8) - earned)
     from storage_order where next_at is not null group by house_id) o on o.house_id = a.id
   where a.kind = 'house_storage' and a.held <> coalesce(o.sum, 0)`,
  `select 'plan ' || p.id as place, p.taken::text as found, coalesce(o.sum, 0)::text as expected
   from storage_plan p left join (select plan_id, sum(amount) from storage_order where next_at is not null
     group by plan_id) o on o.plan_id = p.id
   where p.taken <> coalesce(o.sum, 0)`,
  `select 'storage order ' || o.id as place, coalesce(p.sum, 0) || ' in ' || coalesce(p.count, 0) || ' days' as found,
     o.earned || ' in ' || o.paid_days || ' days' as expected
   from storage_order o left join (select order_id, sum(amount), count(*) from storage_payout group by order_id) p
     on p.order_id = o.id
   where o.earned <> coalesce(p.sum, 0) or o.paid_days <> coalesce(p.count, 0)`,
  `select 'interest ' || coalesce(p.ref_id, b.ref_id) as place, coalesce(b.sum, 0)::text as found,
     coalesce(p.amount, 0)::text as expected
   from (select y.order_id || ':' || y.day as ref_id, o.account_id, y.amount
     from storage_payout y join storage_order o on o.id = y.order_id) p
   full join (select j.ref_id, l.account_id, sum(l.amount) from journal j join posting l on l.journal_id = j.id
     where j.code = 'interest' and j.ref_type = 'storage' and l.amount > 0 group by j.ref_id, l.account_id) b
     using (ref_id, account_id)
   where p.amount is distinct from b.sum`,
  `select 'storage order ' || o.id as place, coalesce(b.sum, 0)::text as found,
     (coalesce(o.returned, 0) - o.amount)::text as expected
   from storage_order o left join (
     select split_part(j.ref_id, ':', 1)::bigint as id, l.account_id, sum(l.amount)
     from journal j join posting l on l.journal_id = j.id
     where j.code = 'storage' and j.ref_type = 'storage' group by 1, 2) b
     on b.id = o.id and b.account_id = o.account_id
   where o.renewed_from is null and o.renewed_by is null
     and coalesce(b.sum, 0) <> coalesce(o.returned, 0) - o.amount`,
];

/** Team rewards: the ledger's entries, and the fees that they are shares of. */
export const TEAM_CHECKS: readonly string[] = [
  `select 'reward ' || coalesce(r.ref_id, b.ref_id) as place, coalesce(b.sum, 0)::text as found,
     coalesce(r.sum, 0)::text as expected
   from (select day || ':' || inviter_id || ':' || asset as ref_id, inviter_id as owner_id, sum(amount)
     from team_reward group by day, inviter_id, asset) r
   full join (select j.ref_id, a.owner_id, sum(l.amount) from journal j join posting l on l.journal_id = j.id
     join account a on a.id = l.account_id
     where j.code = 'reward' and j.ref_type = 'team' and l.amount > 0 group by j.ref_id, a.owner_id) b
     using (ref_id, owner_id)
   where r.sum is distinct from b.sum`,
  `select 'rewards for member ' || f.member_id || ' on day ' || f.day || ' in ' || f.asset as place,
     r.sum::text as found, 'at most ' || f.fee / 4 as expected
   from team_fee f join (select day, member_id, asset, sum(amount) from team_reward group by day, member_id, asset) r
     using (day, member_id, asset)
   where r.sum * 4 > f.fee`,
];
