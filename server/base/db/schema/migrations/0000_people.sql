-- Moments are milliseconds UTC of the exchange's own clock, so that time can be handed in.
create table app_user (
  id bigint generated always as identity primary key,
  uid text not null unique check (uid ~ '^[1-9][0-9]{8}$'),
  email text unique,
  phone text unique,
  password_hash text not null,
  fund_hash text,
  level smallint not null default 0 check (level between 0 and 2),
  identity text not null default 'none' check (identity in ('none', 'pending', 'basic', 'advanced')),
  credit_score smallint not null default 100 check (credit_score between 0 and 200),
  invite_code text not null unique,
  invited_by bigint references app_user,
  anti_phishing text,
  totp_secret text,
  totp_on boolean not null default false,
  totp_step bigint not null default 0,
  held_until bigint,
  frozen_at bigint,
  language text not null default 'en_us',
  created_at bigint not null,
  check (email is not null or phone is not null)
);
--> statement-breakpoint
create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references app_user,
  device text not null,
  address text not null,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null,
  ended_at bigint
);
--> statement-breakpoint
create index session_of_user on session (user_id) where ended_at is null;
--> statement-breakpoint
create table temporary_token (token_hash bytea primary key, expires_at bigint not null);
--> statement-breakpoint
create table code (
  id bigint generated always as identity primary key,
  contact text not null,
  purpose text not null,
  hash bytea not null,
  tries smallint not null default 0,
  expires_at bigint not null,
  used_at bigint
);
--> statement-breakpoint
create index code_of_contact on code (contact, purpose, id desc);
--> statement-breakpoint
create table recovery_code (
  user_id bigint not null references app_user,
  hash bytea not null,
  used_at bigint,
  primary key (user_id, hash)
);
--> statement-breakpoint
create table account_event (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  what text not null,
  device text not null,
  address text not null,
  at bigint not null
);
--> statement-breakpoint
create index account_event_of_user on account_event (user_id, id desc);
--> statement-breakpoint
create table message (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  text text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
  tries smallint not null default 0,
  next_at bigint not null,
  created_at bigint not null
);
--> statement-breakpoint
create index message_queued on message (next_at) where state = 'queued';
--> statement-breakpoint
create table upload (
  id text primary key,
  user_id bigint references app_user,
  temporary_hash bytea,
  width integer not null,
  height integer not null,
  content bytea not null,
  at bigint not null,
  check (user_id is not null or temporary_hash is not null)
);
