-- The house has a purse of its own for perpetuals: it stands between the two sides of every position.
do $$
declare rule text;
begin
  select pg_get_expr(conbin, conrelid) into strict rule from pg_constraint
    where conrelid = 'account'::regclass and conname = 'account_kind_check';
  execute 'alter table account drop constraint account_kind_check';
  execute format('alter table account add constraint account_kind_check check ((%s) or kind = %L)', rule, 'house_perpetual');
end $$;
--> statement-breakpoint
-- Numbers are given by the engine, which is the one writer of perpetuals. cost, closed_cost, closed_value, and the
-- price part of what was realised are exact: sums of fills and shares of them, never rounded. margin_ref is the version
-- under which an isolated margin is held.
create table futures_position (
  id bigint primary key,
  user_id bigint not null references app_user,
  market text not null,
  side text not null check (side in ('long', 'short')),
  mode text not null check (mode in ('cross', 'isolated')),
  leverage smallint not null check (leverage between 1 and 125),
  quantity numeric(38, 18) not null check (quantity >= 0 and quantity < 1e19),
  cost numeric not null check (cost >= 0 and cost < 1e25),
  margin numeric(38, 18) not null check (margin >= 0 and margin < 1e19),
  margin_ref bigint not null,
  realised_price numeric not null check (realised_price > -1e25 and realised_price < 1e25),
  realised_fees numeric(38, 18) not null check (realised_fees > -1e19 and realised_fees < 1e19),
  realised_funding numeric(38, 18) not null check (realised_funding > -1e19 and realised_funding < 1e19),
  closed_quantity numeric(38, 18) not null check (closed_quantity >= 0 and closed_quantity < 1e19),
  closed_cost numeric not null check (closed_cost >= 0 and closed_cost < 1e25),
  closed_value numeric not null check (closed_value >= 0 and closed_value < 1e25),
  opened_at bigint not null,
  updated_at bigint not null,
  closed_at bigint,
  "end" text check ("end" in ('closed', 'turned', 'liquidated', 'deleveraged')),
  version bigint not null,
  check (mode = 'isolated' or margin = 0),
  check ((closed_at is null) = (quantity > 0)),
  check ((closed_at is null) = ("end" is null))
);
--> statement-breakpoint
create unique index futures_position_one_open on futures_position (user_id, market) where closed_at is null;
--> statement-breakpoint
create index futures_position_of_user on futures_position (user_id, id desc);
--> statement-breakpoint
create table futures_order (
  id bigint primary key,
  rank bigint not null,
  user_id bigint not null references app_user,
  client_id text not null,
  market text not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('limit', 'market')),
  tif text not null check (tif in ('GTC', 'IOC')),
  post_only boolean not null,
  reduce_only boolean not null,
  price numeric(38, 18) check (price > 0 and price < 1e19),
  trigger_kind text check (trigger_kind in ('stop', 'profit')),
  trigger_price numeric(38, 18) check (trigger_price > 0 and trigger_price < 1e19),
  trigger_source text check (trigger_source in ('last', 'mark')),
  guard_group bigint,
  quantity numeric(38, 18) check (quantity > 0 and quantity < 1e19),
  filled numeric(38, 18) not null check (filled >= 0 and filled < 1e19),
  filled_total numeric(38, 18) not null check (filled_total >= 0 and filled_total < 1e19),
  fee numeric(38, 18) not null check (fee > -1e19 and fee < 1e19),
  profit numeric(38, 18) not null check (profit > -1e19 and profit < 1e19),
  held numeric(38, 18) not null check (held >= 0 and held < 1e19),
  take_profit numeric(38, 18) not null check (take_profit >= 0 and take_profit < 1e19),
  stop_loss numeric(38, 18) not null check (stop_loss >= 0 and stop_loss < 1e19),
  guard_source text not null check (guard_source in ('last', 'mark')),
  mode text not null check (mode in ('cross', 'isolated')),
  leverage smallint not null check (leverage between 1 and 125),
  origin text not null check (origin in ('ticket', 'guard', 'close', 'liquidation')),
  status text not null check (status in ('waiting', 'open', 'partial', 'filled', 'cancelled', 'expired')),
  reason text,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  check (quantity is null or filled <= quantity),
  check (quantity is not null or guard_group is not null)
);
--> statement-breakpoint
create index futures_order_live on futures_order (market, rank) where status in ('waiting', 'open', 'partial');
--> statement-breakpoint
create index futures_order_of_user on futures_order (user_id, id desc);
--> statement-breakpoint
create table futures_fill (
  id bigint primary key,
  order_id bigint references futures_order,
  position_id bigint not null references futures_position,
  user_id bigint not null references app_user,
  market text not null,
  side text not null check (side in ('buy', 'sell')),
  price numeric(38, 18) not null check (price >= 0 and price < 1e19),
  quantity numeric(38, 18) not null check (quantity > 0 and quantity < 1e19),
  fee numeric(38, 18) not null check (fee > -1e19 and fee < 1e19),
  profit numeric(38, 18) not null check (profit > -1e19 and profit < 1e19),
  role text not null check (role in ('maker', 'taker')),
  kind text not null check (kind in ('trade', 'liquidation', 'takeover', 'deleverage')),
  at bigint not null
);
--> statement-breakpoint
create index futures_fill_of_user on futures_fill (user_id, id desc);
--> statement-breakpoint
create index futures_fill_of_order on futures_fill (order_id, id);
--> statement-breakpoint
-- One row a market and settlement: whoever finds it there has nothing more to decide.
create table futures_rate (
  market text not null,
  at bigint not null,
  rate numeric not null check (rate > -1 and rate < 1),
  mark numeric(38, 18) not null check (mark > 0 and mark < 1e19),
  index numeric(38, 18) not null check (index > 0 and index < 1e19),
  primary key (market, at)
);
--> statement-breakpoint
-- Premiums of the interval under way, so that a restart does not forget them.
create table futures_premium (
  market text primary key,
  due_at bigint not null,
  total numeric not null check (total > -1e12 and total < 1e12),
  count integer not null check (count > 0)
);
--> statement-breakpoint
create table futures_funding (
  id bigint primary key,
  user_id bigint not null references app_user,
  position_id bigint not null references futures_position,
  market text not null,
  side text not null,
  quantity numeric(38, 18) not null check (quantity > 0 and quantity < 1e19),
  mark numeric(38, 18) not null check (mark > 0 and mark < 1e19),
  rate numeric not null check (rate > -1 and rate < 1),
  amount numeric(38, 18) not null check (amount > -1e19 and amount < 1e19),
  at bigint not null,
  unique (position_id, at)
);
--> statement-breakpoint
create index futures_funding_of_user on futures_funding (user_id, id desc);
--> statement-breakpoint
create table futures_liquidation (
  id bigint primary key,
  user_id bigint not null references app_user,
  position_id bigint not null references futures_position,
  market text not null,
  step text not null check (step in ('cancel', 'reduce', 'close', 'takeover', 'insurance', 'deleverage', 'house')),
  side text not null,
  mode text not null,
  quantity numeric(38, 18) not null check (quantity >= 0 and quantity < 1e19),
  price numeric check (price >= 0 and price < 1e19),
  mark numeric(38, 18) not null check (mark > 0 and mark < 1e19),
  equity numeric not null check (equity > -1e25 and equity < 1e25),
  maintenance numeric not null check (maintenance >= 0 and maintenance < 1e25),
  closing_fee numeric not null check (closing_fee >= 0 and closing_fee < 1e25),
  profit numeric(38, 18) not null check (profit > -1e19 and profit < 1e19),
  fee numeric(38, 18) not null check (fee >= 0 and fee < 1e19),
  insurance numeric(38, 18) not null check (insurance > -1e19 and insurance < 1e19),
  at bigint not null
);
--> statement-breakpoint
create index futures_liquidation_of_user on futures_liquidation (user_id, id desc);
--> statement-breakpoint
create table futures_terms (
  user_id bigint not null references app_user,
  market text not null,
  mode text not null check (mode in ('cross', 'isolated')),
  leverage smallint not null check (leverage between 1 and 125),
  primary key (user_id, market)
);
--> statement-breakpoint
create table futures_absence (
  user_id bigint primary key references app_user,
  seconds smallint not null check (seconds = 0 or seconds between 10 and 600),
  action text not null check (action in ('cancelAll', 'reduceOnly')),
  state text not null check (state in ('off', 'armed', 'away', 'done')),
  since bigint not null,
  version bigint not null
);
--> statement-breakpoint
-- What a transaction of the engine must know before it decides: what became of these keys, whose account is frozen, and
-- what these people have, which nobody else may change until the end.
create function futures_read(p_users bigint[], p_keys text[], p_asset text) returns jsonb language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
begin
  perform 1 from account where owner_id = any (p_users) and kind = 'futures' and asset = p_asset
    order by id for no key update;
  return jsonb_build_object(
    'commands', (select coalesce(jsonb_agg(jsonb_build_array(c.user_id, c.key, encode(request_hash, 'hex'), response)), '[]')
      from unnest(p_users, p_keys) as w(u, k) join command c on c.user_id = w.u and c.key = w.k),
    'frozen', (select coalesce(jsonb_agg(id), '[]') from app_user where id = any (p_users) and frozen_at is not null),
    'wallets', (select coalesce(jsonb_agg(jsonb_build_array(owner_id, posted::text, held::text)), '[]') from account
      where owner_id = any (p_users) and kind = 'futures' and asset = p_asset),
    'insurance', (select coalesce(sum(posted), 0)::text from account
      where owner_id is null and kind = 'insurance' and asset = p_asset));
end $$;
--> statement-breakpoint
-- Books what the engine has decided in one transaction, for any number of commands. Margins that change are given back
-- before anything is booked and put aside anew after it: in between, what is lost is not what is held.
create function futures_write(p jsonb, p_at bigint) returns void language plpgsql
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
      closed_value = excluded.closed_value, updated_at = excluded.updated_at, closed_at = excluded.closed_at,
      "end" = excluded."end", version = excluded.version;
  insert into futures_order select * from jsonb_populate_recordset(null::futures_order, p -> 'orders')
    on conflict (id) do update set rank = excluded.rank, trigger_price = excluded.trigger_price,
      trigger_kind = excluded.trigger_kind, trigger_source = excluded.trigger_source, price = excluded.price,
      type = excluded.type, tif = excluded.tif, quantity = excluded.quantity, filled = excluded.filled,
      filled_total = excluded.filled_total, fee = excluded.fee, profit = excluded.profit, held = excluded.held,
      leverage = excluded.leverage, status = excluded.status, reason = excluded.reason,
      version = excluded.version, updated_at = excluded.updated_at;
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
