-- Keys of programs. A secret is sealed with the key of the folder; of Ed25519 only the public key is known here.
create table api_key (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  name text not null,
  api_key text not null unique,
  kind text not null check (kind in ('hmac', 'ed25519')),
  secret text,
  public_key text,
  spot boolean not null,
  futures boolean not null,
  addresses text[] not null,
  created_at bigint not null,
  used_at bigint,
  used_from text,
  ended_at bigint,
  check ((kind = 'hmac') = (secret is not null) and (kind = 'ed25519') = (public_key is not null))
);
--> statement-breakpoint
create index api_key_of_user on api_key (user_id) where ended_at is null;
--> statement-breakpoint
-- Programs name their orders.
create index futures_order_named on futures_order (user_id, client_id);
