-- A pair of orders of which one cancels the other: each names the other, and one of them holds for both.
alter table spot_order
  add column partner_id bigint unique check (partner_id <> id),
  add column is_covered boolean not null default false,
  -- What programs call the pair.
  add column list_client_id text,
  -- Of a stop: when its price was reached.
  add column triggered_at bigint;
--> statement-breakpoint
create index spot_order_of_list on spot_order (user_id, list_client_id) where list_client_id is not null;
