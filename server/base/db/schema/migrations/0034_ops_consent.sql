-- Who has agreed to what two operators have to agree to. What was said is never changed.
create table ops_consent (
  -- The command with what it is about.
  act text not null check (length(act) <= 500),
  who text not null check (length(who) between 1 and 200),
  at bigint not null,
  primary key (act, who)
);
--> statement-breakpoint
create trigger ops_consent_frozen before update or delete on ops_consent for each row execute function refuse_change();
--> statement-breakpoint
create trigger ops_consent_kept before truncate on ops_consent for each statement execute function refuse_change();
