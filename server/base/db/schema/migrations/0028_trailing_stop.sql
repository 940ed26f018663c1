-- A stop that follows the best price: how far behind it stays, from where on, the best price so far, and what fired it.
alter table futures_order drop constraint futures_order_trigger_kind_check;
--> statement-breakpoint
alter table futures_order
  add constraint futures_order_trigger_kind_check check (trigger_kind in ('stop', 'profit', 'trail')),
  add column trail_by text check (trail_by in ('rate', 'distance')),
  add column trail_value numeric(38, 18) check (trail_value > 0 and trail_value < 1e19),
  add column trail_activation numeric(38, 18) check (trail_activation > 0 and trail_activation < 1e19),
  add column trail_best numeric(38, 18) check (trail_best > 0 and trail_best < 1e19),
  add column trail_reached numeric(38, 18) check (trail_reached > 0 and trail_reached < 1e19),
  add constraint futures_order_trail check (
    (trigger_kind is not distinct from 'trail') = (trail_by is not null) and (trail_by is null) = (trail_value is null));
