-- Tickets of people. Replies of ours after read_to are unread; those after told_to nobody was written to about.
create table support_ticket (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  key text not null,
  title text not null,
  state text not null default 'waiting' check (state in ('waiting', 'replied', 'closed')),
  subject_kind text check (subject_kind in ('spot', 'futures', 'cycle', 'storage', 'deposit', 'withdrawal')),
  subject_id bigint,
  subject_what text,
  subject_at bigint,
  messages integer not null default 0,
  unread integer not null default 0 check (unread >= 0),
  read_to bigint not null default 0,
  -- Whether our newest reply still has to be written to its owner.
  unnoticed boolean not null default false,
  version bigint not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  unique (user_id, key),
  check ((subject_kind is null) = (subject_id is null) and (subject_id is null) = (subject_what is null)
    and (subject_what is null) = (subject_at is null))
);
--> statement-breakpoint
create index support_ticket_of_user on support_ticket (user_id, updated_at desc, id desc);
--> statement-breakpoint
create index support_ticket_open on support_ticket (user_id) where state <> 'closed';
--> statement-breakpoint
create index support_ticket_unread on support_ticket (user_id) where unread > 0;
--> statement-breakpoint
create index support_ticket_waiting on support_ticket (updated_at, id) where state = 'waiting';
--> statement-breakpoint
create index support_ticket_unnoticed on support_ticket (id) where unnoticed;
--> statement-breakpoint
create table support_message (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references support_ticket,
  author text not null check (author in ('person', 'support')),
  -- Made by the person's client, so that a reply that is sent twice is written once.
  key text,
  content text not null,
  at bigint not null,
  unique (ticket_id, key),
  check ((author = 'person') = (key is not null))
);
--> statement-breakpoint
create index support_message_of_ticket on support_message (ticket_id, id);
--> statement-breakpoint
create trigger support_message_frozen before update or delete on support_message for each row
  execute function refuse_change();
--> statement-breakpoint
-- A picture belongs to one message.
create table support_picture (
  upload_id text primary key references upload,
  message_id bigint not null references support_message,
  place smallint not null check (place >= 0)
);
--> statement-breakpoint
create index support_picture_of_message on support_picture (message_id, place);
--> statement-breakpoint
-- A ticket as its owner is told of it.
create function ticket_row(t support_ticket) returns jsonb language sql stable as $$
  select jsonb_build_object('id', t.id, 'title', t.title, 'state', t.state, 'subject',
    case when t.subject_kind is not null then jsonb_build_object('kind', t.subject_kind, 'id', t.subject_id,
      'what', t.subject_what, 'at', t.subject_at) end,
    'unread', t.unread, 'messages', t.messages, 'createdAt', t.created_at, 'updatedAt', t.updated_at,
    'version', t.version)
$$;
