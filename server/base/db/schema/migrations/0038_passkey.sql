-- Public keys of authenticators, by which people log in and prove that it is them.
create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  -- As the authenticator names it.
  credential text not null unique check (length(credential) between 1 and 8192),
  public_key bytea not null,
  -- How often it has signed, where the authenticator counts; never falls.
  counter bigint not null check (counter >= 0),
  -- The place that it is good for.
  rp_id text not null,
  -- What the authenticator knows the person by.
  handle text not null,
  label text not null check (length(label) between 1 and 60),
  created_at bigint not null,
  used_at bigint
);
--> statement-breakpoint
create index passkey_user on passkey (user_id, id);
--> statement-breakpoint
-- What an authenticator is asked to sign. Each is good once.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'login', 'proof')),
  user_id bigint references app_user (id),
  handle text,
  expires_at bigint not null,
  check ((purpose = 'login') = (user_id is null)),
  check ((purpose = 'add') = (handle is not null))
);
--> statement-breakpoint
create index passkey_challenge_expiry on passkey_challenge (expires_at);
