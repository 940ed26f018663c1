-- When an order has last traded, and what guarded a position as a whole when it ended.
alter table spot_order add column filled_at bigint;
--> statement-breakpoint
alter table futures_order add column filled_at bigint;
--> statement-breakpoint
alter table futures_position
  add column take_profit numeric(38, 18) not null default 0 check (take_profit >= 0 and take_profit < 1e19),
  add column stop_loss numeric(38, 18) not null default 0 check (stop_loss >= 0 and stop_loss < 1e19);
--> statement-breakpoint
update spot_order o set filled_at = f.at
  from (select order_id, max(at) as at from spot_fill group by order_id) f where f.order_id = o.id;
--> statement-breakpoint
update futures_order o set filled_at = f.at
  from (select order_id, max(at) as at from futures_fill group by order_id) f where f.order_id = o.id;
--> statement-breakpoint
-- Of positions that are there already: guards that stand, or that stood until one of them fired or the position ended.
update futures_position p set take_profit = coalesce(g.take_profit, 0), stop_loss = coalesce(g.stop_loss, 0)
  from (
    select q.id,
      (array_agg(o.trigger_price order by o.id desc) filter (where o.trigger_kind = 'profit'))[1] as take_profit,
      (array_agg(o.trigger_price order by o.id desc) filter (where o.trigger_kind = 'stop'))[1] as stop_loss
    from futures_position q join futures_order o on o.user_id = q.user_id and o.market = q.market
      and o.guard_group is not null and o.side = case q.side when 'long' then 'sell' else 'buy' end
      and o.created_at >= q.opened_at and (q.closed_at is null or o.created_at <= q.closed_at)
      and (o.quantity is null or o.status = 'filled')
      and (o.status in ('waiting', 'open', 'partial', 'filled')
        or o.reason in ('endedWithPosition', 'endedByPartner', 'endedByLiquidation'))
    group by q.id) g
  where g.id = p.id;
--> statement-breakpoint
create or replace function futures_write(p jsonb, p_at bigint) returns void language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
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
  insert into futures_position select * from jsonb_populate_recordset(null::futures_position, p -> 'positions')
    order by quantity
    on conflict (id) do update set leverage = excluded.leverage, quantity = excluded.quantity, cost = excluded.cost,
      margin = excluded.margin, margin_ref = excluded.margin_ref, realised_price = excluded.realised_price,
      realised_fees = excluded.realised_fees, realised_funding = excluded.realised_funding,
      closed_quantity = excluded.closed_quantity, closed_cost = excluded.closed_cost,
      closed_value = excluded.closed_value, take_profit = excluded.take_profit, stop_loss = excluded.stop_loss,
      updated_at = excluded.updated_at, closed_at = excluded.closed_at,
      "end" = excluded."end", version = excluded.version;
  insert into futures_order select * from jsonb_populate_recordset(null::futures_order, p -> 'orders')
    on conflict (id) do update set rank = excluded.rank, trigger_price = excluded.trigger_price,
      trigger_kind = excluded.trigger_kind, trigger_source = excluded.trigger_source, price = excluded.price,
      type = excluded.type, tif = excluded.tif, quantity = excluded.quantity, filled = excluded.filled,
      filled_total = excluded.filled_total, fee = excluded.fee, profit = excluded.profit, held = excluded.held,
      leverage = excluded.leverage, status = excluded.status, reason = excluded.reason,
      filled_at = excluded.filled_at, version = excluded.version, updated_at = excluded.updated_at;
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
begin
  if jsonb_array_length(p -> 'lines') + jsonb_array_length(p -> 'holds') + jsonb_array_length(p -> 'releases') > 0 then
    perform ledger_write(p -> 'entries', p -> 'lines', 'order', p -> 'holds', p -> 'releases', p_at);
  end if;
  insert into spot_order select * from jsonb_populate_recordset(null::spot_order, p -> 'orders')
    on conflict (id) do update set rank = excluded.rank, price = excluded.price, quantity = excluded.quantity,
      filled = excluded.filled, filled_total = excluded.filled_total, paid = excluded.paid,
      fee = excluded.fee, status = excluded.status, reason = excluded.reason, version = excluded.version,
      filled_at = excluded.filled_at, updated_at = excluded.updated_at;
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
