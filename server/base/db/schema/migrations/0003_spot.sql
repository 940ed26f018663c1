-- The liquidity provider trades with what it was given, and no further: its exposure is bounded by its books.
create or replace function ledger_account(p_owner bigint, p_kind text, p_asset text) returns bigint language plpgsql as $$
declare n bigint;
begin
  select id into n from account where owner_id is not distinct from p_owner and kind = p_kind and asset = p_asset;
  if found then return n; end if;
  insert into account (owner_id, kind, asset, may_go_negative)
    values (p_owner, p_kind, p_asset, p_owner is null and p_kind not in ('insurance', 'house_mm'))
    on conflict (owner_id, kind, asset) do nothing returning id into n;
  if n is null then
    select id into n from account where owner_id is not distinct from p_owner and kind = p_kind and asset = p_asset;
  end if;
  return n;
end $$;
--> statement-breakpoint
-- Numbers are given by the engine, which is the one writer of a market. rank is the place in the queue.
create table spot_order (
  id bigint primary key,
  rank bigint not null,
  user_id bigint not null references app_user,
  client_id text not null,
  market text not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('limit', 'market', 'stopLimit')),
  tif text not null check (tif in ('GTC', 'IOC', 'FOK')),
  post_only boolean not null,
  price numeric(38, 18) check (price > 0 and price < 1e19),
  stop_price numeric(38, 18) check (stop_price > 0 and stop_price < 1e19),
  stop_above boolean,
  quantity numeric(38, 18) check (quantity > 0 and quantity < 1e19),
  total numeric(38, 18) check (total > 0 and total < 1e19),
  filled numeric(38, 18) not null check (filled >= 0 and filled < 1e19),
  filled_total numeric(38, 18) not null check (filled_total >= 0 and filled_total < 1e19),
  paid numeric(38, 18) not null check (paid >= 0 and paid < 1e19),
  fee numeric(38, 18) not null check (fee >= 0 and fee < 1e19),
  fee_asset text not null,
  status text not null check (status in ('waiting', 'open', 'partial', 'filled', 'cancelled', 'expired')),
  reason text,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  unique (user_id, client_id),
  check (quantity is null or filled <= quantity)
);
--> statement-breakpoint
create index spot_order_live on spot_order (market, rank) where status in ('waiting', 'open', 'partial');
--> statement-breakpoint
create index spot_order_of_user on spot_order (user_id, id desc);
--> statement-breakpoint
create table spot_fill (
  id bigint primary key,
  order_id bigint not null references spot_order,
  user_id bigint not null references app_user,
  market text not null,
  side text not null,
  price numeric(38, 18) not null check (price > 0 and price < 1e19),
  quantity numeric(38, 18) not null check (quantity > 0 and quantity < 1e19),
  total numeric(38, 18) not null check (total >= 0 and total < 1e19),
  fee numeric(38, 18) not null check (fee >= 0 and fee < 1e19),
  fee_asset text not null,
  role text not null check (role in ('maker', 'taker')),
  journal_id bigint not null references journal,
  at bigint not null
);
--> statement-breakpoint
create index spot_fill_of_order on spot_fill (order_id, id);
--> statement-breakpoint
create index spot_fill_of_user on spot_fill (user_id, id desc);
--> statement-breakpoint
-- Books what the engine has decided, in one round trip: accounts are locked first, then each step in its order.
create function spot_book(p_accounts bigint[], p_steps jsonb, p_users bigint[], p_at bigint) returns void
language plpgsql as $$
declare s jsonb; j bigint; h bigint; u bigint;
begin
  perform 1 from account where id = any (p_accounts) order by id for no key update;
  for s in select x from jsonb_array_elements(p_steps) with ordinality as t(x, o) order by o loop
    case s ->> 'op'
      when 'hold' then
        perform ledger_hold((s ->> 'account')::bigint, (s ->> 'amount')::numeric, 'order', s ->> 'ref', p_at);
      when 'release' then
        select id into h from hold where kind = 'order' and ref_id = s ->> 'ref';
        if h is not null then perform ledger_release(h, (s ->> 'amount')::numeric); end if;
      when 'post' then
        j := ledger_post(s ->> 'code', s ->> 'refType', s ->> 'refId', p_at, s -> 'lines');
      when 'order' then
        insert into spot_order select * from jsonb_populate_record(null::spot_order, s -> 'row')
          on conflict (id) do update set rank = excluded.rank, price = excluded.price, quantity = excluded.quantity,
            filled = excluded.filled, filled_total = excluded.filled_total, paid = excluded.paid,
            fee = excluded.fee, status = excluded.status, reason = excluded.reason, version = excluded.version,
            updated_at = excluded.updated_at;
      when 'fill' then
        insert into spot_fill
          select * from jsonb_populate_record(null::spot_fill, (s -> 'row') || jsonb_build_object('journal_id', j));
      when 'emit' then
        perform emit('user:' || (s ->> 'user'), s ->> 'type', s -> 'body', p_at);
      else raise exception 'no such step: %', s ->> 'op';
    end case;
  end loop;
  foreach u in array p_users loop perform tell_balances(u, p_at); end loop;
end $$;
