-- Stops at market, which take no limit price.
alter table spot_order drop constraint spot_order_type_check;
--> statement-breakpoint
alter table spot_order
  add constraint spot_order_type_check check (type in ('limit', 'market', 'stopLimit', 'stopMarket')),
  -- What is to guard what an order buys, and the first of the orders that do: its exits.
  add column take_profit numeric(38, 18) check (take_profit > 0 and take_profit < 1e19),
  add column stop_loss numeric(38, 18) check (stop_loss > 0 and stop_loss < 1e19),
  add column exit_id bigint check (exit_id <> id),
  -- Of an exit: the order that has bought what it sells.
  add column entry_id bigint references spot_order check (entry_id <> id);
--> statement-breakpoint
-- The exchange itself places exits when their entry fills: no name that a program has used before may stand in the way.
alter table spot_order drop constraint spot_order_user_id_client_id_key;
--> statement-breakpoint
create unique index spot_order_user_id_client_id_key on spot_order (user_id, client_id) where entry_id is null;
--> statement-breakpoint
create index spot_order_of_entry on spot_order (entry_id) where entry_id is not null;
