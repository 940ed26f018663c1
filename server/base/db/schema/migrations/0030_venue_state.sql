-- What of the venue rests, and since when: the newest row of a scope holds, and none is ever changed.
create table venue_state (
  id bigint generated always as identity primary key,
  at bigint not null,
  scope text not null check (scope in ('withdrawals')),
  state text not null check (state in ('open', 'paused')),
  -- In the words of whoever or whatever did it.
  why text not null check (length(why) <= 1000)
);
--> statement-breakpoint
create index venue_state_newest on venue_state (scope, id desc);
--> statement-breakpoint
create trigger venue_state_frozen before update or delete on venue_state for each row execute function refuse_change();
--> statement-breakpoint
create trigger venue_state_kept before truncate on venue_state for each statement execute function refuse_change();
--> statement-breakpoint
-- How far the exchange has proved its own books. One row.
create table book_proof (
  id smallint primary key default 1 check (id = 1),
  -- Entries above this one are looked at next; what was looked at last stands below it once more, as entries are
  -- committed in another order than they are numbered.
  since bigint not null,
  head bigint not null,
  at bigint not null,
  -- When all of the books were proved last.
  whole_at bigint not null,
  differences int not null check (differences >= 0)
);
