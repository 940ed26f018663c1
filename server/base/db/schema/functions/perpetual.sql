-- What a transaction of the engine must know before it decides: what became of these keys, whose account is frozen, and
-- what these users have, which nobody else may change until the end.
create or replace function futures_read(p_users bigint[], p_keys text[], p_asset text) returns jsonb language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  perform 1 from account where owner_id = any (p_users) and kind = 'futures' and asset = p_asset
    order by id for no key update;
  return jsonb_build_object(
    'commands', (select coalesce(jsonb_agg(jsonb_build_array(user_id, key, encode(request_hash, 'hex'), response)), '[]')
      from unnest(p_users, p_keys) as w(u, k), lateral (select * from command where user_id = u and key = k limit 1) c),
    'frozen', (select coalesce(jsonb_agg(id), '[]') from app_user where id = any (p_users) and frozen_at is not null),
    'wallets', (select coalesce(jsonb_agg(jsonb_build_array(owner_id, posted::text, held::text)), '[]') from account
      where owner_id = any (p_users) and kind = 'futures' and asset = p_asset),
    'insurance', (select coalesce(sum(posted), 0)::text from account
      where owner_id is null and kind = 'insurance' and asset = p_asset));
end $$;

create or replace function futures_write(p jsonb, p_at bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare changed integer;
begin
  if jsonb_array_length(p -> 'freed') > 0 then
    perform ledger_write('[]', '[]', 'margin', '[]', p -> 'freed', p_at);
  end if;
  if jsonb_array_length(p -> 'lines') + jsonb_array_length(p -> 'holds') + jsonb_array_length(p -> 'releases') > 0 then
    perform ledger_write(p -> 'entries', p -> 'lines', 'order', p -> 'holds', p -> 'releases', p_at);
  end if;
  if jsonb_array_length(p -> 'margins') > 0 then
    perform ledger_write('[]', '[]', 'margin', p -> 'margins', '[]', p_at);
  end if;
  with read as materialized (
    select (x ->> 'was')::int as was, r.* from jsonb_array_elements(p -> 'positions') x, jsonb_populate_record(null::futures_position, x) r
    where (x ->> 'was')::int > 0
  )
  update futures_position o set leverage = excluded.leverage, quantity = excluded.quantity, cost = excluded.cost,
      margin = excluded.margin, margin_ref = excluded.margin_ref, realised_price = excluded.realised_price,
      realised_fees = excluded.realised_fees, realised_funding = excluded.realised_funding,
      closed_quantity = excluded.closed_quantity, closed_cost = excluded.closed_cost,
      closed_value = excluded.closed_value, take_profit = excluded.take_profit, stop_loss = excluded.stop_loss,
      updated_at = excluded.updated_at, closed_at = excluded.closed_at,
      "end" = excluded."end", version = excluded.version
    from read excluded where o.id = any (array(select id from read)) and o.id = excluded.id and o.version = excluded.was;
  get diagnostics changed = row_count;
  perform must_have_changed('futures_position', p -> 'positions', changed);
  insert into futures_position select e.* from jsonb_array_elements(p -> 'positions') x, jsonb_populate_record(null::futures_position, x) e
    where (x ->> 'was')::int = 0;
  with read as materialized (
    select (x ->> 'was')::int as was, r.* from jsonb_array_elements(p -> 'orders') x, jsonb_populate_record(null::futures_order, x) r
    where (x ->> 'was')::int > 0
  )
  update futures_order o set rank = excluded.rank, trigger_price = excluded.trigger_price,
      trigger_kind = excluded.trigger_kind, trigger_source = excluded.trigger_source, price = excluded.price,
      type = excluded.type, tif = excluded.tif, quantity = excluded.quantity, filled = excluded.filled,
      filled_total = excluded.filled_total, fee = excluded.fee, profit = excluded.profit, held = excluded.held,
      leverage = excluded.leverage, status = excluded.status, reason = excluded.reason,
      filled_at = excluded.filled_at, trail_by = excluded.trail_by, trail_value = excluded.trail_value,
      trail_activation = excluded.trail_activation, trail_best = excluded.trail_best,
      trail_reached = excluded.trail_reached, chase_moves = excluded.chase_moves, post_only = excluded.post_only,
      version = excluded.version, updated_at = excluded.updated_at
    from read excluded where o.id = any (array(select id from read)) and o.id = excluded.id and o.version = excluded.was;
  get diagnostics changed = row_count;
  perform must_have_changed('futures_order', p -> 'orders', changed);
  insert into futures_order select e.* from jsonb_array_elements(p -> 'orders') x, jsonb_populate_record(null::futures_order, x) e
    where (x ->> 'was')::int = 0;
  insert into futures_fill select * from jsonb_populate_recordset(null::futures_fill, p -> 'fills');
  insert into futures_funding select * from jsonb_populate_recordset(null::futures_funding, p -> 'funding');
  insert into futures_liquidation select * from jsonb_populate_recordset(null::futures_liquidation, p -> 'liquidations');
  insert into futures_terms select * from jsonb_populate_recordset(null::futures_terms, p -> 'terms')
    on conflict (user_id, market) do update set mode = excluded.mode, leverage = excluded.leverage;
  insert into futures_absence select * from jsonb_populate_recordset(null::futures_absence, p -> 'absences')
    on conflict (user_id) do update set seconds = excluded.seconds, action = excluded.action, state = excluded.state,
      since = excluded.since, version = excluded.version;
  insert into command (user_id, key, call, request_hash, response, at)
    select c.user_id, c.key, c.call, decode(c.hash, 'hex'), c.response, p_at
    from jsonb_to_recordset(p -> 'commands') as c(user_id bigint, key text, call text, hash text, response jsonb);
  perform publish(p -> 'messages', array(select x::bigint from jsonb_array_elements_text(p -> 'users') x), p_at);
  perform margin_warned(p -> 'warnings', p_at);
end $$;

-- What users stand warned of, and a notification for each who is told.
create or replace function margin_warned(p_warnings jsonb, p_at bigint) returns void language plpgsql
  set enable_seqscan to off as $$
declare w record;
begin
  for w in
    select * from jsonb_to_recordset(p_warnings) as x(user_id bigint, scope bigint, level smallint, body jsonb)
    order by user_id, scope
  loop
    if w.level = 0 then
      delete from futures_warning where user_id = w.user_id and position_id = w.scope;
    else
      insert into futures_warning values (w.user_id, w.scope, w.level, p_at)
        on conflict (user_id, position_id) do update set level = excluded.level, at = excluded.at;
    end if;
    if jsonb_typeof(w.body) = 'object' then
      insert into stream_head (stream, seq) values ('user:' || w.user_id, 0)
        on conflict (stream) do update set seq = stream_head.seq;
      perform notification_add(w.user_id, 'margin', concat_ws(':', 'margin', w.scope, w.level, p_at), w.body, p_at);
    end if;
  end loop;
end $$;
