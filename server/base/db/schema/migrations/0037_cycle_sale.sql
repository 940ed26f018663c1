-- A contract can be sold back before its end: by which index tick, and for what.
alter table cycle_contract
  add column sale_accepted_at bigint,
  add column sale_seq bigint,
  add column sale_at bigint,
  add column sale_price numeric(38, 18) check (sale_price > 0 and sale_price < 1e19),
  add column sale_hash text,
  add column sale_volatility numeric(38, 18) check (sale_volatility > 0 and sale_volatility < 1),
  add column sale_chance numeric(38, 18) check (sale_chance > 0 and sale_chance < 1),
  add column sale_margin numeric(38, 18) check (sale_margin >= 0 and sale_margin < 1),
  add column sale_least numeric(38, 18) check (sale_least >= 0 and sale_least < 1e19),
  add foreign key (asset, sale_seq) references cycle_tick;
--> statement-breakpoint
alter table cycle_contract drop constraint cycle_outcome_ruled;
--> statement-breakpoint
-- What the rule says is all that can be stored: no outcome can be chosen.
alter table cycle_contract add constraint cycle_outcome_ruled check (case
  when outcome is null then settlement_price is null and payout is null and settled_at is null
  when outcome = 'void' then settlement_price is null and reason is not null
  when outcome = 'sold' then settlement_price is null and reason is null and entry_seq is not null
  else coalesce(outcome = case
    when settlement_price = entry_price then 'tie'
    when (settlement_price > entry_price) = (direction = 'up') then 'win'
    else 'lose' end, false) and reason is null end);
--> statement-breakpoint
-- A sale is of a tick that nobody could know when it was accepted, before the window begins.
alter table cycle_contract add constraint cycle_sale_ruled check (case when outcome is not distinct from 'sold'
  then num_nulls(sale_accepted_at, sale_seq, sale_at, sale_price, sale_hash, sale_volatility, sale_chance, sale_margin,
      sale_least) = 0 and sale_accepted_at >= entry_at and sale_at > sale_accepted_at and sale_at < ends_at - window_ms
    and payout >= sale_least
  else num_nonnulls(sale_accepted_at, sale_seq, sale_at, sale_price, sale_hash, sale_volatility, sale_chance, sale_margin,
      sale_least) = 0 end);
--> statement-breakpoint
alter table cycle_contract drop constraint cycle_payout_ruled;
--> statement-breakpoint
alter table cycle_contract add constraint cycle_payout_ruled check (outcome is null or coalesce(
  payout = case outcome when 'win' then stake + win when 'lose' then 0
    when 'sold' then trunc(stake * (1 + rate) * sale_chance * (1 - sale_margin), 8) else stake end, false));
