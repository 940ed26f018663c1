-- A row that is new is inserted and never overwrites one that is there; one that was there is changed only as it was read.
-- What was decided on rows that somebody else has written since ends with an error, and so does its whole transaction.
create function must_have_changed(p_table text, p_rows jsonb, p_changed integer) returns void language plpgsql as $$
declare known integer;
begin
  select count(*) into known from jsonb_array_elements(p_rows) x where (x ->> 'was')::int > 0;
  if known <> p_changed then
    raise exception '%: % of % rows are as they were read', p_table, p_changed, known;
  end if;
end $$;
--> statement-breakpoint
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
  update futures_position o set leverage = excluded.leverage, quantity = excluded.quantity, cost = excluded.cost,
      margin = excluded.margin, margin_ref = excluded.margin_ref, realised_price = excluded.realised_price,
      realised_fees = excluded.realised_fees, realised_funding = excluded.realised_funding,
      closed_quantity = excluded.closed_quantity, closed_cost = excluded.closed_cost,
      closed_value = excluded.closed_value, take_profit = excluded.take_profit, stop_loss = excluded.stop_loss,
      updated_at = excluded.updated_at, closed_at = excluded.closed_at,
      "end" = excluded."end", version = excluded.version
    from jsonb_array_elements(p -> 'positions') x, jsonb_populate_record(null::futures_position, x) excluded
    where (x ->> 'was')::int > 0 and o.id = excluded.id and o.version = (x ->> 'was')::int;
  get diagnostics changed = row_count;
  perform must_have_changed('futures_position', p -> 'positions', changed);
  insert into futures_position select e.* from jsonb_array_elements(p -> 'positions') x, jsonb_populate_record(null::futures_position, x) e
    where (x ->> 'was')::int = 0;
  update futures_order o set rank = excluded.rank, trigger_price = excluded.trigger_price,
      trigger_kind = excluded.trigger_kind, trigger_source = excluded.trigger_source, price = excluded.price,
      type = excluded.type, tif = excluded.tif, quantity = excluded.quantity, filled = excluded.filled,
      filled_total = excluded.filled_total, fee = excluded.fee, profit = excluded.profit, held = excluded.held,
      leverage = excluded.leverage, status = excluded.status, reason = excluded.reason,
      filled_at = excluded.filled_at, version = excluded.version, updated_at = excluded.updated_at
    from jsonb_array_elements(p -> 'orders') x, jsonb_populate_record(null::futures_order, x) excluded
    where (x ->> 'was')::int > 0 and o.id = excluded.id and o.version = (x ->> 'was')::int;
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
  perform tell(p -> 'told', array(select x::bigint from jsonb_array_elements_text(p -> 'users') x), p_at);
end $$;
--> statement-breakpoint
create or replace function spot_write(p jsonb, p_at bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare changed integer;
begin
  if jsonb_array_length(p -> 'lines') + jsonb_array_length(p -> 'holds') + jsonb_array_length(p -> 'releases') > 0 then
    perform ledger_write(p -> 'entries', p -> 'lines', 'order', p -> 'holds', p -> 'releases', p_at);
  end if;
  update spot_order o set rank = excluded.rank, price = excluded.price, quantity = excluded.quantity,
      filled = excluded.filled, filled_total = excluded.filled_total, paid = excluded.paid,
      fee = excluded.fee, status = excluded.status, reason = excluded.reason, version = excluded.version,
      filled_at = excluded.filled_at, updated_at = excluded.updated_at
    from jsonb_array_elements(p -> 'orders') x, jsonb_populate_record(null::spot_order, x) excluded
    where (x ->> 'was')::int > 0 and o.id = excluded.id and o.version = (x ->> 'was')::int;
  get diagnostics changed = row_count;
  perform must_have_changed('spot_order', p -> 'orders', changed);
  insert into spot_order select e.* from jsonb_array_elements(p -> 'orders') x, jsonb_populate_record(null::spot_order, x) e
    where (x ->> 'was')::int = 0;
  if jsonb_array_length(p -> 'fills') > 0 then
    insert into spot_fill
    select f.* from jsonb_array_elements(p -> 'fills') x
      join journal j on j.code = 'trade' and j.ref_type = 'spot' and j.ref_id = x ->> 'trade',
      jsonb_populate_record(null::spot_fill, x || jsonb_build_object('journal_id', j.id)) f;
  end if;
  insert into command (user_id, key, call, request_hash, response, at)
    select c.user_id, c.key, c.call, decode(c.hash, 'hex'), c.response, p_at
    from jsonb_to_recordset(p -> 'commands') as c(user_id bigint, key text, call text, hash text, response jsonb);
  perform tell(p -> 'told', array(select x::bigint from jsonb_array_elements_text(p -> 'users') x), p_at);
end $$;
--> statement-breakpoint
create or replace function storage_write(p jsonb, p_at bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare ids bigint[]; changed integer;
begin
  update storage_plan s set taken = s.taken + c.change
    from jsonb_to_recordset(p -> 'plans') as c(id bigint, change numeric) where s.id = c.id;
  if jsonb_array_length(p -> 'lines') + jsonb_array_length(p -> 'holds') + jsonb_array_length(p -> 'releases') > 0 then
    perform ledger_write(p -> 'entries', p -> 'lines', 'storage', p -> 'holds', p -> 'releases', p_at);
  end if;
  -- First what is new: an order that is renewed names the one that goes on for it.
  insert into storage_order select e.* from jsonb_array_elements(p -> 'orders') x, jsonb_populate_record(null::storage_order, x) e
    where (x ->> 'was')::int = 0;
  update storage_order o set auto_renew = excluded.auto_renew, state = excluded.state,
      paid_days = excluded.paid_days, earned = excluded.earned, next_at = excluded.next_at, cost = excluded.cost,
      returned = excluded.returned, ended_at = excluded.ended_at, renewed_by = excluded.renewed_by,
      not_renewed = excluded.not_renewed, version = excluded.version
    from jsonb_array_elements(p -> 'orders') x, jsonb_populate_record(null::storage_order, x) excluded
    where (x ->> 'was')::int > 0 and o.id = excluded.id and o.version = (x ->> 'was')::int;
  get diagnostics changed = row_count;
  perform must_have_changed('storage_order', p -> 'orders', changed);
  insert into storage_payout (order_id, user_id, day, amount, due_at, at)
    select d.order_id, d.user_id, d.day, d.amount, d.due_at, p_at
    from jsonb_to_recordset(p -> 'payouts')
      as d(order_id bigint, user_id bigint, day integer, amount numeric, due_at bigint);
  select array_agg((x ->> 'id')::bigint) into ids from jsonb_array_elements(p -> 'orders') x;
  perform tell(
    (select coalesce(jsonb_agg(jsonb_build_array('user:' || o.user_id, 'storage', storage_row(o)) order by o.id), '[]')
      from storage_order o where o.id = any (ids)),
    array(select x::bigint from jsonb_array_elements_text(p -> 'users') x), p_at);
end $$;
