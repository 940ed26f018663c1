-- Orders that are good till a date, and when they end by themselves.
alter table spot_order drop constraint spot_order_tif_check;
--> statement-breakpoint
alter table spot_order
  add column expires_at bigint,
  add constraint spot_order_tif_check check (tif in ('GTC', 'GTD', 'IOC', 'FOK')),
  add constraint spot_order_expiry check ((tif = 'GTD') = (expires_at is not null));
--> statement-breakpoint
alter table futures_order drop constraint futures_order_tif_check;
--> statement-breakpoint
alter table futures_order
  add column expires_at bigint,
  add constraint futures_order_tif_check check (tif in ('GTC', 'GTD', 'IOC')),
  add constraint futures_order_expiry check ((tif = 'GTD') = (expires_at is not null));
