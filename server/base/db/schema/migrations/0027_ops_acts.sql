-- What operators have had done: written before it is done, and what became of it after. Neither is ever changed.
create table ops_act (
  id bigint generated always as identity primary key,
  at bigint not null,
  -- The user of the system, and the machine.
  who text not null check (length(who) between 1 and 200),
  why text not null check (length(why) <= 1000),
  name text not null,
  args jsonb not null
);
--> statement-breakpoint
create table ops_act_end (
  act_id bigint primary key references ops_act,
  at bigint not null,
  ok boolean not null,
  answer text not null
);
--> statement-breakpoint
create trigger ops_act_frozen before update or delete on ops_act for each row execute function refuse_change();
--> statement-breakpoint
create trigger ops_act_kept before truncate on ops_act for each statement execute function refuse_change();
--> statement-breakpoint
create trigger ops_act_end_frozen before update or delete on ops_act_end for each row execute function refuse_change();
--> statement-breakpoint
create trigger ops_act_end_kept before truncate on ops_act_end for each statement execute function refuse_change();
