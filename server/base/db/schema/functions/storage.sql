create or replace function storage_order_frozen() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'running' or new.paid_days < old.paid_days
    or (old.id, old.user_id, old.account_id, old.escrow_id, old.house_id, old.plan_id, old.asset, old.amount, old.rate,
      old.days, old.share, old.opened_at, old.starts_at, old.ends_at, old.renewed_from)
    is distinct from (new.id, new.user_id, new.account_id, new.escrow_id, new.house_id, new.plan_id, new.asset,
      new.amount, new.rate, new.days, new.share, new.opened_at, new.starts_at, new.ends_at, new.renewed_from) then
    raise exception 'storage order % is fixed', old.id using errcode = '42501';
  end if;
  return new;
end $$;

create or replace function storage_text(p numeric) returns text language sql immutable as $$ select trim_scale(p)::text $$;

-- An order as its owner sees it.
create or replace function storage_row(o storage_order) returns jsonb language sql stable as $$
  select jsonb_build_object('id', o.id, 'plan', o.plan_id, 'asset', o.asset, 'amount', storage_text(o.amount),
    'rate', storage_text(o.rate), 'days', o.days, 'share', storage_text(o.share), 'autoRenew', o.auto_renew,
    'openedAt', o.opened_at, 'startsAt', o.starts_at, 'firstPayoutAt', o.starts_at + 86400000, 'endsAt', o.ends_at,
    'revocableUntil', o.opened_at + 600000, 'state', o.state, 'paidDays', o.paid_days,
    'earned', storage_text(o.earned), 'promised', storage_text(trunc(o.amount * o.rate * o.days, 8)),
    'nextPayoutAt', o.next_at, 'cost', storage_text(o.cost), 'returned', storage_text(o.returned),
    'endedAt', o.ended_at, 'renewedFrom', o.renewed_from, 'renewedBy', o.renewed_by, 'notRenewed', o.not_renewed,
    'version', o.version)
$$;

-- The orders whose day was due first, at most so many, with their plans and accounts: nobody else may change them until
-- the end. Everybody takes plans before orders and orders before accounts, each in the order of their ids.
create or replace function storage_due(p_at bigint, p_most integer) returns setof storage_order language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare moment bigint; ids bigint[];
begin
  loop
    select next_at into moment from storage_order where next_at <= p_at order by next_at limit 1;
    exit when moment is null;
    ids := array(select id from storage_order where next_at = moment order by id limit p_most);
    return query select * from storage_take(ids) o where o.next_at = moment;
    -- None is left when their owners were quicker.
    exit when found;
  end loop;
end $$;

create or replace function storage_take(p_ids bigint[]) returns setof storage_order language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  perform 1 from storage_plan where id in (select plan_id from storage_order where id = any (p_ids))
    order by id for no key update;
  perform 1 from storage_order where id = any (p_ids) order by id for no key update;
  perform 1 from account where id in (
    select unnest(array[account_id, escrow_id, house_id]) from storage_order where id = any (p_ids))
    order by id for no key update;
  return query select * from storage_order where id = any (p_ids) order by id;
end $$;

create or replace function storage_write(p jsonb, p_at bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare ids bigint[]; changed integer;
begin
  update storage_plan s set taken = s.taken + c.change
    from jsonb_to_recordset(p -> 'plans') as c(id bigint, change numeric)
    where s.id = any (array(select y.id from jsonb_to_recordset(p -> 'plans') as y(id bigint))) and s.id = c.id;
  if jsonb_array_length(p -> 'lines') + jsonb_array_length(p -> 'holds') + jsonb_array_length(p -> 'releases') > 0 then
    perform ledger_write(p -> 'entries', p -> 'lines', 'storage', p -> 'holds', p -> 'releases', p_at);
  end if;
  -- First what is new: an order that is renewed names the one that goes on for it.
  insert into storage_order select e.* from jsonb_array_elements(p -> 'orders') x, jsonb_populate_record(null::storage_order, x) e
    where (x ->> 'was')::int = 0;
  with read as materialized (
    select (x ->> 'was')::int as was, r.* from jsonb_array_elements(p -> 'orders') x, jsonb_populate_record(null::storage_order, x) r
    where (x ->> 'was')::int > 0
  )
  update storage_order o set auto_renew = excluded.auto_renew, state = excluded.state,
      paid_days = excluded.paid_days, earned = excluded.earned, next_at = excluded.next_at, cost = excluded.cost,
      returned = excluded.returned, ended_at = excluded.ended_at, renewed_by = excluded.renewed_by,
      not_renewed = excluded.not_renewed, version = excluded.version
    from read excluded where o.id = any (array(select id from read)) and o.id = excluded.id and o.version = excluded.was;
  get diagnostics changed = row_count;
  perform must_have_changed('storage_order', p -> 'orders', changed);
  insert into storage_payout (order_id, user_id, day, amount, due_at, at)
    select d.order_id, d.user_id, d.day, d.amount, d.due_at, p_at
    from jsonb_to_recordset(p -> 'payouts')
      as d(order_id bigint, user_id bigint, day integer, amount numeric, due_at bigint);
  select array_agg((x ->> 'id')::bigint) into ids from jsonb_array_elements(p -> 'orders') x;
  perform publish(
    (select coalesce(jsonb_agg(jsonb_build_object('stream', 'user:' || o.user_id, 'type', 'storage',
        'body', storage_row(o)) order by o.id), '[]')
      from storage_order o where o.id = any (ids)),
    array(select x::bigint from jsonb_array_elements_text(p -> 'users') x), p_at);
end $$;
