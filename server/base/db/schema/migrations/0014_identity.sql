-- What people say of who they are, one application a level and time. The number is sealed; the mark is the same for the
-- same number and says nothing else of it.
create table identity_application (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  level smallint not null check (level in (1, 2)),
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  name text,
  number_sealed bytea,
  number_shown text,
  number_mark bytea,
  -- Why it was rejected: [{field, reason, note}].
  reasons jsonb not null default '[]',
  decided_by text check (decided_by in ('operator', 'practice')),
  -- Whether its owner was written to of the decision.
  noticed boolean not null default false,
  created_at bigint not null,
  decided_at bigint,
  check ((level = 1) = (name is not null and number_sealed is not null and number_shown is not null
    and number_mark is not null)),
  check ((state = 'pending') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((state = 'rejected') = (jsonb_array_length(reasons) > 0))
);
--> statement-breakpoint
create unique index identity_one_pending on identity_application (user_id) where state = 'pending';
--> statement-breakpoint
create unique index identity_one_approved on identity_application (user_id, level) where state = 'approved';
--> statement-breakpoint
-- A document certifies one account.
create unique index identity_number on identity_application (number_mark) where state = 'approved' and level = 1;
--> statement-breakpoint
create index identity_of_user on identity_application (user_id, level, id desc);
--> statement-breakpoint
create index identity_pending on identity_application (id) where state = 'pending';
--> statement-breakpoint
create index identity_unnoticed on identity_application (id) where state <> 'pending' and not noticed;
--> statement-breakpoint
-- An application is decided once; what it says never changes.
create function identity_goes_on() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.user_id, new.level, new.name, new.number_sealed, new.number_shown, new.number_mark,
      new.created_at) is distinct from (old.user_id, old.level, old.name, old.number_sealed, old.number_shown,
      old.number_mark, old.created_at)
    or (old.state <> 'pending' and (new.state, new.reasons, new.decided_by, new.decided_at)
      is distinct from (old.state, old.reasons, old.decided_by, old.decided_at)) then
    raise exception 'application % is fixed', old.id using errcode = '42501';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger identity_way before update or delete on identity_application for each row
  execute function identity_goes_on();
--> statement-breakpoint
-- Photos of documents, each sealed for its owner and kind wherever it is kept. A draft can be sent in; what is gone waits
-- for being deleted.
create table identity_photo (
  id text primary key,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('front', 'back', 'holding')),
  state text not null default 'draft' check (state in ('draft', 'sent', 'gone')),
  application_id bigint references identity_application,
  width integer not null,
  height integer not null,
  content bytea,
  place text not null check (place in ('database', 'folder', 's3')),
  kept_until bigint,
  at bigint not null,
  check ((place = 'database') = (content is not null)),
  check ((state = 'draft') = (kept_until is not null)),
  check ((state = 'sent') = (application_id is not null))
);
--> statement-breakpoint
create unique index identity_photo_draft on identity_photo (user_id, kind) where state = 'draft';
--> statement-breakpoint
create unique index identity_photo_sent on identity_photo (application_id, kind) where state = 'sent';
--> statement-breakpoint
create index identity_photo_late on identity_photo (kept_until) where state = 'draft';
--> statement-breakpoint
create index identity_photo_gone on identity_photo (id) where state = 'gone';
