-- Limit orders that follow the best price of their side: until when, from which price and how far, what becomes of the
-- rest, and how often they have taken another price.
alter table futures_order
  add column chase_until bigint,
  add column chase_from numeric(38, 18) check (chase_from > 0 and chase_from < 1e19),
  add column chase_distance numeric(38, 18) check (chase_distance > 0 and chase_distance < 1),
  add column chase_rest text check (chase_rest in ('market', 'cancel')),
  add column chase_moves integer check (chase_moves >= 0),
  add constraint futures_order_chase check (
    num_nulls(chase_until, chase_from, chase_distance, chase_rest, chase_moves) in (0, 5)
    and (chase_until is null or reduce_only));
