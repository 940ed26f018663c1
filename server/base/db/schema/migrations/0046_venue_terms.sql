-- What the venue charges and allows, and which markets it has: of each kind the row holds whose time has come last.
create table venue_terms (
  id bigint generated always as identity primary key,
  at bigint not null,
  -- From when it holds.
  since bigint not null,
  kind text not null check (kind in ('fees', 'limits', 'markets')),
  terms jsonb not null,
  -- A file is taken over once: what it said last is known by this.
  origin text not null check (origin in ('command', 'file')),
  check (since >= at)
);
--> statement-breakpoint
create index venue_terms_newest on venue_terms (kind, since desc, id desc);
--> statement-breakpoint
create trigger venue_terms_frozen before update or delete on venue_terms for each row execute function refuse_change();
--> statement-breakpoint
create trigger venue_terms_kept before truncate on venue_terms for each statement execute function refuse_change();
