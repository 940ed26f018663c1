-- Trading as a whole, and single markets, can be stopped too; what people read of it stands beside the reason.
alter table venue_state drop constraint venue_state_scope_check;
--> statement-breakpoint
alter table venue_state add constraint venue_state_scope_check
  check (scope in ('withdrawals', 'trading') or scope ~ '^market:[A-Za-z0-9-]{1,40}$');
--> statement-breakpoint
alter table venue_state drop constraint venue_state_state_check;
--> statement-breakpoint
alter table venue_state add constraint venue_state_state_check check (case
  when scope like 'market:%' then state in ('open', 'reduceOnly', 'cancelOnly', 'halted')
  else state in ('open', 'paused') end);
--> statement-breakpoint
alter table venue_state add column words text not null default '' check (length(words) <= 500);
