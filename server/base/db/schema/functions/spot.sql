-- What a transaction of the engine must know before it decides: what became of these keys, whose account is frozen,
-- and what these users have of these assets, which nobody else may change until the end. The limit has each key looked up
-- by itself: of two lists, a plan may read all that these users have ever done and drop what is not in the second.
create or replace function spot_read(p_users bigint[], p_keys text[], p_assets text[]) returns jsonb language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  perform 1 from account where owner_id = any (p_users) and kind = 'spot' and asset = any (p_assets)
    order by id for no key update;
  return jsonb_build_object(
    'commands', (select coalesce(jsonb_agg(jsonb_build_array(user_id, key, encode(request_hash, 'hex'), response)), '[]')
      from unnest(p_users, p_keys) as w(u, k), lateral (select * from command where user_id = u and key = k limit 1) c),
    'frozen', (select coalesce(jsonb_agg(id), '[]') from app_user
      where id = any (p_users) and frozen_at is not null),
    'free', (select coalesce(jsonb_agg(jsonb_build_array(owner_id, asset, (posted - held)::text)), '[]') from account
      where owner_id = any (p_users) and kind = 'spot' and asset = any (p_assets)));
end $$;

create or replace function spot_write(p jsonb, p_at bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare changed integer;
begin
  if jsonb_array_length(p -> 'lines') + jsonb_array_length(p -> 'holds') + jsonb_array_length(p -> 'releases') > 0 then
    perform ledger_write(p -> 'entries', p -> 'lines', 'order', p -> 'holds', p -> 'releases', p_at);
  end if;
  with read as materialized (
    select (x ->> 'was')::int as was, r.* from jsonb_array_elements(p -> 'orders') x, jsonb_populate_record(null::spot_order, x) r
    where (x ->> 'was')::int > 0
  )
  update spot_order o set rank = excluded.rank, price = excluded.price, quantity = excluded.quantity,
      filled = excluded.filled, filled_total = excluded.filled_total, paid = excluded.paid,
      fee = excluded.fee, status = excluded.status, reason = excluded.reason, version = excluded.version,
      filled_at = excluded.filled_at, updated_at = excluded.updated_at, is_covered = excluded.is_covered,
      triggered_at = excluded.triggered_at, exit_id = excluded.exit_id
    from read excluded where o.id = any (array(select id from read)) and o.id = excluded.id and o.version = excluded.was;
  get diagnostics changed = row_count;
  perform must_have_changed('spot_order', p -> 'orders', changed);
  insert into spot_order select e.* from jsonb_array_elements(p -> 'orders') x, jsonb_populate_record(null::spot_order, x) e
    where (x ->> 'was')::int = 0;
  if jsonb_array_length(p -> 'fills') > 0 then
    insert into spot_fill
    select f.* from jsonb_array_elements(p -> 'fills') x,
      jsonb_populate_record(null::spot_fill, x || jsonb_build_object('journal_id', (select j.id from journal j
        where j.code = 'trade' and j.ref_type = 'spot' and j.ref_id = x ->> 'trade'))) f;
  end if;
  insert into command (user_id, key, call, request_hash, response, at)
    select c.user_id, c.key, c.call, decode(c.hash, 'hex'), c.response, p_at
    from jsonb_to_recordset(p -> 'commands') as c(user_id bigint, key text, call text, hash text, response jsonb);
  perform publish(p -> 'messages', array(select x::bigint from jsonb_array_elements_text(p -> 'users') x), p_at);
end $$;
